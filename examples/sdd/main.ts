// `node examples/sdd/main.ts`: writes what is filed of each brief without a model into a folder of its name.

import { mkdirSync, writeFileSync } from 'node:fs';
import { BRIEFS, renderBrief } from './render-brief.ts';

const HERE = new URL('./', import.meta.url);

for (const name of BRIEFS) {
  const folder = new URL(`${name}/`, HERE);
  mkdirSync(folder, { recursive: true });
  for (const [file, content] of Object.entries(renderBrief(name))) writeFileSync(new URL(file, folder), content);
  process.stdout.write(`${name}\n`);
}
