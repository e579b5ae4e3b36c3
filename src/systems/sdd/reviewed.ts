// The person's verdict: approval makes the document final in the same commit, a revision starts the counters again.

import { approveDesign, schemaSql } from '../../documents/design/assemble-design.ts';
import { sectionNamed, withWritten } from '../../documents/design/named-sections.ts';
import { pointOf } from '../../documents/design/open-points.ts';
import { type DesignTexts, PARTS } from '../../documents/design/part.ts';
import { feedbackText } from '../../documents/design/review.ts';
import { is_ready_for_end, type ReviewFeedback, type ReviewIssue } from '../../documents/design/state.ts';
import { openPoint } from '../../documents/markdown/filed-text.ts';
import { tooLongWith } from '../../documents/markdown/markdown-limit.ts';
import { approverText } from '../../documents/signing/signature.ts';
import { signedPart } from '../../documents/signing/signed-part.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, CodeRefusal, IntendedFile } from '../../ports/action.ts';
import { answerSections } from './answer-sections.ts';
import { fillPrd } from './fill-prd.ts';
import { openOf } from './format.ts';
import { takeIn } from './hand-edits.ts';
import { openHumanIssues } from './human-issues.ts';
import {
  type DesignFile,
  designPath,
  draftsOf,
  fileInstead,
  listOf,
  objectOf,
  placeOf,
  type SddDeps,
  textHash,
  textOf,
  WORKSPACE,
} from './sdd-deps.ts';

type Comment = JsonObject & {
  readonly section: string;
  readonly comment: string;
  /** The section as the person wrote it. */
  readonly text?: string;
};

interface Verdict {
  readonly isApproval: boolean;
  readonly feedback: string;
  readonly accepted: boolean | readonly string[];
  readonly comments: readonly Comment[];
}

export async function reviewed(call: AcceptCall, deps: SddDeps): Promise<AcceptResult | CodeRefusal> {
  const read = verdictOf(call);
  if ('refused' in read) return read;
  return read.isApproval ? approve(call, read, deps) : revise(call, read, deps);
}

/** `{approved}` is read where no verdict is given; both must say the same. */
function verdictOf(call: AcceptCall): Verdict | CodeRefusal {
  const { verdict, approved, feedback, accepted_issues, comments } = objectOf(call.answer);
  const words = [verdict, typeof approved === 'boolean' ? (approved ? 'approve' : 'revise') : undefined, call.verdict];
  const said = new Set(words.filter((word) => word !== undefined));
  if (said.size !== 1) {
    const found = said.size === 0 ? 'none' : [...said].join(' and ');
    return { refused: [`the answer must say one verdict, approve or revise, found ${found}`] };
  }
  return {
    ...{ isApproval: said.has('approve'), feedback: textOf(feedback).trim() },
    accepted: typeof accepted_issues === 'boolean' ? accepted_issues : listOf<string>(accepted_issues),
    comments: listOf<Comment>(comments),
  };
}

async function approve(call: AcceptCall, verdict: Verdict, deps: SddDeps): Promise<AcceptResult | CodeRefusal> {
  const { data } = call;
  const open = openOf(data).map(({ description }) => description);
  const { accepted } = verdict;
  const missing = open.filter((issue) => accepted !== true && (accepted === false || !accepted.includes(issue)));
  const shown = await shownFiles(call, deps);
  const refused = [
    ...(verdict.feedback !== '' || verdict.comments.length > 0
      ? ['it approves and asks for a change at once; approve it as it is, or ask for a revision']
      : []),
    ...missing.map((issue) => `open, and not accepted: ${issue}`),
    ...changedSinceShown(shown),
  ];
  // What is accepted needs no revision any more.
  const state = { ...data, needs_revision: missing.length > 0 } as unknown as Parameters<typeof is_ready_for_end>[0];
  if (refused.length === 0 && !is_ready_for_end(state)) refused.push('the document is not ready for the end');
  if (refused.length > 0) return { refused };
  const document = textOf(data.final_document);
  const isRehearsal = call.isRehearsal === true;
  const signature = {
    approver: approverText(call.by, call.statedBy, isRehearsal),
    approvedAt: isRehearsal ? '' : new Date(deps.now()).toISOString(),
    ...{ signed: isRehearsal ? '' : textHash(signedPart('design', document)), run: call.run.id },
  };
  const { approver, approvedAt: approved_at } = signature;
  const final_document = approveDesign(document, { ...signature, accepted_issues: open });
  // Doing it again changes nothing; the signed text is not touched.
  const { project, feature } = placeOf(call);
  const traced = data.prd === null ? null : await fillPrd(deps.files, project, feature);
  return {
    output: {
      ...{ ...objectOf(call.answer), verdict: 'approve', accepted_issues: open, approver, approved_at },
      ...(traced !== null && { traced: traced.changed, trace_notes: traced.notes }),
      ...placesOf(feature, shown, signature.signed),
    },
    verdict: 'approve',
    set: {
      ...{ final_document, document_status: 'FINAL', approved: true, human_revision_requested: false },
      ...{ needs_revision: false, accepted_issues: open },
    },
    files: approvedFiles(call, shown, final_document),
  };
}

