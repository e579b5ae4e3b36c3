// A clause without what stands around the goal clause in it: greetings, "I want", the thing's own name, and too many
// words.

import { presentVerb } from '../gaps/verbs.ts';
import { CHATTER, GOAL_CLAUSE, THING } from './utterance-forms.ts';

const CLAUSE_CHARACTERS_MAX = 160;

/** A run of words without any punctuation is cut where it can be, so that one clause is one goal clause. */
export function pieces(part: string): string[] {
  if (part.length <= CLAUSE_CHARACTERS_MAX) return [part];
  return part.split(/,\s+|(?<!\s)\s+(?:and|but|or)\s+/).filter((each) => each.trim() !== '');
}

/** Without greetings, "I want", and the thing's own name. */
export function bare(part: string): string {
  let text = part.trim().replace(/^[\s,;:.!?&-]+|[\s,;:.!?&-]+$/g, '');
  for (let round = 0; round < 4; round += 1) {
    const before = text;
    text = text
      .replace(CHATTER, '')
      .replace(/^(?:and|but|also|that|to|which|where|be able to)\s+/i, '')
      .replace(GOAL_CLAUSE, '')
      .replace(THING, '')
      .trim();
    if (text === before) break;
  }
  const asLet = text
    .replace(/^(?:that |which )?(?:lets?|allows?|enables?) (\S+(?: \S+){0,2}?) to (?=\p{L})/iu, '$1 can ')
    .replace(/^(remind|warn|alert|tell|inform)s (?:me|us)\b(.*)$/is, (_, verb: string, rest: string) => {
      return `${verb} users${rest.replace(/\bmy\b/gi, 'their')}`;
    })
    .replace(/^(?:that |which )?(?:lets?|allows?|enables?) /i, 'let ')
    .replace(/^(let \S+(?: \S+)?) to /i, '$1 ');
  const goalClause = letClause(asLet);
  // "Allow 250 seats": nobody is let do anything, and it stays as it was said.
  return goalClause === asLet && /^let /i.test(goalClause) ? text : goalClause;
}

/** "let people vote": people can. */
function letClause(text: string): string {
  const words = text.split(' ');
  if (words[0] !== 'let') return text;
  const at = words.findIndex((word, index) => index > 1 && presentVerb(word) === word.toLowerCase());
  return at < 2 || at > 5 ? text : `${words.slice(1, at).join(' ')} can ${words.slice(at).join(' ')}`;
}

export function shortened(text: string): string {
  if (text.length <= CLAUSE_CHARACTERS_MAX) return text;
  return `${text.slice(0, CLAUSE_CHARACTERS_MAX - 4).replace(/\s\S*$/, '')} ...`;
}
