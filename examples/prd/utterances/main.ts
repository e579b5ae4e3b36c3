// `node examples/prd/utterances/main.ts`: writes what becomes of each utterance without a model into its folder.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { playUtterance } from './play-utterance.ts';

const HERE = new URL('./', import.meta.url);
const utterances = JSON.parse(readFileSync(new URL('utterances.json', HERE), 'utf8')) as readonly {
  readonly name: string;
  readonly text: string;
}[];

for (const { name, text } of utterances) {
  const folder = new URL(`${name}/`, HERE);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(await playUtterance(text)))
    writeFileSync(new URL(file, folder), content);
  process.stdout.write(`${name}\n`);
}
