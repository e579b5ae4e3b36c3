// The lines of a project's standards that say MUST.

import { isAbsolute } from 'node:path';
import type { Standard } from '../../documents/design/finding.ts';
import { standardsIn } from '../../documents/design-checks/check-standards.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';

const TEXT = /\.(?:md|markdown|txt)$/i;
const FILES_MAX = 200;
const NAMED_MAX = 8;

/** `folder`: from the project, or absolute and inside it. */
export async function readStandards(
  files: ProjectFiles,
  project: string,
  folder: string,
): Promise<readonly Standard[]> {
  const found = await Promise.all(
    (await standardsFiles(files, project, folder)).map(async (path) =>
      standardsIn(path, (await files.read(`${project}/${path}`)) ?? ''),
    ),
  );
  return found.flat();
}

/** From the project; links are not followed. */
async function standardsFiles(files: ProjectFiles, project: string, folder: string): Promise<readonly string[]> {
  const home = standardsFolder(project, folder);
  const { files: all } = await files.list(project);
  const paths = all.map(({ path }) => path).filter((path) => path.startsWith(`${home}/`) && TEXT.test(path));
  return paths.sort().slice(0, FILES_MAX);
}

/** What was read, in a sentence, for whoever named a folder. */
export async function standardsNote(files: ProjectFiles, project: string, folder: string): Promise<string> {
  const read = await standardsFiles(files, project, folder);
  const home = standardsFolder(project, folder);
  if (read.length > 0) {
    const rules = (await readStandards(files, project, folder)).length;
    return `Standards: ${rules} lines that say MUST, in ${read.length} files of ${home}: ${listed(read, home)}.`;
  }
  const isOutside = isAbsolute(home) || home.split('/').includes('..');
  const why = isOutside ? 'it lies outside the project; copy it into the project' : 'no Markdown or text file is there';
  return `No standards were read from ${home}: ${why}.`;
}

function listed(paths: readonly string[], home: string): string {
  const names = paths.map((path) => path.slice(home.length + 1));
  const more = names.length - NAMED_MAX;
  return [...names.slice(0, NAMED_MAX), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

export function standardsFolder(project: string, folder: string): string {
  const inside = folder.startsWith(`${project}/`) ? folder.slice(project.length + 1) : folder;
  return inside.replace(/^(?:\.\/)+/, '').replace(/\/{1,9}$/, '');
}
