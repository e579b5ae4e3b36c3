// The review of a design: the document, what speaks against it, and what a decision comes to.

import { OPEN_ISSUES, SOURCES_USED } from '../../../documents/design/assemble-design.ts';
import { counted, type RoundComparison, roundNotices } from '../../../documents/design/compare-rounds.ts';
import { sourceLines } from '../../../documents/design/context-sources.ts';
import { type DesignFinding, SEVERITIES } from '../../../documents/design/finding.ts';
import { namedSections, PART_NAMES, PART_TITLES } from '../../../documents/design/named-sections.ts';
import { filedPoint, type OpenPoint, openPointsIn, openSectionsIn } from '../../../documents/design/open-points.ts';
import { type DesignTexts, PARTS } from '../../../documents/design/part.ts';
import { bySeverity, issueLine, issueOf, readReview } from '../../../documents/design/review.ts';
import {
  type ContextSource,
  FORCED_SENTENCES,
  type ForcedReason,
  type ReviewFeedback,
} from '../../../documents/design/state.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { Decision, DocumentReview, GateAnswer } from '../../../ports/review.ts';
import type { GateFacts } from '../../../ports/system.ts';
import { earlierOf, earlierSentence } from '../earlier-version.ts';
import { openOf } from '../format.ts';
import { editSentences, type HandEdit } from '../hand-edits.ts';
import { draftsOf, listOf, objectOf, textOf } from '../sdd-deps.ts';
import { isWithoutModel } from '../without-model.ts';

const BY_CODE = 'Code makes this of the parts';
const DIAGRAMS = ['Architecture Diagram', 'Data Flow Diagram', 'Entity Diagram'];
const FIXED = ['Title', 'Glossary', OPEN_ISSUES, SOURCES_USED, ...DIAGRAMS];
const LISTED_MAX = 6;
const WORST_MAX = 3;
const NOTICE_MAX = 140;

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
    parts: PARTS.map((part) => ({ heading: PART_TITLES[part], name: PART_NAMES[part] })),
    questions: [...new Set(openSectionsIn(texts).map(({ question }) => question))],
    ...{ issues: issuesOf(data, texts), doubts: doubtsOf(data, texts) },
    assumptions: openOf(data).map(({ severity, description }) => `Open issue (${severity}): ${description}`),
    ...{ edited: onDisk !== null && onDisk !== text ? onDisk : null, canStartOver: false },
  };
}

/** `HLD: Components`, and each part by its title. */
function sectionsIn(texts: DesignTexts): readonly string[] {
  return PARTS.flatMap((part) => namedSections(part, texts[part]).map(({ name }) => name));
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
  const earlier = earlierOf(data);
  const sources = sourceLines(listOf<ContextSource & JsonObject>(data.retrieved_context));
  return [
    ...reviewNotices(data),
    ...pointsBesideReview(data, draftsOf(data)).slice(0, LISTED_MAX).map(pointSentence),
    ...(earlier === null ? [] : [earlierSentence(earlier)]),
    ...listOf<string>(objectOf(data.prd).notes),
    ...editSentences(listOf<HandEdit>(data.hand_edits)),
    ...now,
    ...roundNotices(rounds, typeof best === 'number' ? best : (rounds.at(-1)?.round ?? 0)),
    ...(sources.length === 0
      ? []
      : [`Drafters were given passages of ${counted(sources.length, 'file')}: ${sources.join('; ')}.`]),
  ];
}

/** The last review in a sentence, and the worst that it found. */
function reviewNotices(data: JsonObject): readonly string[] {
  if (data.review_feedback === null || data.review_feedback === undefined) return [];
  const { overall_score, issues } = reviewIn(data);
  if (isNotJudged(data)) return [NOT_JUDGED, ...openSectionLines(draftsOf(data))];
  const score = overall_score === undefined ? 'no score' : `score ${overall_score.toFixed(2)}`;
  const verdict = data.needs_revision === true ? 'asks for a revision' : 'passes';
  const counts = SEVERITIES.flatMap((severity) => {
    const count = issues.filter((issue) => issue.severity === severity).length;
    return count === 0 ? [] : [`${count} ${severity}`];
  });
  const found = issues.length === 0 ? 'no open issues' : `${issues.length} open (${counts.join(', ')})`;
  const worst = bySeverity(issues).slice(0, WORST_MAX);
  return [
    `Review: ${score}, ${verdict}, ${found}.`,
    ...worst.map(({ severity, description }) => `- ${severity}: ${shortened(description)}`),
  ];
}

