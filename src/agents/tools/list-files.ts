// The tool list_files: which text files the project has, page by page.

import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { chooseFiles, fileChoice } from './choose-files.ts';
import { openText } from './open-text.ts';
import { defineTool, type Tool } from './tool.ts';
import { walkFiles } from './walk-files.ts';

const PAGE_MAX = 1_000;
/** Files looked into at the same time. */
const GROUP_SIZE = 32;

export function listFiles(folder: string): Tool {
  return defineTool({
    name: 'list_files',
    description:
      'Lists the text files of the project, sorted by path. Left out: hidden folders, node_modules, what .gitignore ' +
      'names, files made to hold secrets, binary files.',
    input: z.strictObject({
      ...fileChoice,
      after: z.string().max(4_096).optional().describe('Only files after this path: the last path of the page before.'),
      limit: z.int().min(1).max(PAGE_MAX).default(200).describe('How many files to list at most.'),
    }),
    work: async ({ under, glob, after, limit }, signal) => {
      const root = await realpath(folder);
      const { paths, isCut } = await walkFiles(root, signal);
      const chosen = chooseFiles(paths, { under, glob }).filter((path) => after === undefined || path > after);
      const page: string[] = [];
      let last = 0;
      while (last < chosen.length && page.length < limit) {
        signal.throwIfAborted();
        const group = chosen.slice(last, last + Math.min(GROUP_SIZE, limit - page.length));
        const areText = await Promise.all(group.map((path) => isText(join(root, path))));
        page.push(...group.filter((_, index) => areText[index]));
        last += group.length;
      }
      const notes = [
        ...(page.length === 0 ? ['No text file of the project fits.'] : []),
        ...(last < chosen.length
          ? [`[Up to ${chosen.length - last} more: call again with "after": "${page.at(-1)}"]`]
          : []),
        ...(isCut ? ['[The project has more files than can be listed.]'] : []),
      ];
      return [...page, ...notes].join('\n');
    },
  });
}

async function isText(target: string): Promise<boolean> {
  const opened = await openText(target, '').catch(() => null);
  await opened?.handle.close();
  return opened !== null;
}
