// The lines of a project's standards that say MUST.

import type { Standard } from '../../documents/design/finding.ts';
import { standardsIn } from '../../documents/design-checks/check-standards.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';

const TEXT = /\.(?:md|markdown|txt)$/i;
const FILES_MAX = 200;

/** `folder`: from the project, or absolute and inside it. */
export async function readStandards(
  files: ProjectFiles,
  project: string,
  folder: string,
): Promise<readonly Standard[]> {
  const home = standardsFolder(project, folder);
  const { files: all } = await files.list(project);
  const paths = all.map(({ path }) => path).filter((path) => path.startsWith(`${home}/`) && TEXT.test(path));
  const found = await Promise.all(
    paths
      .sort()
      .slice(0, FILES_MAX)
      .map(async (path) => standardsIn(path, (await files.read(`${project}/${path}`)) ?? '')),
  );
  return found.flat();
}

export function standardsFolder(project: string, folder: string): string {
  const inside = folder.startsWith(`${project}/`) ? folder.slice(project.length + 1) : folder;
  return inside.replace(/^(?:\.\/)+/, '').replace(/\/{1,9}$/, '');
}
