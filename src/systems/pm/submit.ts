// SUBMITTING: spec_submit. A spec that passes the seven checks is kept as a version and sent to the architect.

import { checkSpec } from '../../documents/spec/check-spec.ts';
import { readSpec } from '../../documents/spec/read-spec.ts';
import type { SpecReport } from '../../documents/spec/spec.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall, IntendedFile } from '../../ports/action.ts';
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
import { summaryOf } from './summary-of.ts';
import { toldProblems } from './told-problems.ts';

/** The tool of the source document: all seven checks at once, and a summary for whoever reviews. */
export function spec_submit(
  markdown: string,
  summary: string,
  options: { readonly strict?: boolean } = {},
): SpecReport & { readonly summary: string } {
  return { ...checkSpec(markdown, options), summary: summary.trim() || summaryOf(readSpec(markdown)) };
}

export async function submit(call: CodeCall, deps: PmDeps): Promise<ActionResult> {
  const { data } = call;
  const markdown = textOf(data.draft_spec);
  if (markdown === '') throw lastingFailure('no-spec', 'There is no specification to submit.');
  const { passed, blocking, warnings, summary } = spec_submit(markdown, textOf(data.summary), {
    strict: data.strict !== false,
  });
  const told = toldProblems(warnings);
  if (!passed) {
    const validation_errors = toldProblems(blocking);
    const count = `${blocking.length} ${blocking.length === 1 ? 'problem' : 'problems'}`;
    const last_error = `validation failed: ${count} in the specification`;
    return { output: { passed, blocking: validation_errors, warnings: told }, set: { validation_errors, last_error } };
  }
  return send(call, deps, markdown, summary, told);
}

async function send(
  call: CodeCall,
  deps: PmDeps,
  markdown: string,
  summary: string,
  warnings: readonly Json[],
): Promise<ActionResult> {
  const { data, run } = call;
  const project = projectOf(call);
  const feature_id = await takeFeature(call, deps, readSpec(markdown).title);
  const kept = await keepVersion(deps, project, feature_id, markdown);
  const request_id = `request-${Number(call.read('steps', call.step, 'visits') ?? 1)}`;
  const request: ApprovalRequestPayload = {
    ...{ type: MsgTypeREQUEST, request_id, approvalType: ApprovalTypeSpec, content: summary, reason: REQUEST_REASON },
    metadata: { spec_markdown: markdown, feature_id, version: kept.version },
  };
  const version = { version: kept.version, request_id, feature_id, path: kept.path, hash: textHash(markdown) };
  return {
    output: { passed: true, blocking: [], warnings, request_id, version: kept.version, path: kept.path },
    set: {
      ...{ request, pending_request_id: request_id, spec: markdown, feature_id, folder: folderOf(feature_id) },
      spec_versions: [...listOf(data.spec_versions), version],
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

function architectInput({ run, data }: CodeCall, project: string): JsonObject {
  const { architect } = objectOf(run.input);
  const who = architect === 'person' ? 'person' : 'agent';
  return { pm_run: run.id, project_path: project, architect: who, domain: textOf(data.domain) };
}

interface KeptVersion {
  readonly version: number;
  /** From the project. */
  readonly path: string;
  readonly files: readonly IntendedFile[];
}

/** Every version that was submitted stays; so does what somebody wrote into spec.md meanwhile. */
async function keepVersion(
  { files }: PmDeps,
  project: string,
  featureId: string,
  markdown: string,
): Promise<KeptVersion> {
  const folder = `${project}/${folderOf(featureId)}`;
  const versionPath = (version: number): string => `${VERSIONS_FOLDER}/v${version}.md`;
  await files.makeFolder(`${folder}/${VERSIONS_FOLDER}`);
  const there = (await files.list(`${folder}/${VERSIONS_FOLDER}`)).files.map(({ path }) =>
    /^v(\d{1,6})\.md$/.exec(path),
  );
  const last = Math.max(0, ...there.map((match) => Number(match?.[1] ?? 0)));
  const found = await files.read(`${folder}/${SPEC_FILE}`);
  const latest = last === 0 ? null : await files.read(`${folder}/${versionPath(last)}`);
  const written: IntendedFile[] = [];
  let version = last + 1;
  if (found !== null && found !== latest && found !== markdown) {
    written.push(fileInstead(`${folder}/${versionPath(version)}`, found, null));
    version++;
  }
  written.push(fileInstead(`${folder}/${versionPath(version)}`, markdown, null));
  if (found !== markdown) written.push(fileInstead(`${folder}/${SPEC_FILE}`, markdown, found));
  return { version, path: `${folderOf(featureId)}/${versionPath(version)}`, files: written };
}
