// The PRD: assembled by code from the approved parts, written by an agent around them, reviewed, finalised.

import { dirname, relative } from 'node:path';
import { bullet } from '../../documents/markdown/filed-text.ts';
import { tooLongWith } from '../../documents/markdown/markdown-limit.ts';
import { asApproved } from '../../documents/prd/approve-brief.ts';
import { assemblePrd, prdRows } from '../../documents/prd/assemble-prd.ts';
import { isStartOver } from '../../documents/prd/brief.ts';
import { checkItems, checkPrd, settlePrd } from '../../documents/prd/check-prd.ts';
import { finalisePrd } from '../../documents/prd/finalise-prd.ts';
import { findAssumptions } from '../../documents/prd/find-assumptions.ts';
import { ownSections, withOwnSections } from '../../documents/prd/own-sections.ts';
import { reviewPoint } from '../../documents/prd/read-open-points.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { type Signature, WITHOUT_MODEL } from '../../documents/signing/signature.ts';
import { signatureIn as signatureOn } from '../../documents/signing/signed-part.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import type {
  AcceptCall,
  AcceptResult,
  ActionResult,
  CodeCall,
  CodeRefusal,
  IntendedFile,
  PrepareResult,
} from '../../ports/action.ts';
import { briefMissing } from './brief-missing.ts';
import { writtenHow } from './brief-steps.ts';
import { briefNow, fileFacts, isKept, reviewFeedback } from './hand-out.ts';
import {
  dayOf,
  type FeatureFile,
  isWithoutModel,
  nameOf,
  ownWriting,
  type PrdDeps,
  pathOf,
  signatureOf,
  signedHash,
  textHash,
  textOf,
} from './prd-deps.ts';
import { changeNotes, modificationsIn, promptNotes, quotedOr } from './prompt-notes.ts';
import { readVerdict } from './read-verdict.ts';
import { fileOf, type RequirementsNow, requirementsNow } from './requirements-now.ts';

/** What reviews said goes into the next version. */
export async function assemble(call: CodeCall, deps: PrdDeps): Promise<PrepareResult> {
  const now = await requirementsNow(call, deps);
  const parts = await partsOf(call, deps, now);
  const said = saidBefore(call);
  const feedback = said.map(({ userFeedback }) => userFeedback).filter((text) => text !== '');
  const modifications = said.flatMap((each) => each.modifications);
  const startsOver = isStartOver(modificationsIn([...(said.at(-1)?.modifications ?? [])]));
  return {
    input: {
      ...fileFacts(call, now),
      originalUserUtterance: parts.utterance,
      ...{ featureBrief: asApproved(parts.brief), featureBriefHash: briefHash(parts.brief) },
      prdDraft: assemblePrd(parts),
      ownSections: quotedOr('None yet.', ownSections(startsOver ? '' : textOf(call.data.prdContent))),
      ...codeFields(call, parts),
      userFeedback: feedback.join('\n'),
      modifications,
      reviews: [...earlierWords(call).map(wordsOnly), ...said],
      reviewerSaid: promptNotes(feedback),
      requestedChanges: changeNotes(modificationsIn(modifications), feedback),
    },
  };
}

/** Each version is made again from the approved parts, so what was said of earlier ones still counts. */
function saidBefore(call: CodeCall): readonly Said[] {
  const said = call.read('steps', 'PR', 'output', 'said');
  return Array.isArray(said) ? (said as readonly Said[]) : [];
}

/** What was said at the reviews before: a model has read it by then. */
function earlierWords(call: CodeCall): readonly string[] {
  const atBrief = call.data.isFeatureBriefApproved === true ? textOf(call.data.featureBriefUserFeedback) : '';
  return [atBrief, ...reviewFeedback(call)].filter((text) => text.trim() !== '');
}

const wordsOnly = (userFeedback: string): Said => ({ userFeedback, modifications: [] });

type Said = {
  readonly userFeedback: string;
  readonly modifications: readonly Json[];
};

export async function acceptPrd(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const answer = call.answer as JsonObject;
  const now = await requirementsNow(call, deps);
  const isOwn = isWithoutModel(ownWriting(call));
  const parts = { ...(await partsOf(call, deps, now)), isByRules: isOwn, writtenBy: writtenBy(call, isOwn) };
  const whole = isAsAssembled(textOf(answer.prdContent)) ? assemblePrd(parts) : textOf(answer.prdContent);
  const written = withOwnSections(whole, textOf(answer.newSections));
  // What is filed in it are people's words, and they may speak of what was decided against.
  const wrong = checkPrd(written, parts, isOwn ? written : assemblePrd(parts));
  if (wrong.length > 0) return { refused: wrong };
  const prdContent = settlePrd(written, parts);
  const fields = codeFields(call, parts);
  const prdPath = pathOf(call, 'PRD.md');
  const aside = await keptAside(call, deps);
  const { featureBriefHash, featureBrief } = isJsonObject(call.input) ? call.input : {};
  const brief = textOf(featureBriefHash) || briefHash(textOf(featureBrief) || parts.brief);
  return {
    output: {
      ...{ ...answer, ...fields, prdContent, replaces: hashOf(call.data.prdContent), brief },
      assumptionNotes: promptNotes(findAssumptions(prdContent)),
      fileNotes: promptNotes(await missingNotes(call, deps)),
    },
    set: { prdContent, prdPath, prdStatus: fields.documentStatus ?? null, isPrdApproved: null },
    files: [...aside, { path: prdPath, text: prdContent }, ...fileOf(call, now, now.text)],
  };
}