const NOT_JUDGED = 'Review: not judged, since no model reviewed it.';

/** A review without a model says nothing of its own. */
function isNotJudged(data: JsonObject): boolean {
  const { overall_score, issues } = reviewIn(data);
  return overall_score === undefined && issues.length === 0 && isWithoutModel(data, 'review_doc');
}

/** `Open in HLD: Components, Security.` */
function openSectionLines(texts: DesignTexts): readonly string[] {
  const open = openSectionsIn(texts).map(({ name }) => name);
  return PARTS.flatMap((part) => {
    const lead = `${PART_NAMES[part]}: `;
    const titles = open.filter((name) => name.startsWith(lead)).map((name) => name.slice(lead.length));
    return titles.length === 0 ? [] : [`Open in ${lead}${titles.join(', ')}.`];
  });
}

const reviewIn = (data: JsonObject): ReviewFeedback => readReview(data.review_feedback ?? null);

const shortened = (text: string): string =>
  text.length <= NOTICE_MAX ? text : `${text.slice(0, NOTICE_MAX).replace(/ [^ ]{0,80}$/, '')} ...`;

const pointSentence = ({ section, point }: OpenPoint): string =>
  `Not carried out, and left open in ${section}: ${point}`;

/** Open points that the last review does not tell of: each is shown once. */
function pointsBesideReview(data: JsonObject, texts: DesignTexts): readonly OpenPoint[] {
  const reviewed = reviewIn(data).issues.map(({ description }) => filedPoint(description));
  return openPointsIn(texts).filter(({ point }) => !reviewed.some((issue) => point.startsWith(issue)));
}

/** In full: of the review, of the person's own reviews, and by rule where the reviewer did not take it over. */
function issuesOf(data: JsonObject, texts: DesignTexts): readonly string[] {
  const { issues } = reviewIn(data);
  const findings = listOf<DesignFinding & JsonObject>(data.rule_findings).map(issueOf);
  const others = findings.filter(({ description }) => !issues.some((issue) => issue.description === description));
  return [
    ...pointsBesideReview(data, texts).map(pointSentence),
    ...[...bySeverity(issues), ...bySeverity(others)].map((issue) => issueLine(issue).slice('- '.length)),
  ];
}

function doubtsOf(data: JsonObject, texts: DesignTexts): readonly string[] {
  const open = openOf(data);
  const forced = (data.forced_reason ?? 'limit') as ForcedReason;
  const findings = bySeverity(listOf<DesignFinding & JsonObject>(data.rule_findings));
  const points = pointsBesideReview(data, texts);
  const morePoints = points.length - LISTED_MAX;
  const unanswered = openSectionsIn(texts).length;
  const assumed = PARTS.flatMap((part) => texts[part].match(/^[ \t>*-]*Assumption:/gm) ?? []).length;
  return [
    ...(open.length > 0
      ? [`It was forced on with ${counted(open.length, 'issue')} open. ${FORCED_SENTENCES[forced]}`]
      : []),
    ...(isNotJudged(data) ? [NOT_JUDGED] : []),
    ...(unanswered > 0 ? [`${counted(unanswered, 'section')} left open.`] : []),
    ...points.slice(0, LISTED_MAX).map(pointSentence),
    ...(morePoints > 0 ? [`Not carried out: ${morePoints} more points.`] : []),
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
    if (feedback.trim() !== '' || changes.length > 0)
      return {
        refused: [`it approves and asks for a change at once ("${feedback.trim()}"); it is approved as it is, or not`],
      };
    if (isForced && isConfirmed !== true)
      return { refused: ['the open issues that it lists are not accepted, and whoever approves it accepts them'] };
    return { output: { verdict: 'approve', ...(isForced && { accepted_issues: true }) }, verdict: 'approve' };
  }
  const comments = changes.map(({ section, reason, text }) => ({
    ...{ section, comment: reason },
    ...(text !== '' && { text }),
  }));
  if (feedback.trim() === '' && comments.length === 0)
    return { refused: ['a revision needs feedback that says what should change'] };
  // What was said of one section alone is its comment, and why someone edited it is no wish of its own.
  const isComment = comments.some(
    ({ comment, text }) => comment === feedback.trim() && (comments.length === 1 || text !== undefined),
  );
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
  // A file of answers accepts what is open with it.
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
