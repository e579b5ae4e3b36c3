// The tools by which an agent reads the project it works on. None of them writes, and none leaves the folder.

import { listFiles } from './list-files.ts';
import { readProjectFile } from './read-file.ts';
import { searchFiles } from './search-files.ts';
import type { Tool } from './tool.ts';

export function projectFiles(folder: string): readonly Tool[] {
  return [listFiles(folder), readProjectFile(folder), searchFiles(folder)];
}
