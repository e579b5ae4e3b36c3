// A sentence in the form "somebody can do something", whatever the form it was said in.

import { gerundOf, presentVerb } from '../gaps/verbs.ts';
import { FOR_OTHERS, GREAT_IF, OTHERS_WANT, STORY, TELL_ME } from './utterance-forms.ts';

const SHOWN = 'view|list|report|dashboard|overview|map|chart|page|summary|calendar|history|table|graph';
const WANTS_TO_SEE = new RegExp(
  '^((?!(?:i|we|they|you) )(?:[\\p{L}-]+ ){0,2}[\\p{L}-]+) (?:wants?|needs?) ' +
    `(an? (?:[\\p{L}-]+ ){0,2}(?:${SHOWN})\\b.*)$`,
  'iu',
);

/** Whoever wants it is who shall be able to; what stands in brackets and limits it becomes a part of it. */
export function asGoalClause(said: string): string {
  const story = STORY.exec(said);
  const goalClause = story === null ? said : storyClause(story, said.slice(story[0].length));
  const told = TELL_ME.test(goalClause)
    ? goalClause.replace(TELL_ME, '$1 users').replace(/\bmy\b/gi, 'their')
    : goalClause;
  return told
    .replace(GREAT_IF, '')
    .replace(
      /^((?:[\p{L}-]{1,30} ){1,2})only (?=(?:can|may) )/iu,
      (_, who: string) => `only ${who.charAt(0).toLowerCase()}${who.slice(1)}`,
    )
    .replace(/^((?:\S+ ){1,3})could /i, '$1can ')
    .replace(/(?:(?<!\s)\s+)?\(((?:but |not |except|only )[^()]*)\)/gi, (_, limit: string) => ` ${limit}`)
    .replace(/\b(can|must|shall|should|will|needs? to|has to|have to) also\b/gi, '$1')
    .replace(WANTS_TO_SEE, '$1 can see $2')
    .replace(/^make (the \S+) (an? .+)$/i, 'offer $1 as $2')
    .replace(FOR_OTHERS, '$1 can ')
    .replace(OTHERS_WANT, '$1 can ');
}

/** "before I give a drug", told of a nurse, is "before giving a drug". */
function withoutI(story: string): string {
  return story
    .replace(/\b(before|after|when|while) I (\w+)/g, (all, word: string, verb: string) =>
      presentVerb(verb) === verb ? `${word} ${gerundOf(verb)}` : all,
    )
    .replace(/ I can\b/g, ' they can')
    .replace(/\bmy\b/g, 'their');
}

/** "As a nurse I want to see", "I want a calendar", "I want the app to remind me". */
function storyClause([all = '', who = '']: RegExpExecArray, wish: string): string {
  const [first = ''] = wish.split(' ');
  const isAction = / to\s+$/i.test(all) || (presentVerb(first) === first && !isThing(wish));
  const [, itself, does] = APP_TO.exec(wish) ?? [];
  if (does !== undefined) return withoutI(`${itself} must ${does.replace(/\bme\b/g, who.replace(/^an? /i, 'the '))}`);
  return withoutI(isAction ? `${who} can ${wish}` : `${who} wants ${wish}`);
}

const APP_TO = /^(the (?:app|system|tool|site|website|page|service|product)) to (.+)$/i;
/** "search by name", "reports on sales": a word that may be a verb is the name of a thing. */
const isThing = (wish: string): boolean => /^\p{L}+(?: (?:by|for|in|on|with|of|from|as) .+)?$/iu.test(wish);
