// Takes an utterance apart: what is wanted, what for, what is measured, and what is not wanted. No clause is invented.

import { isPlural, objectIn, readGoalClause, thingOf } from '../gaps/read-goal-clause.ts';
import { readSurely } from '../gaps/read-surely.ts';
import { relativeClause } from '../gaps/relative-clause.ts';
import { gerundOf, participleOf, presentVerb, thirdOf } from '../gaps/verbs.ts';
import { plain, sentencesOf } from '../markdown/bullets-of.ts';
import { asGoalClause } from './as-goal-clause.ts';
import { bare, pieces, shortened } from './bare-clause.ts';
import { apartFromLimit, boundsAfter, isHowOften, withLimit } from './bounds-after.ts';
import { complaintsIn, isOnlyForWhom, withoutPronouns } from './complaints-in.ts';
import { isSaid, placeClause } from './place-clause.ts';
import { plainRequest } from './plain-request.ts';
import {
  ADVERBIAL,
  ASKED,
  CHATTER,
  JOINT,
  NEVER,
  NOT_SO,
  OTHER_WAY,
  OUTCOME,
  POLITE,
  PROBLEM,
  PURPOSE,
  REASON,
  SUBJECT,
  TO_DO_LATER,
  TODAY,
  UNWANTED,
} from './utterance-forms.ts';

export interface Clauses {
  /** How things are now, where that is why something is wanted. */
  readonly problems: readonly string[];
  readonly wanted: readonly string[];
  /** What it is good for: "so that ...". */
  readonly purposes: readonly string[];
  /** Those with a number and a unit. */
  readonly measures: readonly string[];
  readonly unwanted: readonly string[];
}

const CLAUSES_MAX = 24;
const WISHING = "wants?|needs?|would|should|must|shall|can|could|wish|like|love|require|expect|have to|['’]d";
const ASKING = new RegExp(`\\b(?:${WISHING}|looking for|thinking|lose|losing|don['’]t|do not|never|no)\\b`, 'i');

export function clausesOf(utterance: string): Clauses {
  const found = {
    problems: [] as string[],
    wanted: [] as string[],
    purposes: [] as string[],
    measures: [] as string[],
    unwanted: [] as string[],
  };
  const statements = withoutPronouns(statementsOf(utterance));
  for (const [at, sentence] of statements.entries()) {
    const isToday = TODAY.test(sentence) && !ASKED.test(sentence) && statements.slice(at + 1).some(isAsking);
    if (isToday) found.problems.push(shortened(sentence.replace(/(?<![.!?])[.!?]+$/, '')));
    else takeApart(sentence, found);
  }
  const unique = (list: readonly string[]) => [...new Set(list)].slice(0, CLAUSES_MAX);
  const { problems, wanted, purposes, measures, unwanted } = found;
  return {
    ...{ problems: unique(problems), wanted: unique(wanted), purposes: unique(purposes) },
    ...{ measures: unique(measures), unwanted: unique(unwanted) },
  };
}

const isAsking = (sentence: string): boolean => ASKED.test(sentence) || BUILD.test(sentence);
const BUILD = /^(?:please )?(?:build|make|create|add|implement|give|show|send|import|replace) /i;

