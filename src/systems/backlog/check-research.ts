// Reasons against a chain that begins with research, before any of it starts: nothing is there that could be found.

import type { Json } from '../../json.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { sourceReasons } from '../features/source-reasons.ts';
import { objectOf, textOf } from '../features/step-values.ts';

export async function checkResearch(input: Json, deps: SystemDeps): Promise<readonly string[]> {
  const { userInput, research } = objectOf(input);
  // The model of an MCP client can search by its own means.
  if (research === undefined || deps.hasClient === true) return [];
  const project = textOf(objectOf(userInput).projectPath);
  const own = (await deps.ownModules?.(project, 'research.workers')) ?? [];
  const offers = (await deps.sources?.(project))?.offers ?? [];
  return sourceReasons({ offers, own, has_corpus: textOf(objectOf(research).corpus) !== '' });
}
