// What is to be built, clause by clause, from what a person said; each clause keeps the words it came from.

import { contentWords, shareOf } from '../gaps/content-words.ts';
import type { Action } from '../gaps/read-goal-clause.ts';
import { readSurely } from '../gaps/read-surely.ts';
import { clausesOf } from '../utterance/clauses-of.ts';
import type { Statement } from './read-reply.ts';
import { topicCues } from './topic-cues.ts';

export interface WantedAction {
  /** "members can cancel a booking" */
  readonly clause: string;
  /** null: rules cannot read it. */
  readonly action: Action | null;
  readonly from: Statement;
}

const SAME_FROM = 0.75;
const NOT_WANTED = ['scope_out', 'priorities', 'dependencies', 'constraints'];

/** Answers to a question on one of them are details of that one, not new ones. */
export function wantedActions(statements: readonly Statement[]): readonly WantedAction[] {
  const found: WantedAction[] = [];
  for (const from of statements) {
    if (!isWanted(from)) continue;
    for (const { clause, action } of clausesIn(from)) {
      const twin = found.findIndex((each) => isSame(each, { clause, action, from }));
      if (twin < 0) found.push({ clause, action, from });
      // Said again with more words: those count.
      else if (found[twin]?.from.topics[0] === 'vision') found[twin] = { clause, action, from };
    }
  }
  // "An app for the club" says what it is for; beside things to do it is none of them.
  const isTold = found.some(({ from }) => from.topics[0] !== 'vision');
  return found.filter(({ action, from }) => !isTold || action !== null || from.topics[0] !== 'vision');
}

function isWanted({ kind, topics, about, quote, isForeign }: Statement): boolean {
  if (kind !== 'said' || about.length > 0) return false;
  if (topics.some((topic) => NOT_WANTED.includes(topic)) && !topics.includes('requirements')) return false;
  if (topics.includes('requirements') || topics.includes('scope_in')) return true;
  // "Our food bank hands out parcels": who speaks.
  if (/^(?:our|my|the) /i.test(quote) && !/\b(?:want|need|should|can|must|shall|would like)\b/i.test(quote))
    return false;
  return topics[0] === 'vision' && !isForeign && topicCues(quote).every((topic) => topic === 'vision');
}

type Clause = Pick<WantedAction, 'clause' | 'action'>;

function clausesIn(from: Statement): readonly Clause[] {
  if (from.isForeign) return [{ clause: withoutDot(from.quote), action: null }];
  const wanted = clausesOf(from.quote)
    .wanted.map((clause) => clause.replace(/^(?:our|my) /i, ''))
    .map((clause) => clause.replace(/^((?:[\p{L}-]{1,40} ){0,2}[\p{L}-]{1,40}s) to (?=\p{L})/u, '$1 can '));
  const read = wanted.map((clause) => ({ clause, actions: readSurely(clause) }));
  // A part that rules cannot read would stand there without the rest of its sentence.
  if (wanted.length > 1 && read.some(({ actions }) => actions === null))
    return [{ clause: withoutDot(from.quote), action: null }];
  return read.flatMap(({ clause, actions }): readonly Clause[] => {
    if (actions === null) return [{ clause: withoutDot(from.quote), action: null }];
    return actions.map((action) => ({ clause: actions.length === 1 ? clause : clauseOf(action), action }));
  });
}

const clauseOf = ({ actor, verb, rest }: Action): string => [actor, verb, rest].filter(Boolean).join(' ');
const withoutDot = (text: string): string => text.replace(/[.!]$/, '');

/** The same action, or nearly the same words. */
function isSame(one: WantedAction, other: WantedAction): boolean {
  const [a, b] = [contentWords(one.clause), contentWords(other.clause)];
  if (Math.min(shareOf(a, b), shareOf(b, a)) >= SAME_FROM) return true;
  const isFirst = one.from.topics[0] === 'vision' && other.from.topics[0] !== 'vision';
  if (!isFirst || one.action === null || other.action === null) return false;
  return one.action.verb === other.action.verb && [...contentWords(one.action.rest)].some((word) => b.has(word));
}
