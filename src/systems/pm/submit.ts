// SUBMITTING: spec_submit. A spec that passes the seven checks is kept as a version and sent to the architect.

import { checkSpec } from '../../documents/spec/check-spec.ts';
import { editSpec } from '../../documents/spec/edit-spec.ts';
import { EDITED, editedAfter, WRITTEN, writtenBy } from '../../documents/spec/open-points.ts';
import { isWholeSpec, readSpec } from '../../documents/spec/read-spec.ts';
import type { SpecProblem, SpecReport } from '../../documents/spec/spec.ts';
import { versionFor } from '../../documents/spec/spec-version.ts';
import type { JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall, IntendedFile } from '../../ports/action.ts';
import { listedProblems } from './listed-problems.ts';
import {
  type ApprovalRequestPayload,
  ApprovalTypeSpec,
  ARCHITECT,
  MsgTypeREQUEST,
  REQUEST_REASON,
  REQUEST_SIGNAL,
} from './messages.ts';
import { takeFeature } from './name-feature.ts';
import {
  fileInstead,
  folderOf,
  lastingFailure,
  listOf,
  objectOf,
  type PmDeps,
  projectOf,
  SPEC_FILE,
  textHash,
  textOf,
  VERSIONS_FOLDER,
} from './pm-deps.ts';
import { frontAnswer, withPriority } from './spec-faults.ts';
import { summaryOf } from './summary-of.ts';

/** The tool of the source document: all seven checks at once, and a summary for the reviewer. */
export function spec_submit(
  markdown: string,
  summary: string,
  options: { readonly strict?: boolean } = {},
): SpecReport & { readonly summary: string } {
  return { ...checkSpec(markdown, options), summary: summary.trim() || summaryOf(readSpec(markdown)) };
}

export async function submit(call: CodeCall, deps: PmDeps): Promise<ActionResult> {
  const { data } = call;
  const given = textOf(data.draft_spec);
  if (given === '') throw lastingFailure('no-spec', 'There is no specification to submit.');
  // An upload comes straight from WAITING; what DRAFTING gives is a person's where it passed a whole specification on.
  const isPersons = objectOf(call.input).choice === undefined || given === data.attached_spec;
  const markdown = withTimeOfEdit(isPersons ? given : withAnsweredFront(given, data), data);
  const { passed, blocking, warnings, summary } = spec_submit(markdown, textOf(data.summary), {
    strict: data.strict !== false,
  });
  if (!passed) {
    const validation_errors = listedProblems(blocking);
    const count = `${blocking.length} ${blocking.length === 1 ? 'problem' : 'problems'}`;
    const last_error = `validation failed: ${count} in the specification`;
    const listedWarnings = listedProblems(warnings);
    return {
      output: { passed, blocking: validation_errors, warnings: listedWarnings },
      set: { validation_errors, last_error },
    };
  }
  return send(call, deps, { markdown, isPersons, summary, warnings });
}

interface CheckedSpec {
  readonly markdown: string;
  readonly isPersons: boolean;
  readonly summary: string;
  readonly warnings: readonly SpecProblem[];
}

async function send(
  call: CodeCall,
  deps: PmDeps,
  { markdown: given, isPersons, summary, warnings }: CheckedSpec,
): Promise<ActionResult> {
  const { data, run } = call;
  const project = projectOf(call);
  const feature_id = await takeFeature(call, deps, readSpec(given).title);
  const said = frontAnswer(data, 'version');
  const kept = await keepVersion(deps, `${project}/${folderOf(feature_id)}`, given, (before) =>
    withVersion(given, versionFor({ own: readSpec(given).version, before, isPersons, said })),
  );
  const path = `${folderOf(feature_id)}/${kept.path}`;
  const { markdown } = kept;
  const request_id = `request-${Number(call.read('steps', call.step, 'visits') ?? 1)}`;
  const request: ApprovalRequestPayload = {
    ...{ type: MsgTypeREQUEST, request_id, approvalType: ApprovalTypeSpec, content: summary, reason: REQUEST_REASON },
    metadata: { spec_markdown: markdown, feature_id, version: kept.version },
  };
  const version = { version: kept.version, request_id, feature_id, path, hash: textHash(markdown) };
  const raised = isPersons ? raisedWarning(given, markdown) : [];
  return {
    output: {
      ...{ passed: true, blocking: [], warnings: listedProblems([...warnings, ...raised]) },
      ...{ request_id, version: kept.version, path },
    },
    set: {
      ...{ request, pending_request_id: request_id, spec: markdown, feature_id, folder: folderOf(feature_id) },
      ...{ spec_versions: [...listOf(data.spec_versions), version], draft_spec: markdown },
      ...{ validation_errors: [], last_error: null, is_approved: false },
      ...{ has_newer: false, newer_conversation: [], newer_checklist: [], newer_assumptions: [], newer_draft: null },
      paths: { spec: `${folderOf(feature_id)}/${SPEC_FILE}` },
      hashes: { [`${folderOf(feature_id)}/${SPEC_FILE}`]: textHash(markdown) },
    },
    files: kept.files,
    children: [{ id: ARCHITECT, workflow: 'pm-architect', input: architectInput(call, project) }],
    // An id counts once: whatever is sent again after a crash changes nothing.
    send: [{ run: call.childRun(ARCHITECT), id: `${run.id} ${request_id}`, name: REQUEST_SIGNAL, value: request }],
  };
}

