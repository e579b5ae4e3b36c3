// Parts of a sentence that tell how things are today, beside what is wanted: the reason, and never a goal.

import { shortened } from './bare-clause.ts';
import { ASKED, PROBLEM } from './utterance-forms.ts';

export interface ToldToday {
  readonly problems: readonly string[];
  /** What is left: what is wanted, with the people it is for in the place of a pronoun. */
  readonly rest: string;
}

const STANDING_FOR = '(?:they|it|this|that|these|those|he|she)';
const WHO = `(?:${STANDING_FOR}|we|i|you|nobody|no one|everyone|everybody|people|staff)`;
const NOUNS =
  '(?!(?:always|still|often|then|also|never|that|which|who)\\b)' +
  "(?:(?:the|our|my|their|all|most|some|many) )?(?:[\\p{L}'’-]{1,30} ){0,2}[\\p{L}'’-]{1,30}";
const DOES =
  "(?:can(?:not)?|could|should|must|shall|will|would|may|wants?|needs?|have|has|are|is|do|does|don['’]t|always)";
const BEGINS_SO = new RegExp(`^${STANDING_FOR}\\b`, 'i');
const IS_PRONOUN = new RegExp(`^${WHO}$`, 'i');
/** Before somebody or something that does the next thing. */
const NEXT = new RegExp(
  `,\\s+(?:and |but |so )?(?=${WHO}\\b|${NOUNS} ${DOES}\\b)|(?<!\\s)\\s+(?:and|but|so) (?=${WHO} |${NOUNS} ${DOES} )`,
  'giu',
);
const ALWAYS = '(?:always|constantly|still|often|usually|currently|keep|every time|each time)';
/** Nobody asks for it, whoever says it: something good is lacking, or somebody is put to trouble again and again. */
const LACKING = new RegExp(
  `^(?:because |since |as )?(?:nobody|no one|no-one|none of \\p{L}+) (?:ever |really |even )?` +
    '(?:knows|remembers|understands|notices|cares|answers|replies|tells|has (?:an?y?|the) (?:idea|clue|overview))\\b',
  'iu',
);
const AGAIN = new RegExp(
  `\\b${ALWAYS} (?:ha(?:ve|s) to|must|need(?:s)? to)\\b|\\bha(?:ve|s) to (?:always|constantly|still)\\b|` +
    `\\b${ALWAYS} (?:forgets?|loses?|asks?|complains?|calls?) |` +
    '\\bha(?:ve|s) to [^,]{1,80} (?:every|each) (?:single )?time\\b',
  'iu',
);
/** Of a rule for what is built the product is the one that has to. */
const OF_PRODUCT = /^(?:it|the (?:system|app|tool|site|page|service|software)|this)\b/i;
const WISH = /\b(?:should|shall|could|can|wants?|would|please|let|we need|i need|needs? an?)\b/i;

/** null: nothing of it tells how things are today, beside what is wanted. */
export function complaintsIn(sentence: string): ToldToday | null {
  const parts = partsOf(sentence);
  const isTold = parts.map((part, at) => isComplaint(part, parts.slice(at + 1)));
  // What they do because of it, or what comes of it, belongs to it.
  for (const [at, { text }] of parts.entries())
    if (isTold[at - 1] === true && isOfLast(text) && !WISH.test(text)) isTold[at] = true;
  if (!isTold.includes(true)) return null;
  const told = parts.filter((_, at) => isTold[at]);
  const people = peopleIn(sentence);
  const wanted = parts.filter(({ text }, at) => !isTold[at] && !(people !== '' && isOnlyForThem(text, parts, at)));
  const problems = told.map(({ text }) => shortened(asProblem(text, people)));
  const rest = wanted.map(({ text, joint }, at) => `${at === 0 ? '' : joint}${withPeople(text, people)}`).join('');
  return { problems, rest };
}

interface Part {
  readonly text: string;
  readonly joint: string;
}

function partsOf(sentence: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  let joint = '';
  for (const match of sentence.matchAll(NEXT)) {
    parts.push({ text: sentence.slice(from, match.index).trim(), joint });
    from = match.index + match[0].length;
    joint = match[0];
  }
  parts.push({ text: sentence.slice(from).trim(), joint });
  return parts.flatMap(withoutAside).filter(({ text }) => text !== '');
}

