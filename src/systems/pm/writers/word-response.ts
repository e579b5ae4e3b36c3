// What the system shall do, in EARS form, of a sentence that tells what happens: in a case, to somebody, by somebody.

import { lowered, readGoalClause } from '../../../documents/gaps/read-goal-clause.ts';
import { titleCase } from '../../../documents/gaps/title-case.ts';
import { baseOfParticiple, baseOfThird, gerundOf } from '../../../documents/words/verbs.ts';
import { lower, upper, withoutDot } from './draft-sources.ts';

export interface WordedSentence {
  readonly description: string;
  readonly title: string;
  /** As a part of the scope. */
  readonly scope: string;
  /** That a tester can carry out. */
  readonly criteria: readonly string[];
}

const CASE = /^(if|when|whenever|as soon as|once) ([^,]{3,300}), (?:then )?(.{3,600})$/i;
const CASE_BEHIND = /^(.{3,300}?),? (if|when|as soon as) (.{3,300})$/i;
/** Words of the one who speaks: out of their sentence nobody knows who that is. */
const SPEAKER = /\b(?:i|we|me|us|my|our|you|your)\b/i;

/** null: it is no sentence that rules can word anew. */
export function wordSentence(sentence: string): WordedSentence | null {
  const said = withoutDot(sentence).replace(/\s+/g, ' ');
  return wordCase(said) ?? wordShown(said) ?? wordPlain(said);
}

function wordCase(said: string): WordedSentence | null {
  const [, before = '', condition = '', rest = ''] = CASE.exec(said) ?? [];
  const behind = rest === '' ? CASE_BEHIND.exec(said) : null;
  const [lead, when, then] =
    behind === null ? [before, condition, rest] : [behind[2] ?? '', behind[3] ?? '', behind[1] ?? ''];
  if (then === '' || SPEAKER.test(`${when} ${then}`)) return null;
  const word = /^if$/i.test(lead) ? 'If' : 'When';
  const parts = responsesIn(then);
  const shall = parts.map(responseOf);
  const joined = shall.join(' and ');
  const isPronoun = /\b(?:it|them|this|that)\b/i.test(shall[0] ?? '');
  const first = shall[0] ?? '';
  return {
    description: `${word} ${lower(when)}, the system shall ${joined}.`,
    title: titleCase(isPronoun || first.startsWith('make sure') ? `${word} ${when}` : actionIn(parts[0] ?? '', first)),
    scope: `${upper(shall.map(asGerund).join(' and '))} ${word.toLowerCase()} ${lower(when)}`,
    criteria: [caseTest(when, parts), ...edgeTests(when)],
  };
}

/** Without who does it. */
function actionIn(part: string, shall: string): string {
  const [, , does = '', rest = ''] = shall.startsWith('let ') ? (DOES.exec(part) ?? []) : [];
  return does === '' ? shall.replace(/^let /, '') : `${baseOfThird(does) ?? does} ${rest}`;
}

/** "the picker reports it and the shift lead is informed": two, where each has somebody or something of its own. */
function responsesIn(then: string): readonly string[] {
  const parts = then.split(/,? and (?=(?:the|an?|each|every|it|they|his|her|their|all) )/i);
  return parts.every((part) => readResponse(part) !== null) ? parts : [then];
}

const PASSIVE = /^(.{2,120}?) (?:is|are) (?:then |also )?(\p{L}{2,30})(?: (?!by\b)(.{1,300}))?$/iu;
const GETS = /^(.{2,160}?) (?:also )?(?:gets?|receives?) ((?:an?|the|one|their|his|her|no|\d+)\b.{1,300})$/i;
const SEES = /^(.{2,160}?) (?:also )?sees? (.{2,300})$/i;
const ITSELF = /^the (?:system|app|tool|program|software) (\p{L}{2,30}s)(?: (.{1,300}))?$/iu;
const DOES = /^((?:an?|the|each|every) (?:[\p{L}-]{1,40} ){0,2}[\p{L}-]{1,40}) (\p{L}{3,40}s) (.{1,400})$/iu;
const MESSAGE = /\b(?:messages?|notifications?|e-?mails?|reminders?|alerts?|sms|texts?|calls?|letters?)\b/i;

/** "Singers who have not answered get": of whom it is said. */
const OF_WHOM = / (?:who|that|which) [^,]{3,120}?(?= (?:gets?|receives?|sees?) )/i;

const responseOf = (part: string): string => readResponse(part) ?? `make sure that ${lower(part)}`;