/** An agent's version counts for nothing, so that it can leave it out. */
function withAnsweredFront(markdown: string, data: JsonObject): string {
  const answered = withPriority(markdown, data);
  return readSpec(answered).version === null ? withVersion(answered, versionFor(NO_VERSION)) : answered;
}

/** The architect's run does not know how much was said; what is answered later is filed into the edited text. */
const withTimeOfEdit = (markdown: string, { conversation }: JsonObject): string =>
  writtenBy(markdown) === EDITED
    ? (editSpec(markdown, { kind: 'front', name: WRITTEN, value: editedAfter(listOf(conversation).length) }) ??
      markdown)
    : markdown;

const NO_VERSION = { own: null, before: [], isPersons: false };

function withVersion(markdown: string, value: string): string {
  const isThere = readSpec(markdown).version === value || !isWholeSpec(markdown);
  return isThere ? markdown : (editSpec(markdown, { kind: 'front', name: 'version', value }) ?? markdown);
}

function raisedWarning(given: string, written: string): readonly SpecProblem[] {
  if (given === written) return [];
  const [own, now] = [readSpec(given).version, readSpec(written).version];
  const message = `Expected a version above that of the last submission, found ${own}; it was submitted as ${now}.`;
  return [{ check: 1, line: 1, column: 1, message, fix: 'Raise the version with each upload.' }];
}

function architectInput({ run, data }: CodeCall, project: string): JsonObject {
  const { architect } = objectOf(run.input);
  const who = architect === 'person' ? 'person' : 'agent';
  return { pm_run: run.id, project_path: project, architect: who, domain: textOf(data.domain) };
}

interface KeptVersion {
  readonly version: number;
  /** From the folder of the feature. */
  readonly path: string;
  readonly files: readonly IntendedFile[];
  readonly markdown: string;
}

/** Every version that was submitted stays; so does what somebody wrote into spec.md meanwhile. `write`: the text, by
 *  the versions in the front matter of those before it. */
async function keepVersion(
  { files }: PmDeps,
  folder: string,
  given: string,
  write: (before: readonly string[]) => string,
): Promise<KeptVersion> {
  const versionPath = (version: number): string => `${VERSIONS_FOLDER}/v${version}.md`;
  await files.makeFolder(`${folder}/${VERSIONS_FOLDER}`);
  const there = (await files.list(`${folder}/${VERSIONS_FOLDER}`)).files.map(({ path }) =>
    /^v(\d{1,6})\.md$/.exec(path),
  );
  const last = Math.max(0, ...there.map((match) => Number(match?.[1] ?? 0)));
  const found = await files.read(`${folder}/${SPEC_FILE}`);
  const latest = last === 0 ? null : await files.read(`${folder}/${versionPath(last)}`);
  // Who wrote into spec.md and hands just that in has one version, not two.
  const edited = found === given ? null : found;
  const markdown = write([edited, latest].flatMap((text) => (text === null ? [] : (readSpec(text).version ?? []))));
  const written: IntendedFile[] = [];
  let version = last + 1;
  if (edited !== null && edited !== latest && edited !== markdown) {
    written.push(fileInstead(`${folder}/${versionPath(version)}`, edited, null));
    version++;
  }
  written.push(fileInstead(`${folder}/${versionPath(version)}`, markdown, null));
  if (found !== markdown) written.push(fileInstead(`${folder}/${SPEC_FILE}`, markdown, found));
  return { version, path: versionPath(version), files: written, markdown };
}