function withoutAside(part: Part): readonly Part[] {
  const [all, before, people, does] = AGAIN.test(part.text) ? (WHO_ALWAYS.exec(part.text) ?? []) : [];
  if (all === undefined) return [part];
  return [
    { text: `${before}${people}`, joint: part.joint },
    { text: `${people} ${does}`, joint: ', ' },
  ];
}

/** "managers always have to approve" may be a rule: only what is wished for after it tells that it is none. */
function isComplaint({ text }: Part, others: readonly Part[]): boolean {
  if (OF_PRODUCT.test(text) || WISH.test(text.replace(AGAIN, ''))) return false;
  if (LACKING.test(text)) return true;
  return AGAIN.test(text) && others.some((part) => WISH.test(part.text) || LACKING.test(part.text));
}

const isOfLast = (text: string): boolean => BEGINS_SO.test(text) || PROBLEM.test(text);

const THEM =
  "(?:(?:the|our|my|all) )?(?:[\\p{L}'’-]{1,30} ){0,2}?(?:[\\p{L}-]{0,30}[^s\\W]s|people|staff)" +
  '(?: (?:in|at|of|on|from) (?:the|our|my) [\\p{L}-]+)?';
const TODAY = '(?:(?:because|since|as|today|currently|at the moment|right now),? )?';
const OF_WHOM = new RegExp(`^${TODAY}(${THEM}) (?:${DOES}|keep|work|call|use)\\b`, 'iu');
const WE_NEED = "(?:we|i)(?: would|['’]d)? (?:need|want|like)(?: to have| to build)?";
const SOMETHING = '(?:something|anything|(?:an? )?(?:[\\p{L}-]+ )?(?:app|tool|system|website|portal|platform))';
/** "We need an app for the nurses": whom it is for, and nothing that they do. */
const FOR_WHOM = new RegExp(
  `^(?:${WE_NEED} ${SOMETHING}|(?:it|this|the app|that) (?:is|would be)) for (?!\\p{L}+ing\\b)(${THEM})$`,
  'iu',
);
/** "nurses who always have to call": how it is for them, in the middle of what is wanted. */
const WHO_ALWAYS = new RegExp(`^(.{0,200} )(${THEM}) who (${ALWAYS} .+)$`, 'iu');

export const isOnlyForWhom = (said: string): boolean => FOR_WHOM.test(said);

/** A pronoun that begins a sentence stands for those whom the sentence before names. */
export function withoutPronouns(statements: readonly string[]): readonly string[] {
  const named = statements.map((said, at) => {
    const people = at === 0 ? '' : peopleIn(bareEnd(statements[at - 1] ?? ''));
    return withPeople(said, people);
  });
  const isTaken = (said: string, at: number) => isOnlyForWhom(bareEnd(said)) && named[at + 1] !== statements[at + 1];
  return named.filter((said, at) => !isTaken(said, at));
}

const bareEnd = (said: string): string => said.replace(/(?<![.!?])[.!?]+$/, '');

/** Named in the sentence as those who have the trouble, or for whom it is. */
function peopleIn(sentence: string): string {
  const parts = partsOf(sentence);
  const [who] = parts.flatMap(({ text }) => FOR_WHOM.exec(text)?.[1] ?? OF_WHOM.exec(text)?.[1] ?? []);
  return who === undefined || IS_PRONOUN.test(who) ? '' : who.replace(/^(?:our|my) /i, 'the ');
}

/** "we need something for the nurses", before "they should": whom the pronoun stands for, and nothing besides. */
const isOnlyForThem = (text: string, parts: readonly Part[], at: number): boolean =>
  FOR_WHOM.test(text) && parts.slice(at + 1).some((part) => /^they\b/i.test(part.text) && ASKED.test(part.text));

const asProblem = (text: string, people: string): string =>
  withPeople(text.replace(/^(?:because|since|as) /i, ''), people).replace(/(?<![.!?])[.!?]+$/, '');

const withPeople = (text: string, people: string): string => (people === '' ? text : text.replace(/^they\b/i, people));