/** Where the documents are, from the project, and the hash of what was signed: for the next system. */
function placesOf(feature: string, shown: readonly ShownFile[], signed: string): JsonObject {
  const folder = `${WORKSPACE}/${feature}`;
  const near = (file: DesignFile): string => `${folder}/design/${file}`;
  const paths = shown.map(({ file }) => [file.replace(/\.\w{1,5}$/, ''), near(file)]);
  const hashes = signed === '' ? {} : { [near('design.md')]: signed };
  return { folder, paths: Object.fromEntries(paths) as JsonObject, hashes };
}

interface ShownFile {
  readonly file: DesignFile;
  readonly text: string;
  /** null: somebody removed it. */
  readonly onDisk: string | null;
}

/** The files of the document that was shown, and what they are now. */
async function shownFiles(call: AcceptCall, deps: SddDeps): Promise<readonly ShownFile[]> {
  const drafts = draftsOf(call.data);
  const shown: readonly (readonly [DesignFile, string])[] = [
    ...PARTS.map((part) => [`${part}.md`, drafts[part]] as const),
    ...[['schema.sql', schemaSql(drafts.database)] as const, ['design.md', textOf(call.data.final_document)] as const],
  ];
  const written = shown.filter(([, text]) => text !== '');
  return Promise.all(
    written.map(async ([file, text]) => ({ file, text, onDisk: await deps.files.read(designPath(call, file)) })),
  );
}

/** What was shown is what is approved; so it must still be what the files say. */
function changedSinceShown(shown: readonly ShownFile[]): readonly string[] {
  return shown
    .filter(({ text, onDisk }) => onDisk !== null && onDisk !== text)
    .map(({ file }) => {
      const advice = PARTS.some((part) => file === `${part}.md`)
        ? ', which takes in what stands in the parts'
        : ': the next version is made anew and yours is kept beside it';
      return `design/${file} was changed since the document was shown: put it back, or ask for a revision${advice}`;
    });
}

/** The document approved; and what was removed of what was shown, since no document is final without its files. */
function approvedFiles(call: AcceptCall, shown: readonly ShownFile[], final_document: string) {
  return shown.flatMap(({ file, text, onDisk }) => {
    if (file !== 'design.md') return onDisk === null ? [fileInstead(designPath(call, file), text, null)] : [];
    return [fileInstead(designPath(call, file), final_document, onDisk)];
  });
}