function readResponse(part: string): string | null {
  if (/\b(?:not|never|no longer|nobody|cannot)\b/i.test(part.replace(OF_WHOM, ''))) return null;
  const itself = ITSELF.exec(part);
  const own = itself === null ? null : baseOfThird(itself[1] ?? '');
  if (own !== null) return [own, itself?.[2]].filter(Boolean).join(' ');
  const gets = GETS.exec(part);
  if (gets !== null) return `${MESSAGE.test(gets[2] ?? '') ? 'send' : 'give'} ${whom(gets[1] ?? '')} ${gets[2]}`;
  const sees = SEES.exec(part);
  if (sees !== null) return `show ${whom(sees[1] ?? '')} ${sees[2]}`;
  const passive = PASSIVE.exec(part);
  const done = passive === null ? null : baseOfParticiple(passive[2] ?? '');
  if (done !== null) return [done, whom(passive?.[1] ?? ''), passive?.[3]].filter(Boolean).join(' ');
  const does = DOES.exec(part);
  const base = does === null ? null : baseOfThird(does[2] ?? '');
  if (base !== null) return `let ${whom(does?.[1] ?? '')} ${base} ${does?.[3]}`;
  const [action] = readGoalClause(part) ?? [];
  return action?.kind === 'person' && action.actor !== '' && !/^(?:be|have)$/.test(action.verb)
    ? `let ${action.actor} ${action.verb} ${action.rest}`
    : null;
}

const whom = (who: string): string => lowered(who.replace(/^they$/i, 'them').replace(/^(?:he|she)$/i, 'them'));

/** "let the picker report it" -> "letting the picker report it" */
const asGerund = (shall: string): string => shall.replace(/^\p{L}+/u, (verb) => gerundOf(verb));

const isDone = (part: string): boolean => DOES.test(part) && !GETS.test(part) && !SEES.test(part);

/** What somebody does in the case is the step, what follows is the result. */
function caseTest(when: string, parts: readonly string[]): string {
  const [first = '', ...more] = parts;
  if (more.length > 0 && isDone(first))
    return `Given that ${lower(when)}, when ${lower(first)}, then ${more.map(lower).join(' and ')}.`;
  const then = parts.map(lower).join(' and ');
  return `Given a trial in which ${lower(when)}, when somebody looks at the result, then ${then}.`;
}

/** "above 7": at 7 it does not happen yet. */
function edgeTests(when: string): readonly string[] {
  const [, bound = '', figure = ''] =
    /\b(above|over|more than|below|under|less than) (\d[\d.,]{0,12})/i.exec(when) ?? [];
  return bound === '' ? [] : [`Given the same trial with exactly ${figure}, then that does not happen.`];
}

const SHOWN = /^(?:i|we)(?: also)?(?:['’]d like to| would like to| want to)? (?:also )?see (.{3,300})$/i;

/** "I would like to see which bread is thrown away most". */
export function wordShown(said: string): WordedSentence | null {
  const seen = SHOWN.exec(said)?.[1];
  if (seen === undefined || SPEAKER.test(seen)) return null;
  return {
    description: `The system shall show ${seen}.`,
    title: titleCase(`show ${seen}`),
    scope: `Showing ${seen}`,
    criteria: [`Given a trial, when somebody looks, then the system shows ${seen}.`],
  };
}

/** Somebody gets or sees something; or a sentence that has to come true. */
function wordPlain(said: string): WordedSentence | null {
  if (SPEAKER.test(said) || !/\s/.test(said)) return null;
  const shall = GETS.test(said) || SEES.test(said) ? readResponse(said) : null;
  if (shall !== null)
    return {
      description: `The system shall ${shall}.`,
      title: titleCase(titleOf(said, shall)),
      scope: upper(asGerund(shall)),
      criteria: [`Given a trial with everything that this needs, when it is due, then ${lower(said)}.`],
    };
  return null;
}

/** What is sent or seen, not to whom. */
function titleOf(said: string, shall: string): string {
  const [gets, sees] = [GETS.exec(said)?.[2], SEES.exec(said)?.[2]];
  if (gets !== undefined) return `${MESSAGE.test(gets) ? 'send' : 'give'} ${gets}`;
  return sees === undefined ? shall : `see ${sees}`;
}

/** A sentence that no other rule words: it has to come true. */
export function wordOutcome(sentence: string): WordedSentence | null {
  const said = withoutDot(sentence).replace(/\s+/g, ' ');
  if (SPEAKER.test(said) || said.split(' ').length < 3) return null;
  return {
    description: `The system shall make sure that ${lower(said)}.`,
    title: titleCase(said.replace(/(?:, | because | so that ).*$/is, '')),
    scope: upper(said),
    criteria: [`Given a trial, when it is carried out step by step, then ${lower(said)}.`],
  };
}
