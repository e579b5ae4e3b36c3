// What is there in the project, as titles and paths: for an agent that has no tools to read it, and as a place to begin
// for one that has.

import { headingsOf } from '../../documents/markdown/headings-of.ts';
import type { CodeCall } from '../../ports/action.ts';
import { type PrdDeps, textOf } from './prd-deps.ts';
import { promptNotes } from './prompt-notes.ts';

const ENTRIES_MAX = 40;
const FEATURES_MAX = 30;
/** The first heading of a file is near its beginning. */
const HEAD_CHARACTERS = 20_000;
const README = /^readme(?:\.\w{1,10})?$/i;

/** `features`: names of the folders in the workspace. */
export async function projectNotes(
  { data }: CodeCall,
  { files }: PrdDeps,
  features: readonly string[],
): Promise<string> {
  const [project, workspace] = [textOf(data.projectPath), textOf(data.prdWorkspacePath)];
  const own = `${workspace.slice(workspace.lastIndexOf('/') + 1)}/`;
  const { files: listed } = await files.list(project);
  const paths = listed.map(({ path }) => path).filter((path) => !path.startsWith(own));
  const readme = paths.find((path) => README.test(path));
  const title = async (path: string): Promise<string> => {
    // A file that cannot be read, or that is closed to agents, takes nothing from the step but its title.
    const text = await files.read(path).catch(() => null);
    const [first] = text === null ? [] : headingsOf(text.slice(0, HEAD_CHARACTERS));
    return first === undefined ? '' : `: ${first.text}`;
  };
  const before: string[] = [];
  for (const name of features.slice(-FEATURES_MAX)) {
    const said = await title(`${workspace}/${name}/feature-brief.md`);
    if (said !== '') before.push(`An earlier feature, ${own}${name}/feature-brief.md${said}`);
  }
  return promptNotes([
    ...(readme === undefined ? [] : [`${readme}${await title(`${project}/${readme}`)}`]),
    ...(paths.length === 0 ? [] : [`Files: ${entriesOf(paths).join(', ')}`]),
    ...before,
  ]);
}

/** `src/ (240 files)`: what stands at the top, folders with how much is in them. */
function entriesOf(paths: readonly string[]): readonly string[] {
  const counts = Map.groupBy(paths, (path) => (path.includes('/') ? path.slice(0, path.indexOf('/') + 1) : path));
  const all = [...counts].map(([name, inside]) => (name.endsWith('/') ? `${name} (${inside.length} files)` : name));
  const left = all.length - ENTRIES_MAX;
  return [...all.slice(0, ENTRIES_MAX), ...(left > 0 ? [`and ${left} more`] : [])];
}
