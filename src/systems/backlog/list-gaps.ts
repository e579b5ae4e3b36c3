// The last step: what the trace finds missing between PRD, design, specification and stories, and the cells of the
// PRD's traceability table that nobody has filled. It only reads; what is missing is reported and stops nothing.

import { isEstimated } from '../../documents/stories/story.ts';
import { PRD_FILE } from '../../documents/trace/read-trace.ts';
import { readTraceability } from '../../documents/trace/traceability-table.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';
import { listOf, objectOf, textOf } from '../features/step-values.ts';
import { traceProject } from '../features/trace-project.ts';

export type ChainGap = JsonObject & {
  /** `REQ-007`, or the section that is outdated. */
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly message: string;
};

type Deps = Pick<SystemDeps, 'files'>;

const SYSTEMS = ['prd', 'sdd', 'pm'];

export async function listGaps(call: CodeCall, { files }: Deps): Promise<ActionResult> {
  const { feature_id, folder } = call.data;
  const project = textOf(objectOf(objectOf(call.run.input).userInput).projectPath);
  const traced = await traceProject(
    { files, project, signal: call.signal },
    { gaps: true, feature: textOf(feature_id) },
  );
  if ('refused' in traced) throw Object.assign(new Error(traced.refused.message), { code: traced.refused.code });
  const [found = {}] = listOf<JsonObject>(objectOf(traced.output).features);
  const prd = (await files.read(`${project}/${textOf(folder)}/${PRD_FILE}`)) ?? '';
  const missing = [...gapsIn(found), ...emptyCells(prd, `${textOf(folder)}/${PRD_FILE}`)];
  const outputs = SYSTEMS.map((step) => objectOf(call.read('steps', step, 'output')));
  return {
    output: {
      missing,
      paths: Object.assign({}, ...outputs.map(({ paths }) => objectOf(paths))),
      hashes: Object.assign({}, ...outputs.map(({ hashes }) => objectOf(hashes))),
      stories: listOf<JsonObject>(outputs[2]?.stories).map(storyOf),
    },
  };
}

function gapsIn({ requirements, endpoints, unspecified, withoutStory, dangling, outdated }: JsonObject): ChainGap[] {
  const lists = [requirements, unspecified, withoutStory, endpoints, dangling];
  const plain = lists.flatMap((list) => listOf<ChainGap>(list)).map(missingOf);
  const old = listOf<JsonObject & { section: string; because: readonly string[] }>(outdated).map((each) =>
    missingOf({ ...each, id: each.section, message: `"${each.section}" is outdated: ${each.because.join(' ')}` }),
  );
  return [...plain, ...old];
}

const storyOf = ({ id = null, title = null, points = null, content }: JsonObject): JsonObject => {
  const estimated = isEstimated({ points: Number(points), content: textOf(content) });
  return { ...{ id, title, points }, ...(!estimated && { estimated }) };
};

const missingOf = ({ id, file, line, message }: { readonly [name: string]: Json | undefined }): ChainGap => ({
  ...{ id: textOf(id), file: textOf(file), line: Number(line), message: textOf(message) },
});

function emptyCells(prd: string, file: string): ChainGap[] {
  return readTraceability(prd).rows.flatMap(({ id, line, cells }) =>
    cells
      .filter(({ ids }) => ids.length === 0)
      .map(({ column }) => ({ ...{ id, file, line }, message: `"${column}" of ${id} is TBD in the PRD.` })),
  );
}
