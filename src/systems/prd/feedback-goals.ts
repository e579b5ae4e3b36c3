// What a reviewer goal clauses for in a sentence, as far as rules can read it; what they cannot read is never guessed.

import type { Action } from '../../documents/gaps/read-goal-clause.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { sentencesOf } from '../../documents/markdown/bullets-of.ts';
import { clausesOf } from '../../documents/utterance/clauses-of.ts';
import { withoutPronouns } from '../../documents/utterance/complaints-in.ts';

export interface FeedbackGoals {
  readonly actions: readonly Action[];
  readonly measures: readonly string[];
  readonly unwanted: readonly string[];
}

const WISH =
  /\b(?:should|must|shall|can|could|needs?|has to|have to|wants?|would like|plus|may|at most|no more than)\b/i;
const EDITORIAL = new RegExp(
  String.raw`\b(?:tone|wording|words?|sentences?|paragraphs?|sections?|chapters?|headings?|titles?|briefs?|` +
    String.raw`documents?|text|typos?|spelling|goals?|scope|overview|criteri(?:a|on)|requirements?|REQ-\d+|review)\b`,
  'i',
);
/** A reader's or writer's own doing: "you should rewrite it". */
const OURS = /^(?:i|we|you)\b/i;
const PLEASED = new RegExp(
  '^(?:(?:this |that |it |all )?(?:looks?|is|seems?) )?(?:very )?(?:good|great|fine|nice|ok(?:ay)?|lgtm|thanks?|' +
    String.raw`perfect|well done|approved|all good|no (?:comments?|remarks?))\b`,
  'i',
);

/** null: no goal clause for the feature, or not all of it could be read. */
export function feedbackGoalsIn(said: string): FeedbackGoals | null {
  if (!WISH.test(said) || EDITORIAL.test(said) || /\?\s*$/.test(said)) return null;
  const { wanted, measures, unwanted, problems, purposes } = clausesOf(said);
  if (wanted.length + measures.length === 0 || problems.length + purposes.length > 0) return null;
  const read = wanted.map(readSurely);
  const actions = read.flatMap((each) => each ?? []);
  const isRead = read.every((each) => each !== null) && actions.every(({ actor }) => !OURS.test(actor));
  return isRead ? { actions, measures, unwanted } : null;
}

/** What a reviewer says in one breath; lines and sentences. "Make it 300." belongs to what stands before it. */
export function statementsOf(feedback: string): string[] {
  const all = feedback
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, '').trim())
    .flatMap(sentencesOf)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
  const joined: string[] = [];
  for (const said of all) {
    const before = joined.at(-1);
    if (before !== undefined && /^(?:please )?make it \d/i.test(said))
      joined[joined.length - 1] =
        `${before.replace(/(?<![.!])[.!]+$/, '')}, ${said.charAt(0).toLowerCase()}${said.slice(1)}`;
    else joined.push(said);
  }
  return [...withoutPronouns(joined)];
}

/** "Looks good, thanks" asks for nothing. */
export const asksForNothing = (said: string): boolean => PLEASED.test(said) && !WISH.test(said);