async function revise(call: AcceptCall, { feedback, comments }: Verdict, deps: SddDeps) {
  const { data } = call;
  const review = data.review_feedback === null ? null : (objectOf(data.review_feedback) as unknown as ReviewFeedback);
  const written = comments.filter(({ text = '' }) => text.trim() !== '');
  const own = comments.filter((comment) => !written.includes(comment)).map(commentIssue);
  const { texts } = await takeIn(call, draftsOf(data), deps);
  const placed = written.map(({ section, text = '' }) => ({ section: sectionNamed(texts, section), text }));
  const lost = written.find((_, at) => placed[at]?.section === null);
  if (lost !== undefined) return { refused: [noSection(lost.section)] };
  const byPerson = withWritten(
    texts,
    placed.map(({ section, text }) => ({ section: section ?? '', text })),
  );
  const answered = answerSections(byPerson, feedback);
  // A form sends what it says of sections beside the answers too.
  const isComment = answered.sections.length > 0 && comments.some(({ comment }) => comment === answered.rest);
  const rest = isComment ? '' : answered.rest;
  if (rest === '' && comments.length === 0 && answered.sections.length === 0)
    return { refused: ['a revision needs feedback: say what to change, in "feedback" or in "comments"'] };
  const said: readonly ReviewIssue[] = rest === '' ? [] : [issueBy(rest)];
  // What could not be carried out before is still asked for.
  const human = [...said, ...own, ...openFor(data, [...said, ...own])];
  const points = human.map(({ description }) => openPoint(description));
  const against = PARTS.map((part) => tooLongWith([answered.texts[part], ...points].join('\n\n'))).find(Boolean);
  if (against != null) return { refused: [against] };
  const drafted = objectOf(data.drafted);
  return {
    output: { ...objectOf(call.answer), verdict: 'revise' },
    verdict: 'revise',
    set: {
      ...{ approved: false, human_revision_requested: true, document_status: 'DRAFT', final_document: null },
      ...{ needs_revision: false, revision_count: 0, human_revisions: Number(data.human_revisions) + 1 },
      revision_feedback: [
        feedbackText(review, { feedback: rest, comments: own }),
        ...written.map(({ section, comment }) => writtenSentence(section, comment)),
        ...answered.sections.map((section) => writtenSentence(section, 'its question is answered')),
      ]
        .join('\n')
        .trim(),
      forced_reason: null,
      revision_issues: [...human, ...(review?.issues ?? [])].map((issue) => ({ ...issue })),
      human_issues: human.map((issue) => ({ ...issue })),
      // The next round is compared with what the person saw, and with what they asked for.
      drafted:
        typeof drafted.round === 'number'
          ? { ...drafted, review: { ...objectOf(drafted.review), issues: withIssues(drafted.review, human) } }
          : null,
      // What was best before is not what is asked for now.
      ...{ best: null, accepted_issues: [] },
    },
    files: await changedFiles(call, texts, answered.texts, deps),
  };
}

const noSection = (section: string): string =>
  `Expected a section of the design for each text, found "${section}". Name it as "HLD: Security" does.`;

const issueBy = (description: string): ReviewIssue => ({ category: 'human review', severity: 'HIGH', description });

const commentIssue = ({ section, comment }: Comment): ReviewIssue => ({ ...issueBy(comment), location: section });

const writtenSentence = (section: string, comment: string): string =>
  `The person wrote "${section}" themselves (${pointOf(comment)}): it stays as they wrote it.`;

/** Issues of earlier reviews by a person that still stand in the texts as open. */
function openFor(data: JsonObject, asked: readonly ReviewIssue[]): readonly ReviewIssue[] {
  const again = new Set(asked.map(({ description }) => pointOf(description)));
  return openHumanIssues(data.human_issues, draftsOf(data)).filter(
    ({ description }) => !again.has(pointOf(description)),
  );
}

function withIssues(review: Json | undefined, human: readonly ReviewIssue[]): Json {
  const known = listOf<ReviewIssue & JsonObject>(objectOf(review).issues);
  const points = new Set(known.map(({ description }) => description));
  return [...known, ...human.filter(({ description }) => !points.has(description)).map((issue) => ({ ...issue }))];
}

/** What the person wrote goes into the files of the parts, and from there into the next drafts, as an edit by hand. */
async function changedFiles(call: AcceptCall, before: DesignTexts, now: DesignTexts, deps: SddDeps) {
  const files: IntendedFile[] = [];
  for (const part of PARTS) {
    const path = designPath(call, `${part}.md`);
    if (now[part] !== before[part]) files.push(fileInstead(path, now[part], await deps.files.read(path)));
  }
  return files;
}
