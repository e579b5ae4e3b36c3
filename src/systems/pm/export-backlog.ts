// The stories of a project's features as files of another tool.

import { exportStories, STORY_LAYOUTS } from '../../documents/stories/export-stories.ts';
import type { OperationDeps, OperationInput, OperationResult } from '../../ports/system-operation.ts';
import { backlogsFor } from './list-stories.ts';

const NO_SPEC = { version: null, title: '', vision: '', outOfScope: [], requirements: [] };

export async function exportBacklog(deps: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const as = STORY_LAYOUTS.find((layout) => layout === input.as);
  if (as === undefined)
    return refused('invalid-request', `Expected --as ${STORY_LAYOUTS.join(', ')}, found "${input.as}".`);
  const found = await backlogsFor(deps, input);
  if ('refused' in found) return found;
  const having = found.backlogs.filter(({ stories }) => stories.length > 0);
  if (having.length === 0) {
    const where = typeof input.feature === 'string' ? `the feature "${input.feature}"` : 'this project';
    return refused('nothing-to-export', `Expected stories in ${where}, found none. signoff pm makes them.`);
  }
  const isOneFile = input.oneFile === true;
  const exported = having.map(({ feature, stories, spec, texts }) => ({
    feature,
    ...exportStories(as, { feature, stories, spec: spec ?? { ...NO_SPEC, title: feature }, texts, isOneFile }),
  }));
  const folder = typeof input.out === 'string' ? input.out : `${deps.project}/exports`;
  return {
    output: {
      as,
      features: exported.map(({ feature, items }) => ({ feature, stories: items })),
      warnings: having.flatMap(({ warnings }) => warnings),
    },
    write: { folder, files: exported.flatMap(({ files }) => files), isForced: input.force === true },
  };
}

const refused = (code: string, message: string): OperationResult => ({
  refused: { code, message: `${message} Nothing was changed.` },
});
