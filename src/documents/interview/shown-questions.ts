// The questions in a turn as people saw it: numbered lines, with choices below them. The topic is told by their words.

import type { Question, Topic } from './checklist.ts';

const NUMBERED = /^(\d)\. (.{1,2000})$/;
const CHOICE = /^ {2,6}[a-j]\) (.{1,2000})$/;

export function shownQuestions(text: string): readonly Question[] {
  const found: { topic: Topic; text: string; choices: string[]; recommended?: string }[] = [];
  for (const line of text.split('\n')) {
    const asked = NUMBERED.exec(line)?.[2];
    if (asked !== undefined) found.push({ topic: topicOfQuestion(asked), text: asked, choices: [] });
    const choice = CHOICE.exec(line)?.[1];
    const last = found.at(-1);
    if (choice === undefined || last === undefined) continue;
    const plain = choice.replace(/ \(recommended\)$/, '');
    last.choices.push(plain);
    if (plain !== choice) last.recommended = plain;
  }
  return found;
}

/** By what a question asks for; a question on something that was said is about that requirement. */
export function topicOfQuestion(question: string): Topic {
  const own = question.replace(/"[^"]{0,2000}"/g, ' ');
  if (/\bboth cannot hold\b/.test(own)) return /\brules out\b/.test(own) ? 'scope_out' : 'requirements';
  return CUES.find(([, cue]) => cue.test(own))?.[0] ?? 'requirements';
}

const CUES: readonly (readonly [Topic, RegExp])[] = [
  ['scope_out', /\b(?:leave out|left out|stays? out|out of scope|not (?:be )?(?:a )?part)\b/i],
  ['scope_in', /\b(?:is that all|in scope|anything missing|belongs? to the first version)\b/i],
  ['priorities', /\b(?:most important|can wait|could wait|priorit\w+|must have)\b/i],
  ['dependencies', /\b(?:depends?|dependenc\w+|already exists?|already have|need(?:s|ed)? first|other systems)\b/i],
  ['acceptance', /\b(?:how will you (?:see|know|check|tell)|goes wrong|accept\w*|fails?|what should happen)\b/i],
  [
    'constraints',
    /\b(?:constraints?|limits|where must it|run on|work on|volumes?|figures|by when|law|how many people)\b/i,
  ],
  ['users', /\b(?:who (?:will |would )?(?:use|work)s?|users|who is it for|anybody else use)\b/i],
  ['vision', /\b(?:what is it for|want to build|what changes|goal|vision|what is the problem)\b/i],
];

/** What the question quotes from the person, such as the action it is about. */
export const quotedIn = (question: string): readonly string[] =>
  isAbout(question) ? [...question.matchAll(/"([^"]{1,2000})"/g)].map(([, quote = '']) => quote) : [];

/** It takes up words of the person or of a review, and asks for a detail of them. */
export const isAbout = (question: string): boolean => /^(?:You said|The review says) "/.test(question);
