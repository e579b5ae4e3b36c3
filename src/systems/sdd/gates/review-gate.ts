// The review of a design: the document, what speaks against it, and what a decision comes to.

import { OPEN_ISSUES, PART_TITLES, SOURCES_USED } from '../../../documents/design/assemble-design.ts';
import { type RoundComparison, roundNotices } from '../../../documents/design/compare-rounds.ts';
import { sourceLines } from '../../../documents/design/context-sources.ts';
import { type DesignFinding, SEVERITIES } from '../../../documents/design/finding.ts';
import { type DesignTexts, PARTS, parsePart } from '../../../documents/design/part.ts';
import { bySeverity } from '../../../documents/design/review.ts';
import { type ContextSource, FORCED_SENTENCES, type ForcedReason } from '../../../documents/design/state.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { Decision, DocumentReview, GateAnswer } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { openOf } from '../format.ts';
import { editSentences, type HandEdit } from '../hand-edits.ts';
import { draftsOf, listOf, objectOf, textOf } from '../sdd-deps.ts';

const BY_CODE = 'Code makes this of the parts';
const FIXED = ['Glossary', OPEN_ISSUES, SOURCES_USED, 'Architecture Diagram', 'Data Flow Diagram', 'Entity Diagram'];

export async function designReview(facts: GateFacts): Promise<DocumentReview> {
  const { data } = facts;
  const text = textOf(data.final_document);
  const path = textOf(data.design_path);
  const project = `${textOf(data.project_path)}/`;
  const onDisk = await facts.read(path);
  const texts = draftsOf(data);
  return {
    ...{ kind: 'document', title: 'Design', text, file: 'design.md' },
    notices: await noticesOf(facts),
    before: await lastSeen(facts, text),
    path: path.startsWith(project) ? path.slice(project.length) : path,
    ...{ isWritten: true, fixed: FIXED.map((section) => ({ section, why: BY_CODE })), sections: sectionsIn(texts) },
    doubts: doubtsOf(data, texts),
    assumptions: openOf(data).map(({ severity, description }) => `Open issue (${severity}): ${description}`),
    ...{ edited: onDisk !== null && onDisk !== text ? onDisk : null, canStartOver: false },
  };
}

/** `HLD: Components`; a part without headings is one section. */
function sectionsIn(texts: DesignTexts): readonly string[] {
  return PARTS.flatMap((part) =>
    texts[part].trim() === ''
      ? []
      : parsePart(part, texts[part]).sections.map(({ id, title }) =>
          id === part ? PART_TITLES[part] : `${part === 'database' ? 'Database' : part.toUpperCase()}: ${title}`,
        ),
  );
}

async function noticesOf(facts: GateFacts): Promise<readonly string[]> {
  const { data } = facts;
  const rounds = listOf<RoundComparison & JsonObject>(data.rounds);
  const best = objectOf(data.best).round;
  const folder = textOf(data.design_path).replace(/[^/]*$/, '');
  const now: string[] = [];
  for (const part of PARTS) {
    const onDisk = await facts.read(`${folder}${part}.md`);
    if (onDisk !== null && onDisk !== draftsOf(data)[part])
      now.push(`design/${part}.md was edited by hand since; a revision takes that in.`);
  }
  const sources = sourceLines(listOf<ContextSource & JsonObject>(data.retrieved_context));
  return [
    ...editSentences(listOf<HandEdit>(data.hand_edits)),
    ...now,
    ...roundNotices(rounds, typeof best === 'number' ? best : (rounds.at(-1)?.round ?? 0)),
    ...(sources.length === 0
      ? []
      : [`Drafters were given passages of ${counted(sources.length, 'file')}: ${sources.join('; ')}.`]),
  ];
}

function doubtsOf(data: JsonObject, texts: DesignTexts): readonly string[] {
  const open = openOf(data);
  const forced = (data.forced_reason ?? 'limit') as ForcedReason;
  const findings = bySeverity(listOf<DesignFinding & JsonObject>(data.rule_findings));
  const assumed = PARTS.flatMap((part) => texts[part].match(/^[ \t>*-]*Assumption:/gm) ?? []).length;
  return [
    ...(open.length > 0
      ? [`It was forced on with ${counted(open.length, 'issue')} open. ${FORCED_SENTENCES[forced]}`]
      : []),
    ...(findings.length > 0 ? [`Rules found ${countsOf(findings)}.`] : []),
    ...findingLines(findings),
    ...(assumed > 0 ? [`It rests on ${counted(assumed, 'assumption')}; its lines with "Assumption:" name them.`] : []),
  ];
}

