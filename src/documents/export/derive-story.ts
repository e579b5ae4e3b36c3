// Who wants what, where a requirement's own words say it: "let readers reserve books", "a nurse can see free beds".

import { byWord } from '../lookup/by-word.ts';
import { deriveScenarios } from './derive-scenarios.ts';

export interface Story {
  /** With its article: `a reader of the library`. */
  readonly role: string;
  /** Behind "to": `reserve books`. */
  readonly want: string;
}

const LETS = /\b(?:let|lets|allow|allows|enable|enables)\s+(.+)$/is;
const CAN =
  /^((?:[\p{L}'-]+\s+){1,7}?)(?:can|may|(?:shall|must|should|will)\s+be\s+able\s+to)\s+(?!not\b|be\s+able\b)(.+)$/iu;
const QUOTED = /[:]\s*["“]([^"”]+)["”]$/;
const DETERMINER = /^(?:the|an?|each|every|all|any|our|its|their)\s+/i;
/** Things are no people, however they act in a sentence. */
const THING =
  /\b(?:system|app|apps|application|service|software|device|page|screen|tool|site|website|platform|server|it)$/i;
const AGENT = /(?:er|or|ist|ian|ant|ee|man|person|nurse|admin|student|parent|client|patient|guest)$/i;
const SEVERAL: { readonly [word: string]: string } = byWord({
  people: 'person',
  children: 'child',
  men: 'man',
  women: 'woman',
});
const BELONGS = /^(?:of|in|at|from|with|on|who|that|for|without)$/i;
const ROLE_WORDS_MAX = 3;
/** How well it is done is no part of what someone wants. */
const MEASURE = /,\s+with(?:in)?\s/;

/** null: nobody is named, and none is made up. */
export function deriveStory(description: string): Story | null {
  for (const { response } of deriveScenarios(description)) {
    const found = storyIn(response);
    if (found !== null) return found;
  }
  return null;
}

export function storyIn(sentence: string): Story | null {
  return storyFrom(sentence) ?? storyFrom(QUOTED.exec(sentence)?.[1] ?? '');
}

function storyFrom(sentence: string): Story | null {
  const [, who = '', does = ''] = CAN.exec(sentence) ?? [];
  if (does !== '') return storyOf(who, does);
  const [, rest = ''] = LETS.exec(sentence) ?? [];
  const to = /^((?:[\p{L}'-]+\s+){1,7}?)to\s+(.+)$/u.exec(rest);
  if (to !== null && !/\b(?:let|lets)\s/i.test(sentence)) return storyOf(to[1] ?? '', to[2] ?? '');
  const words = rest.replace(DETERMINER, '').split(' ');
  const end = words.slice(0, ROLE_WORDS_MAX).findIndex(isPerson);
  if (end < 0 || BELONGS.test(words[end + 1] ?? 'of')) return null;
  return storyOf(words.slice(0, end + 1).join(' '), words.slice(end + 1).join(' '));
}

function isPerson(word: string): boolean {
  return Object.hasOwn(SEVERAL, word.toLowerCase()) || AGENT.test(word) || (/[^su]s$/.test(word) && !THING.test(word));
}

function storyOf(who: string, does: string): Story | null {
  const words = who.trim().replace(DETERMINER, '').split(' ');
  const behind = words.findIndex((word) => BELONGS.test(word));
  const head = behind < 0 ? words : words.slice(0, behind);
  const noun = head.at(-1) ?? '';
  if (noun === '' || THING.test(noun) || !isPerson(noun)) return null;
  const one = [...head.slice(0, -1), singular(noun), ...(behind < 0 ? [] : words.slice(behind))].join(' ');
  const role = one.charAt(0).toLowerCase() + one.slice(1);
  const article = /^[aeiou](?!ser|ni)/i.test(role) ? 'an' : 'a';
  return { role: `${article} ${role}`, want: (does.split(MEASURE)[0] ?? '').trim() };
}

function singular(noun: string): string {
  const known = SEVERAL[noun.toLowerCase()];
  if (known !== undefined) return known;
  if (/[^aeiou]ies$/i.test(noun)) return noun.replace(/ies$/i, 'y');
  if (/(?:ss|x|ch|sh)es$/i.test(noun)) return noun.slice(0, -2);
  return /[^su]s$/i.test(noun) ? noun.slice(0, -1) : noun;
}