/** A model that changes nothing need not type the document out. */
function isAsAssembled(prdContent: string): boolean {
  return /^[\s"'`]*as[ -]assembled[\s"'`.]*$/i.test(prdContent);
}

export async function acceptPrdReview(call: AcceptCall, deps: PrdDeps): Promise<AcceptResult | CodeRefusal> {
  const { prdApproved, modifications = null } = call.answer as JsonObject;
  const isApproved = prdApproved === true;
  const read = readVerdict(call, isApproved, modifications);
  if ('refused' in read) return read;
  const now = await requirementsNow(call, deps);
  const refused = isApproved ? await changesSinceShown(call, deps, now) : [];
  if (refused.length > 0) return { refused };
  const { userFeedback } = call.answer as JsonObject;
  const changes = Array.isArray(modifications) ? modifications : [];
  const points = [textOf(userFeedback), ...modificationsIn(changes).map((each) => each.requestedContent)];
  const lines = points.flatMap(saidSentences).map(reviewPoint);
  const against = tooLongWith([textOf(call.data.prdContent), ...lines.map(bullet)].join('\n'));
  if (against !== null && !isApproved) return { refused: [against] };
  // Starting over drops what was said of the versions before.
  const before = isStartOver(modificationsIn(changes)) ? [] : saidBefore(call);
  const said = [...before, { userFeedback: textOf(userFeedback), modifications: changes }];
  const signature = signatureOf(call, 'prd', textOf(call.data.prdContent), deps.now());
  const signed = isApproved ? { signature: { ...signature } } : {};
  const output = { ...(call.answer as JsonObject), reviewer: nameOf(call.by), ...signed, said: said };
  // Nothing comes after it that would write what is still owed.
  return { output, set: { isPrdApproved: isApproved }, verdict: read.verdict, files: fileOf(call, now, now.text) };
}

export async function finalize(call: CodeCall, deps: PrdDeps): Promise<ActionResult> {
  const date = dayOf(deps.now());
  const signature = signatureIn(call, deps);
  const prdContent = finalisePrd(textOf(call.data.prdContent), { date, ...signature });
  const status = signature.signed === '' ? 'draft' : 'finalized';
  const prdStatus = { ...(call.data.prdStatus as JsonObject), status, lastModified: date };
  const path = pathOf(call, 'PRD.md');
  return {
    output: { prdPath: path, prdStatus, ...signature, ...(await placesOf(call, deps, signature.signed)) },
    set: { prdContent, prdStatus, prdPath: path },
    files: [...(await keptAside(call, deps)), { path, text: prdContent }],
  };
}

/** Where the documents are, from the project, and the hashes of what was signed: for the next system. */
async function placesOf(call: CodeCall, deps: PrdDeps, signed: string): Promise<JsonObject> {
  const near = (file: FeatureFile): string => nearOf(call, file);
  const paths = { brief: near('feature-brief.md'), requirements: near('requirements.md'), prd: near('PRD.md') };
  const brief = await deps.files.read(pathOf(call, 'feature-brief.md'));
  const briefSigned = brief === null ? null : (signatureOn('brief', brief)?.signed ?? null);
  const hashes = {
    ...(briefSigned !== null && { [paths.brief]: briefSigned }),
    ...(signed !== '' && { [paths.prd]: signed }),
  };
  return { folder: dirname(paths.prd), paths, hashes, notes: await missingNotes(call, deps) };
}

/** From the project. */
const nearOf = (call: CodeCall, file: FeatureFile): string =>
  relative(textOf(call.data.projectPath), pathOf(call, file));

async function missingNotes(call: CodeCall, { files }: PrdDeps): Promise<readonly string[]> {
  const brief = await files.read(pathOf(call, 'feature-brief.md'));
  return brief === null ? [briefMissing(nearOf(call, 'feature-brief.md'))] : [];
}

/** As the review has it; one of before signatures were kept has the name alone. */
function signatureIn(call: CodeCall, deps: PrdDeps): Signature {
  const found = call.read('steps', 'PR', 'output', 'signature');
  const signature = isJsonObject(found) ? found : null;
  return {
    approver: textOf(signature?.approver) || textOf(call.read('steps', 'PR', 'output', 'reviewer')),
    approvedAt: signature === null ? new Date(deps.now()).toISOString() : textOf(signature.approvedAt),
    signed: signature === null ? signedHash('prd', textOf(call.data.prdContent)) : textOf(signature.signed),
    run: call.run.id,
  };
}

/** Which parts of it were written without a model; '' for none. */
function writtenBy(call: CodeCall, isAssembled: boolean): string {
  const brief = writtenHow(call);
  const proposals = ['IR', 'GR'].map((step) => call.read('steps', step, 'output')).filter((one) => one != null);
  const isProposed = proposals.some(isWithoutModel);
  if (isAssembled && brief === WITHOUT_MODEL && proposals.every(isWithoutModel)) return WITHOUT_MODEL;
  const parts = [
    ...(brief === null ? [] : [brief === WITHOUT_MODEL ? 'feature brief' : 'feature brief in part']),
    ...(isProposed ? [`requirements${proposals.every(isWithoutModel) ? '' : ' in part'}`] : []),
    ...(isAssembled ? ['PRD'] : []),
  ];
  return parts.length === 0 ? '' : `${WITHOUT_MODEL}: ${parts.join(', ')}`;
}

async function partsOf(call: CodeCall, deps: PrdDeps, now: RequirementsNow) {
  return {
    featureId: textOf(call.data.featureId),
    author: nameOf(call.run.startedBy),
    date: dayOf(deps.now()),
    status: 'draft' as const,
    utterance: textOf(call.data.userUtterance),
    brief: await briefNow(call, deps),
    requirements: parseRequirements(now.text).items,
  };
}

type Parts = Awaited<ReturnType<typeof partsOf>>;

/** What no model is asked for. */
function codeFields(call: CodeCall, { author, date, requirements }: Parts): JsonObject {
  const kept = requirements.filter(isKept);
  return {
    prdFilePath: pathOf(call, 'PRD.md'),
    documentStatus: { author, lastModified: date, status: 'draft' },
    requirementsCount: kept.length,
    traceabilityTableRows: prdRows(requirements),
  };
}

/** What was shown is what is approved; so it must still be what stands on disk, and say what the other files say. */
async function changesSinceShown(call: AcceptCall, deps: PrdDeps, now: RequirementsNow): Promise<readonly string[]> {
  const refused: string[] = [];
  if ((await editedOutside(call, deps)) !== null) {
    const what = 'PRD.md was changed outside since it was shown, and what was shown is what would be approved';
    const advice = 'put it back, or ask for changes: the next version is made anew and yours is kept beside it';
    refused.push(`${what}: ${advice}`);
  }
  const parts = await partsOf(call, deps, now);
  const advice = 'put it back, or ask for changes: the next version says what it says now';
  const unread = now.text === '' ? [] : parseRequirements(now.text).problems.filter(({ code }) => UNREAD.has(code));
  refused.push(...unread.map(({ message }) => `requirements.md cannot be read as a whole: ${message}`));
  const differences = checkItems(textOf(call.data.prdContent), parts.requirements);
  if (differences.length > 0)
    refused.push(`requirements.md was changed since the PRD was written (${differences.join(' ')}): ${advice}`);
  const brief = call.read('steps', 'PG', 'output', 'brief');
  if (typeof brief === 'string' && brief !== briefHash(parts.brief))
    refused.push(`feature-brief.md was changed since the PRD was written: ${advice}`);
  return refused;
}

/** Behind these stand requirements that no PRD has: nobody would notice. */
const UNREAD: ReadonlySet<string> = new Set(['merge-unresolved', 'block-unclosed', 'requirements-unreadable']);

/** Blank space and line ends apart. */
function briefHash(brief: string): string {
  return textHash(brief.replace(/\s+/g, ' ').trim());
}

/** The text of PRD.md where someone else changed it since this run wrote it. */
async function editedOutside(call: CodeCall, { files }: PrdDeps): Promise<string | null> {
  const found = await files.read(pathOf(call, 'PRD.md'));
  return found === null || found === call.data.prdContent || wasOwnBefore(call, found) ? null : found;
}

/** The version before, whose successor is about to be written. */
function wasOwnBefore(call: CodeCall, found: string): boolean {
  return call.read('steps', 'PG', 'output', 'replaces') === textHash(found);
}

function hashOf(text: Json | undefined): string | null {
  return typeof text === 'string' ? textHash(text) : null;
}

/** A version someone edited is never lost: it gets a file of its own before the next one takes its place. */
async function keptAside(call: CodeCall, deps: PrdDeps): Promise<readonly IntendedFile[]> {
  const edited = await editedOutside(call, deps);
  if (edited === null) return [];
  const name = textHash(edited).slice('sha256:'.length, 'sha256:'.length + 8);
  return [{ path: pathOf(call, `PRD.${name}.md`), text: edited }];
}