const GRAVE: ReadonlySet<string> = new Set(['CRITICAL', 'HIGH']);
const NAMED_MAX = 10;

/** A grave one has its own line; the others share one for each rule and part. */
function findingLines(findings: readonly DesignFinding[]): readonly string[] {
  const groups = Map.groupBy(findings, ({ severity, rule, part, message }) =>
    JSON.stringify(GRAVE.has(severity) ? [severity, part, rule, message] : [severity, part, rule]),
  );
  return [...groups.values()].map((own) => {
    const [{ severity, part, rule } = { severity: '', part: '', rule: '' }] = own;
    const named = own.slice(0, NAMED_MAX).map(({ message }) => message);
    const more = own.length > NAMED_MAX ? ` And ${own.length - NAMED_MAX} more in data.rule_findings.` : '';
    const head = [severity, part, rule, ...(own.length > 1 ? [String(own.length)] : [])].join(', ');
    return `By rule (${head}): ${named.join(' ')}${more}`;
  });
}

/** `12: 1 HIGH, 8 MEDIUM, 3 LOW`. */
function countsOf(findings: readonly DesignFinding[]): string {
  const counts = SEVERITIES.map((severity) => [findings.filter((each) => each.severity === severity).length, severity]);
  return `${findings.length}: ${counts
    .filter(([count]) => count !== 0)
    .map((count) => count.join(' '))
    .join(', ')}`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** In the second round and later: the version before this one. */
async function lastSeen(facts: GateFacts, text: string): Promise<string | null> {
  if (facts.visit < 2) return null;
  const versions = await facts.versions('final_document');
  return versions.filter((version) => version !== text).at(-1) ?? null;
}

export async function designAnswer(facts: GateFacts, decision: Decision): Promise<GateAnswer> {
  if (decision.kind !== 'document')
    return { refused: [`Expected a decision on a document, found "${decision.kind}".`] };
  const { verdict, feedback = '', changes = [], isConfirmed } = decision;
  const isForced = openOf(facts.data).length > 0;
  if (verdict === 'approve') {
    if (isForced && isConfirmed !== true)
      return { refused: ['the open issues that it lists are not accepted, and whoever approves it accepts them'] };
    return { output: { verdict: 'approve', ...(isForced && { accepted_issues: true }) }, verdict: 'approve' };
  }
  const comments = changes.map(({ section, reason, text }) => ({
    section,
    comment: text === '' ? reason : `${reason}\nIt should say:\n${text}`.trim(),
  }));
  if (feedback.trim() === '' && comments.length === 0)
    return { refused: ['a revision needs feedback that says what should change'] };
  // What was said of one section alone is its comment.
  const isComment = comments.length === 1 && comments[0]?.comment === feedback.trim();
  return {
    output: {
      verdict: 'revise',
      ...(feedback.trim() !== '' && !isComment && { feedback: feedback.trim() }),
      ...(comments.length > 0 && { comments }),
    },
    verdict: 'revise',
  };
}

/** `"approve"`, or the result as it goes over the wire. */
export function writtenVerdict(given: Json): Decision | GateAnswer | string {
  // Whoever writes the answers down accepts what is open with it.
  if (given === 'approve') return { kind: 'document', verdict: 'approve', isConfirmed: true };
  const { verdict, approved } = isJsonObject(given) ? given : {};
  const said = verdict ?? (typeof approved === 'boolean' ? (approved ? 'approve' : 'revise') : undefined);
  if (said !== 'approve' && said !== 'revise')
    return '"approve", or {"verdict": "approve" or "revise", "feedback": "..."}';
  return { output: given, verdict: said };
}

export function decidedDesign({ verdict, feedback, comments }: JsonObject): string {
  if (verdict === 'approve') return 'approved';
  const said = listOf<{ section: string; comment: string } & JsonObject>(comments);
  const words = [textOf(feedback), ...said.map(({ section, comment }) => `${section}: ${comment}`)].filter(Boolean);
  return `revision asked for: ${words.join('; ')}`;
}
