// The final document: an agent may add a title, an abstract and a glossary; code assembles it and writes it.

import {
  assembleDesign,
  checkFormat,
  type FormatAnswer,
  outlineOf,
  schemaSql,
} from '../../documents/design/assemble-design.ts';
import type { DesignFinding } from '../../documents/design/finding.ts';
import { readItems } from '../../documents/design/items.ts';
import type { DesignTexts } from '../../documents/design/part.ts';
import type { RequirementHashes } from '../../documents/design/requirement-hashes.ts';
import { openIssues } from '../../documents/design/review.ts';
import {
  type ContextSource,
  type ForcedReason,
  type ReviewFeedback,
  type ReviewIssue,
  validate_state,
} from '../../documents/design/state.ts';
import type { JsonObject } from '../../json.ts';
import type {
  AcceptCall,
  AcceptResult,
  ActionResult,
  CodeCall,
  CodeRefusal,
  PrepareResult,
} from '../../ports/action.ts';
import { earlierOf } from './earlier-version.ts';
import { madeFiles, takeIn } from './hand-edits.ts';
import { parsedDiagrams } from './read-diagrams.ts';
import { draftsOf, lastingFailure, listOf, objectOf, type SddDeps, textHash, textOf } from './sdd-deps.ts';
import { type Writer, withVisit, writerOf } from './visits.ts';
import { writtenWithout } from './without-model.ts';

export async function format(call: CodeCall, deps: SddDeps): Promise<PrepareResult> {
  const { texts } = await checkedTexts(call, deps);
  const { useCases, components, models } = readItems(texts);
  const terms = [...components.map(({ title }) => title), ...models.map(({ name }) => name)];
  const actors = useCases.map(({ actor }) => actor).filter((actor) => actor !== '');
  return {
    input: {
      ...{ title: textOf(call.data.title), outline: outlineOf(texts).join('\n') },
      ...{ terms: [...new Set([...actors, ...terms])], started_at: deps.now() },
    },
  };
}

/** Its inputs are checked, all at once; and edits by hand are in them. */
async function checkedTexts(call: CodeCall, deps: SddDeps) {
  const taken = await takeIn(call, draftsOf(call.data), deps);
  const { hld, lld, database } = taken.texts;
  const drafts = { hld_draft: hld, lld_draft: lld, database_schema: database };
  const wrong = validate_state('WriterFormatterAgent', { project_brief: textOf(call.data.project_brief), ...drafts });
  if (wrong.length > 0) throw lastingFailure('invalid-state', wrong.join('; '));
  return { ...taken, drafts };
}

export async function acceptFormat(call: AcceptCall, deps: SddDeps): Promise<AcceptResult | CodeRefusal> {
  const added = call.answer as FormatAnswer & JsonObject;
  const wrong = checkFormat(added);
  return wrong.length > 0 ? { refused: wrong } : assembled(call, added, [writerOf(call)], deps);
}

/** Where no agent adds anything. */
export const formatAlone = (call: CodeCall, deps: SddDeps): Promise<ActionResult> => assembled(call, {}, [], deps);

async function assembled(
  call: CodeCall,
  added: FormatAnswer,
  writers: readonly Writer[],
  deps: SddDeps,
): Promise<ActionResult> {
  const { data } = call;
  const { texts, edits, drafts } = await checkedTexts(call, deps);
  const open = openOf(data);
  const final_document = assembleDesign({
    diagrams: await parsedDiagrams(texts),
    sources: listOf<ContextSource & JsonObject>(data.retrieved_context),
    ...{ title: textOf(data.title), status: 'REVIEW', created_at: textOf(data.created_at), texts, added, open },
    ...(data.forced_reason !== null && { forced: data.forced_reason as ForcedReason }),
    project_brief: textOf(data.project_brief),
    hashes: objectOf(objectOf(data.prd).requirement_hashes) as RequirementHashes,
    version: 1 + (earlierOf(data)?.version ?? 0) + Number(data.human_revisions),
    ...{ revision_count: Number(data.revision_count), written: writtenWithout(data) },
  });
  const { files, found, hashes } = await documentFiles(call, final_document, texts, deps);
  return {
    output: {
      ...added,
      open_issues: open.map(({ description }) => description),
      is_forced: open.length > 0,
      ...hashes,
    },
    set: {
      ...{ final_document, document_status: 'REVIEW', approved: null, human_revision_requested: false },
      ...{ ...drafts, hand_edits: [...edits, ...found], accepted_issues: [] },
      processing_metadata: withVisit(data.processing_metadata, {
        ...{ step: 'format_doc', prompt: 'format.md', writers },
        ...{ started: startOf(call), ended: deps.now() },
      }),
    },
    files,
  };
}

/** When the work was handed out; where no agent did it, when the step before it ended. */
function startOf({ input, data, run }: CodeCall): number {
  const { started_at } = objectOf(input);
  const last = listOf<JsonObject>(objectOf(data.processing_metadata).visits).at(-1)?.ended_at;
  return typeof started_at === 'number' ? started_at : Date.parse(textOf(last)) || run.startedAt;
}

/** What a document that needs a revision and gets none leaves open. */
export function openOf(data: JsonObject): readonly ReviewIssue[] {
  if (data.needs_revision !== true) return [];
  const grave = ({ severity }: DesignFinding): boolean => severity === 'CRITICAL' || severity === 'HIGH';
  const findings = Array.isArray(data.rule_findings) ? (data.rule_findings as unknown as DesignFinding[]) : [];
  const blocking = data.rules === 'block' ? findings.filter(grave) : [];
  const review = data.review_feedback === null ? null : (objectOf(data.review_feedback) as unknown as ReviewFeedback);
  return openIssues(review, blocking);
}

/** design.md and schema.sql, and the hashes by which the next version knows that they are this run's own. */
async function documentFiles(call: CodeCall, document: string, texts: DesignTexts, deps: SddDeps) {
  const sql = schemaSql(texts.database);
  const written = objectOf(call.read('steps', 'format_doc', 'output'));
  const own = (name: string): string | null => textOf(written[name]) || null;
  const made = [
    { file: 'design.md', text: document, own: own('document_hash') } as const,
    { file: 'schema.sql', text: sql, own: own('sql_hash') } as const,
  ];
  const hashes = { document_hash: textHash(document), sql_hash: textHash(sql) };
  return { ...(await madeFiles(call, made, deps)), hashes };
}
