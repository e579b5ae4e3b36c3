// A brief that is started over, by rules: written anew from the request and the feedback. What rules cannot read of the
// feedback is asked.

import { isAssumed } from '../../documents/gaps/ears-requirement.ts';
import { isStartOver, type Modification } from '../../documents/prd/brief.ts';
import { briefProblems, parseBrief } from '../../documents/prd/parse-brief.ts';
import { quoteUtterance } from '../../documents/prd/quote-utterance.ts';
import { type Clarification, clarifyingQuestions } from '../../documents/prd/unclear.ts';
import { sectionOf, withBullet } from './brief-lines.ts';
import { asksForNothing, feedbackGoalsIn, statementsOf } from './feedback-goals.ts';
import { workIn } from './revise-brief.ts';
import { NO_RESULT, writeBrief } from './write-brief.ts';

export interface BriefRequest {
  readonly utterance: string;
  readonly domain: string | null;
  readonly clarifications: readonly Clarification[];
}

const OPEN_QUESTIONS = '### Open Questions\n';

export function startOver(
  { utterance, domain, clarifications }: BriefRequest,
  feedback: string,
  modifications: readonly Modification[],
  before = '',
): string {
  const whole = modifications.find((each) => isStartOver([each]) && briefProblems(each.requestedContent).length === 0);
  if (whole !== undefined) return quoteUtterance(`${whole.requestedContent.trim()}\n`, utterance);
  const said = feedbackOf(feedback, modifications);
  const statements = statementsOf(said).filter((each) => !asksForNothing(each));
  // A goal clause is part of the request from here on; what speaks of the brief changes what is made of it.
  const goalClauses = statements.filter((each) => feedbackGoalsIn(each) !== null);
  const others = statements.filter((each) => !goalClauses.includes(each)).join('\n');
  const request = [...(isToBeRead(utterance, goalClauses) ? [closed(utterance)] : []), ...goalClauses].join('\n');
  const { featureBriefMarkdown } = writeBrief(request, [], domain, clarifications);
  const parts = modifications.filter((each) => !isStartOver([each]));
  const { text, open } = workIn(quoteUtterance(featureBriefMarkdown, utterance), others, parts);
  return open.reduceRight(withQuestion, withResults(text, before));
}

/** By which result success is seen was said in a round before: it holds for a brief that is written anew too. */
function withResults(text: string, before: string): string {
  const { successCriteria: now } = parseBrief(text);
  const kept = parseBrief(before).successCriteria.filter((point) => !isAssumed(point) && !now.includes(point));
  if (kept.length === 0) return text;
  const added = kept.reduce((all, point) => withBullet(all, 'Success Criteria', point), text);
  return added.replace(`- ${NO_RESULT}\n`, '');
}

/** An utterance that could not be read is in the way of feedback that can. */
const isToBeRead = (utterance: string, goalClauses: readonly string[]): boolean =>
  goalClauses.length === 0 || clarifyingQuestions(utterance).length === 0;
const closed = (utterance: string): string => utterance.trim().replace(/(?<![.!?])$/, '.');

/** What is said with the verdict and with the section is often the same. */
export function feedbackOf(feedback: string, modifications: readonly Modification[]): string {
  const whole = modifications.filter((each) => isStartOver([each]));
  const said = [feedback, ...whole.flatMap((each) => [each.modificationReason, each.requestedContent])];
  return [...new Set(said.map((text) => text.trim()))].filter((text) => text !== '').join('\n');
}

/** First among the open questions: it is the reason why the brief was started over. */
function withQuestion(text: string, said: string): string {
  const [first = '', ...more] = said.split('\n');
  const question = [`- You said "${first}" What should the brief say because of it?`, ...more].join('\n');
  const overview = sectionOf(text, 'Overview');
  const at = overview === undefined ? -1 : text.indexOf(OPEN_QUESTIONS, overview.start);
  if (overview === undefined) return text;
  if (at >= 0 && at < overview.end) {
    const after = at + OPEN_QUESTIONS.length;
    return `${text.slice(0, after)}\n${question}\n${text.slice(after).replace(/^\n+/, '')}`;
  }
  const rest = text.slice(overview.end);
  const block = `${OPEN_QUESTIONS}\n${question}\n`;
  return `${text.slice(0, overview.end).trimEnd()}\n\n${block}${rest === '' ? '' : `\n${rest}`}`;
}
