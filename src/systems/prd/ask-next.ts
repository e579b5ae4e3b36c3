// What a reader of the brief would ask next: about the words that were said, and about nothing that was answered.

import { lowered } from '../../documents/gaps/read-goal-clause.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { NOBODY_NAMED } from '../../documents/gaps/unclear-gap.ts';
import { criterionBehaviour, isMeasuredBy } from '../../documents/gaps/word-criterion.ts';
import { quoted, wantedThing } from '../../documents/gaps/word-goal-clause.ts';
import type { Clauses } from '../../documents/utterance/clauses-of.ts';

const WHY = 'Why is it wanted: what goes wrong today?';
const LAWS = /\b(?:GDPR|CCPA|HIPAA|PCI(?:[- ]DSS)?|SOX|SOC ?2|ISO ?27001|COPPA|FERPA|eIDAS)\b/g;
/** "24 hours before": of what, the sentence leaves out. */
const DANGLING =
  /\b((?:\d+|an?|one|two|three) (?:minutes?|hours?|days?|weeks?|months?) (before|after|earlier|later))$/i;
const HOLDERS = 'list|report|form|file|document|message|details|information|results?|status|data|table|page';
/** "the list", where no list was spoken of. */
const UNTOLD = new RegExp(
  `(?:^|\\s)the (${HOLDERS})(?=$|\\s(?!of\\b|for\\b|that\\b|with\\b|which\\b|from\\b|about\\b|i\\b|we\\b|they\\b))`,
  'i',
);

export interface BriefFacts {
  /** All that was said. */
  readonly goalClauses: string;
  readonly clauses: Clauses;
  readonly users: readonly string[];
  readonly problems: readonly string[];
  readonly result: string;
}

export function askNext({ goalClauses, clauses, users, problems, result }: BriefFacts): readonly string[] {
  const { wanted, purposes, measures } = clauses;
  // How fast it is says nothing of why it is wanted.
  const isWhySaid = problems.length + purposes.length + measures.filter(isResult).length > 0 || result !== '';
  const unread = wanted.filter((clause) => readSurely(clause) === null);
  const isWhoSaid = users.length + unread.length > 0 || /\b(?:users?|people|everyone)\b/i.test(wanted.join(' '));
  const all = [
    ...(isWhoSaid || wanted.length === 0 ? [] : [NOBODY_NAMED]),
    ...unread.map((clause) =>
      clause.startsWith('"')
        ? `Is this how it is today, or how it should be: ${quoted(clause)}?`
        : `Who does what here: ${quoted(clause)}?`,
    ),
    ...wanted.flatMap(howBetter),
    ...wanted.flatMap((clause, at) => untold(clause, wanted.slice(0, at))),
    ...laws(goalClauses),
    ...(result === ''
      ? purposes.filter(isCounted).map((purpose) => `By which number would you see that ${lowered(purpose)}?`)
      : []),
    ...measures
      .filter((each) => isResult(each) && !isMeasuredBy(each))
      .map((measure) => `Who measures this, and from which figures: ${quoted(measure)}?`),
    ...(isWhySaid ? [] : [WHY]),
  ];
  return [...new Set(all)];
}

/** What people bring about, not what the system does by itself. */
export const isResult = (measure: string): boolean => criterionBehaviour(measure).length === 0;
/** That somebody can do something is seen without a number. */
const isCounted = (purpose: string): boolean => !/\b(?:can|could|may)\b/i.test(purpose);

const BETTER = /\b(better|improved|nicer|faster|easier|simpler|smarter|cleaner|quicker|modern|good|great)\b/i;

/** "a better search": than what, and in which way, only the person knows. */
function howBetter(clause: string): readonly string[] {
  const thing = wantedThing(clause);
  const [, how] = BETTER.exec(thing ?? '') ?? [];
  if (thing === null || how === undefined) return [];
  return [`What would make it ${how.toLowerCase()}, and what is wrong with it today: ${quoted(thing)}?`];
}

const DETERMINER = /^(?:an?|their|each|every)$/;

/** "a waiting list": with a word before it that brings it in. */
function tells(text: string, thing: string): boolean {
  const words = text.toLowerCase().split(/[^\p{L}-]+/u);
  return words.some(
    (word, at) =>
      word === thing.toLowerCase() && words.slice(Math.max(0, at - 4), at).some((each) => DETERMINER.test(each)),
  );
}

function untold(clause: string, before: readonly string[]): readonly string[] {
  const [, span, when] = DANGLING.exec(clause) ?? [];
  const [, thing] = UNTOLD.exec(clause) ?? [];
  const isTold = thing === undefined || before.some((text) => tells(text, thing));
  return [
    ...(span === undefined || when === undefined ? [] : [`${quoted(span)}: ${when} what?`]),
    ...(isTold ? [] : [`Which ${thing} is meant by ${quoted(`the ${thing}`)}?`]),
  ];
}

function laws(goalClauses: string): readonly string[] {
  return [...new Set(goalClauses.match(LAWS) ?? [])].map(
    (law) => `Which rules of ${law} apply to it, and who checks that they are met?`,
  );
}
