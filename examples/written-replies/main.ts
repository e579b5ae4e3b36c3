// `node main.ts [FOLDER ...]`: plays these stories, or all of them, and writes the documents that they end in.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { filedFolders, playStory, writtenFolders } from './play.ts';

const named = process.argv.slice(2).map((path) => path.replace(/\/$/, ''));

for (const folder of named.length > 0 ? named : [...filedFolders(), ...writtenFolders()]) {
  const { code, said, project, documents } = await playStory(folder);
  process.stdout.write(`${said}\n`);
  rmSync(project, { recursive: true });
  if (code !== 0) {
    process.stderr.write(`Expected exit code 0 of ${folder}, found ${code}. Its documents were left as they are.\n`);
    process.exitCode = 1;
    continue;
  }
  rmSync(join(folder, 'documents'), { recursive: true, force: true });
  for (const [path, text] of documents) {
    mkdirSync(dirname(join(folder, 'documents', path)), { recursive: true });
    writeFileSync(join(folder, 'documents', path), text);
  }
  process.stdout.write(`${folder}: ${[...documents.keys()].join(', ')}\n`);
}
