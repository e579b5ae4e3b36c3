// `node main.ts [FOLDER ...]`: plays these stories, or all of them, and writes the documents that they end in.

import { relative, resolve } from 'node:path';
import { filedFolders, playStory, root, writtenFolders } from './play.ts';
import { writeDocuments } from './write-documents.ts';

/** A path from the folder that it is called in, or, as the README has them, from the repository's. */
const named = process.argv.slice(2).map((path) => {
  const [here, there] = [resolve(path), resolve(root, path)];
  return relative(root, here.startsWith(root) ? here : there);
});

for (const folder of named.length > 0 ? named : [...filedFolders(), ...writtenFolders()]) {
  try {
    process.stdout.write(await written(folder));
  } catch (thrown) {
    if (!(thrown instanceof Error) || !('code' in thrown)) throw thrown;
    process.stderr.write(`The story ${folder} was not played to its end: ${thrown.message}\n`);
    process.exitCode = 1;
  }
}

async function written(folder: string): Promise<string> {
  using story = await playStory(folder);
  const { code, said, documents } = story;
  if (code === 0) {
    writeDocuments(resolve(root, folder, 'documents'), documents);
    return `${said}\n${folder}: ${[...documents.keys()].join(', ')}\n`;
  }
  process.stderr.write(`Expected exit code 0 of ${folder}, found ${code}. Its documents were left as they are.\n`);
  process.exitCode = 1;
  return `${said}\n`;
}