/** Sentences and lines, without Markdown's marks. */
function statementsOf(utterance: string): string[] {
  return utterance
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^[\s>#*+|`~=-]+|^\s*\d{1,3}[.)]\s+|(?<![\s|`~=#])[\s|`~=#]+$/g, ''))
    .flatMap((line) => sentencesOf(clean(line)))
    .flatMap((sentence) =>
      sentence.split(/;\s|,?\sbut (?=(?:we|i) (?:need|want|would like) )/i).map((part) => part.trim()),
    )
    .flatMap((sentence) => sentence.split(ASKS_AFTER).map((part) => part.trim()))
    .flatMap(withoutColon)
    .filter((sentence) => sentence !== '')
    .slice(0, 200);
}

/** "Replace our spreadsheet: employees ask for days off": what is asked for, and how it goes. */
function withoutColon(sentence: string): readonly string[] {
  const at = sentence.indexOf(': ');
  const [lead, rest] = [sentence.slice(0, at), sentence.slice(at + 2)];
  return at > 0 && BUILD.test(`${lead} `) && hasSubject(rest.split(/,\s/)[0] ?? '') ? [lead, rest] : [sentence];
}

/** "owners keep calling, can you make something so they ...": how things are stands before what is asked for. */
const ASKS_AFTER = /,\s+(?:so )?(?=(?:can|could|would|will) you (?:please )?(?:build|make|create|write|develop|add) )/i;

function clean(text: string): string {
  return plain(text)
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[<>|`#*_[\]{}\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

type Found = { readonly [kind in keyof Clauses]: string[] };

function takeApart(sentence: string, found: Found): void {
  const given = plainRequest(sentence.replace(/(?<![.!?])[.!?]+$/, ''));
  const said = withoutChatter(given.text.replace(POLITE, ''));
  found.problems.push(...given.problems);
  found.measures.push(...given.measures);
  // "We run a bakery": who speaks, and nothing that is wanted.
  if (/^(?:we|i) \p{L}+/iu.test(said) && !ASKING.test(said)) return;
  const notSo = NOT_SO.exec(said)?.[1];
  const [first] = readGoalClause(found.wanted[0] ?? '') ?? [];
  if (notSo !== undefined && first !== undefined) {
    found.unwanted.push(`${gerundOf(first.verb)} ${thingOf(first.rest)} ${notSo}`);
    return;
  }
  if (PROBLEM.test(said)) {
    found.problems.push(
      shortened(
        said.replace(/(?:,\s*|(?<!\s)\s+)?(?:and |so )?(?:please )?(?:fix|solve|repair) (?:it|this|that)$/i, ''),
      ),
    );
    return;
  }
  if (isOnlyForWhom(said)) {
    found.wanted.push(said);
    return;
  }
  const today = complaintsIn(said);
  if (today !== null) {
    found.problems.push(...today.problems);
    if (today.rest !== '') takeApart(today.rest, found);
    return;
  }
  const { trouble, goalClause: wished } = troubleIn(said);
  if (trouble !== '') {
    found.problems.push(shortened(trouble));
    takeApart(wished, found);
    return;
  }
  const never = NEVER.exec(said);
  if (never?.[1] !== undefined && never[2] !== undefined) {
    const isOne = /^(?:an?|the|each|every) /i.test(never[1]) && !/s$/i.test(never[1]);
    found.wanted.push(shortened(`${never[1]} ${isOne ? 'does' : 'do'} not ${never[2]}`));
    return;
  }
  const [way, before, by, otherWay] = OTHER_WAY.exec(asGoalClause(said)) ?? [];
  const [action] = readGoalClause(before ?? '') ?? [];
  if (way !== undefined && action !== undefined)
    found.unwanted.push(`use of ${(otherWay ?? '').replace(/^\S+ /, '')} for this`);
  const goalClause = way === undefined || action === undefined ? asGoalClause(said) : `${before}${by}`;
  const { rest: noted, part: unwanted } = cutAt(goalClause, UNWANTED);
  if (unwanted !== null)
    found.unwanted.push(
      ...unwanted
        .split(/,\s+(?:and |or )?|(?<!\s)\s+(?:and|or)\s+/)
        .map(bare)
        .filter(isSaid),
    );
  const { rest: reasoned, part: told } = cutAt(noted, PURPOSE);
  const { purpose, bounds } = boundsAfter(told);
  const { rest, part: reason } = cutAt(reasoned, REASON);
  if (reason !== null && isSaid(bare(reason))) found.problems.push(shortened(bare(reason)));
  for (const clause of goalClausesIn(rest, found.wanted)) placeClause(clause, found);
  if (purpose !== null && isSaid(bare(purpose)) && !/^(?:is|are) /i.test(bare(purpose)))
    placePurpose(bare(purpose), readGoalClause(bare(rest))?.[0]?.actor ?? '', found);
  for (const clause of bounds.flatMap((bound) => goalClausesIn(bound, found.wanted))) placeClause(clause, found);
}

/** "The app crashes when I rotate it, it should ...": what goes wrong stands before what is wanted. */
function troubleIn(said: string): { readonly trouble: string; readonly goalClause: string } {
  const cut = /,\s|\s(?:and|but|so) (?=(?:it|they|the|we|i|please|users)\b)/i.exec(said);
  const trouble = cut === null ? '' : said.slice(0, cut.index);
  const goalClause = cut === null ? '' : said.slice(cut.index + cut[0].length).replace(/^(?:and|but|so) /i, '');
  const isTold = PROBLEM.test(trouble) && !PART_OF_WISH.test(trouble) && isAsking(goalClause);
  return isTold ? { trouble, goalClause } : { trouble: '', goalClause: '' };
}

/** "After a payment fails, ...": when it is wanted, or for whom. */
const PART_OF_WISH =
  /^(?:if|when(?:ever)?|once|as|after|before|while|until|in|on|at|for|each|every|where)\b|\b(?:who|that|which)\b/i;

/** "hey so basically": more than one word of it may stand before what is said. */
function withoutChatter(text: string): string {
  const rest = text.replace(CHATTER, '');
  return rest === text || rest === '' ? text : withoutChatter(rest);
}

/** What it is for; a number in it is a measure, and a sentence on who may do what is a goal clause. */
function placePurpose(purpose: string, actor: string, found: Found): void {
  const said = shortened(inThirdPerson(purpose, actor));
  if (OUTCOME.test(said)) found.measures.push(said);
  else if (/^(?:nobody|no one|only) /i.test(said)) found.wanted.push(said);
  else found.purposes.push(said);
}

/** "I save time", told of a shift leader, is "a shift leader saves time". */
function inThirdPerson(purpose: string, actor: string): string {
  const who = actor === '' ? 'users' : actor;
  return purpose
    .replace(/^(?:i|we) (can|could|will|do not|don['’]t|must)\b/i, `${who} $1`)
    .replace(/^they (?=(?:can|could|will|must)\b)/i, actor === '' ? 'they ' : `${actor} `)
    .replace(/^(?:i|we) (\p{L}+)/iu, (_, verb: string) => `${who} ${isPlural(who) ? verb : thirdOf(verb)}`)
    .replace(/\b(?:my|our)\b/gi, 'their');
}

function goalClausesIn(rest: string, before: readonly string[]): string[] {
  const goalClauses: string[] = [];
  let subject = /^they\b/i.test(rest) ? (before.map(subjectOf).findLast((each) => each !== null) ?? '') : '';
  for (const part of limitApart(rest)
    .flatMap((each) => each.split(JOINT))
    .flatMap(clausesIn)
    .flatMap(actionsOf)
    .flatMap(pieces)) {
    const said = withLimit(bare(part))
      .replace(/(?:,|(?<!\s))\s+(?:too|as well)$/i, '')
      .replace(/^((?:[\p{L}-]+ ){1,4})(?:has|have|needs?) to (?=\p{L})/iu, '$1must ')
      .replace(/^(?:should|must|shall|will) (?=(?:work|run|be) )/iu, 'the system must ')
      .replace(/^(?:should|must|shall|will) (?=\p{L}+ )/iu, '');
    const last = goalClauses.at(-1);
    if (last !== undefined && ADVERBIAL.test(said)) {
      const later = TO_DO_LATER.exec(last);
      if (later === null) goalClauses[goalClauses.length - 1] = `${last} ${said}`;
      else goalClauses.push(`${later[1]} ${later[4]} ${participleOf(later[2] ?? '')} ${later[3]} ${said}`);
      continue;
    }
    const verb = said.split(' ')[0] ?? '';
    // "customers can track ... and get ...": it is still the customers who get it.
    const isTheirs = subject !== '' && presentVerb(verb) === verb;
    const isRefused = isTheirs && readGoalClause(last ?? '')?.at(-1)?.kind === 'never';
    const isAble = subject !== '' && /^(?:can|could|may) \p{L}/iu.test(said);
    const whole = isAble
      ? `${subject} ${said.replace(/^\p{L}+ /u, '')}`
      : isTheirs
        ? `${subject} ${isRefused ? 'not ' : ''}${said}`
        : subject === ''
          ? said
          : said.replace(/^they (?:(?:can|should|must|will|may) )?(?=\p{L})/iu, `${subject} `);
    const clause = withName(ofThing(whole, last), [...before, ...goalClauses], subject);
    subject = subjectOf(said) ?? subject;
    if (/ them\b/i.test(clause) && before.length + goalClauses.length > 0) {
      goalClauses.push(named(clause, [...before, ...goalClauses]));
      continue;
    }
    if (/^be .+ and /i.test(clause) && clause.split(/,? and /).every(isState))
      goalClauses.push(
        ...clause
          .slice(3)
          .split(/,? and /)
          .map((state) => `be ${state}`),
      );
    else goalClauses.push(clause);
  }
  return goalClauses.map(shortened).filter(isSaid);
}

const STATE_WORDS_MAX = 4;
/** "fast", "GDPR compliant": how it is to be. */
const isState = (words: string): boolean => words.split(' ').length <= STATE_WORDS_MAX;

/** A clause that will only be quoted is quoted with its limit, which says nothing without it. */
function limitApart(rest: string): readonly string[] {
  const [wanted = '', limit] = apartFromLimit(rest);
  if (limit === undefined) return [rest];
  const last = wanted.split(JOINT).flatMap(clausesIn).at(-1) ?? '';
  if (readSurely(bare(last)) === null) return [rest];
  return isHowOften(limit) ? [`${wanted} ${limit}`] : [wanted, limit];
}

/** "a tool that converts files", and then "exits with code 2": it is the tool that does. */
function ofThing(said: string, last: string | undefined): string {
  const [, does, , rest = ''] = /^((\p{L}+)s) (\S.*)$/u.exec(said) ?? [];
  const isThing =
    last !== undefined && /\b(?:that|which) \p{L}+s /u.test(last) && readGoalClause(last)?.at(-1)?.kind === 'name';
  return does !== undefined && isThing ? `it must ${presentVerb(does) ?? does.replace(/s$/, '')} ${rest}` : said;
}

/** "customers can" of "customers can pay" and of "customers pay". */
function subjectOf(said: string): string | null {
  const named = SUBJECT.exec(said)?.[1];
  if (named !== undefined) return named;
  const [action] = readGoalClause(said) ?? [];
  return action?.kind === 'person' && action.actor !== '' && !/^(?:they|it)$/i.test(action.actor)
    ? `${action.actor} can`
    : null;
}

/** "cancel it", after "book an appointment", is to cancel the appointment; "once they are back" is of those named. */
function withName(clause: string, before: readonly string[], subject: string): string {
  const last = readGoalClause(before.at(-1) ?? '')?.at(-1);
  const thing = last === undefined ? '' : objectIn(last);
  const own = /^(?:an?|the|their|one) /i.test(thing) && !isPlural(thing) ? thing.replace(/^\S+ /, 'the ') : null;
  const who = last?.actor ?? subject.replace(/ can$/, '');
  const person = before.flatMap((text) => readGoalClause(text) ?? []).findLast(({ kind }) => kind === 'person');
  const did = person === undefined ? 'do it' : `${person.verb} ${person.rest}`;
  return clause
    .replace(/^(only .+?) (?:can|may|should|must) do (?:it|this|that|so)$/i, (_, only: string) => `${only} can ${did}`)
    .replace(/(?<=(?!do\b)\p{L}+ )it\b(?= (?:to|up|by|with|on|until|within|from|in|at)\b|$)/iu, own ?? 'it')
    .replace(/\b(once|when|as soon as|after) they are\b/i, (all, word: string) =>
      who === '' ? all : `${word} the ${who.replace(/^the /i, '')} are`,
    );
}

/** "managers approve them", after "employees submit expenses", is about expenses. */
function named(clause: string, before: readonly string[]): string {
  const things = before.flatMap((goalClause) => readGoalClause(goalClause)?.slice(-1) ?? []).map(objectIn);
  const thing = things.findLast((each) => /[^s]s$/i.test(each));
  return thing === undefined ? clause : clause.replace(/ them\b/i, ` ${thing}`);
}

/** "..., and the page loads": a part with a subject of its own is a goal clause of its own. */
function clausesIn(part: string): string[] {
  const joints = [...part.matchAll(/,\s+(?:and\s+)?|(?<!\s)\s+and\s+/g)];
  const cut = joints.find(({ index, 0: joint }) => hasSubject(part.slice(index + joint.length)));
  if (cut === undefined || cut.index === 0) return [part];
  return [part.slice(0, cut.index), ...clausesIn(part.slice(cut.index + cut[0].length))];
}

function hasSubject(text: string): boolean {
  if (/^(?:that|which|who|when|if)\b/i.test(text)) return false;
  if (relativeClause(text) !== null) return true;
  const [action] = readGoalClause(text) ?? [];
  if (action?.kind === 'never') return true;
  return action !== undefined && (action.kind === 'person' || action.kind === 'thing') && action.actor !== '';
}

function cutAt(text: string, pattern: RegExp): { readonly rest: string; readonly part: string | null } {
  const match = pattern.exec(text);
  if (match?.[1] === undefined) return { rest: text, part: null };
  return { rest: text.slice(0, match.index), part: match[1] };
}

/** "technicians can see jobs, take photos": each action by itself. */
function actionsOf(part: string): string[] {
  const isCommand = /^\p{L}+ \S/u.test(bare(part)) && presentVerb(bare(part).split(' ')[0] ?? '') !== null;
  if (!SUBJECT.test(bare(part)) && !isCommand && subjectOf(bare(part)) === null) return thingsOf(part);
  const actions: string[] = [];
  for (const piece of part.split(/,\s+(?:and\s+)?/)) {
    const [verb = '', ...more] = piece.split(' ');
    const isAction = actions.length === 0 || (more.length > 0 && presentVerb(verb) === verb);
    if (isAction) actions.push(piece);
    else actions[actions.length - 1] = `${actions.at(-1)}, ${piece}`;
  }
  return actions;
}

/** "a calendar with events, reminders by email, and a way to answer": a list of three things and more. */
function thingsOf(part: string): string[] {
  const things = part.split(/,\s+(?:and\s+)?/);
  return things.length > 2 && things.every((thing) => thing.includes(' ')) ? things : [part];
}
