// Reasons against starting a run over MCP for the folders that its input names: those of another project, or documents
// that runs may not read.

import type { Rejection } from '../engine/context.ts';
import type { JsonObject } from '../json.ts';
import { findReadable } from '../runtime/readable-folders.ts';
import type { McpOptions } from './mcp-options.ts';
import { isServed } from './project-of.ts';
import { systemOf } from './system-of.ts';

export async function reasonAgainst(
  options: McpOptions,
  workflow: string,
  input: JsonObject,
): Promise<Rejection | null> {
  const { projects = [], findFolder = (asked) => findReadable({ projects, folders: [] }, asked) } = options;
  const known = systemOf(options, workflow);
  const start = known?.system.start;
  if (known === undefined || start === undefined) return null;
  const { project } = start.about(input, {}) ?? {};
  if (project !== undefined && !(await isServed(known, project).catch(() => false)))
    return rejected(`Expected a project that is served here (${projects.join(', ')}), found ${shown(project)}.`);
  for (const folder of start.folders?.(input) ?? []) {
    const found = await findFolder({ folder, project: project ?? projects[0] ?? '' });
    if ('refused' in found) return rejected(found.refused);
  }
  return null;
}

const rejected = (why: string): Rejection => ({
  code: 'path-outside-workspace',
  message: `${why} No run was started.`,
});

const shown = (text: string): string => JSON.stringify(text.slice(0, 200));
