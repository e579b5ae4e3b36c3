// The editor by rules: changes of words that never change a fact. Each names words that stand in the draft once.

import type { ArticleBrief } from './article-brief.ts';
import type { ArticleEdit } from './edit.ts';
import { readProse } from './read-prose.ts';
import { inTone } from './tone-text.ts';

type Change = readonly [pattern: RegExp, replacement: string, why: string];

/** Phrases that say in several words what one says. */
const WORDY: readonly Change[] = [
  ...(
    [
      ['in order to', 'to'],
      ['due to the fact that', 'because'],
      ['in spite of the fact that', 'although'],
      ['at this point in time', 'now'],
      ['in the event that', 'if'],
      ['has the ability to', 'can'],
      ['have the ability to', 'can'],
      ['is able to', 'can'],
      ['are able to', 'can'],
      ['a large number of', 'many'],
      ['the majority of', 'most'],
      ['for the purpose of', 'for'],
      ['with regard to', 'about'],
      ['with the exception of', 'except'],
      ['in close proximity to', 'near'],
      ['on a regular basis', 'regularly'],
      ['until such time as', 'until'],
      ['in the vicinity of', 'near'],
      ['prior to', 'before'],
      ['subsequent to', 'after'],
      ['utilise', 'use'],
      ['utilize', 'use'],
      ['utilises', 'uses'],
      ['utilizes', 'uses'],
    ] as const
  ).map(
    ([long, short]): Change => [
      new RegExp(String.raw`\b${long}\b`, 'gi'),
      short,
      `"${long}" says no more than "${short}".`,
    ],
  ),
];
const SLIPS: readonly Change[] = [
  [/\b(the|a|an|of|in|to|and|is|are|was|for|with|on|by|it|from|as|at) \1\b/gi, '$1', 'The word stands twice.'],
  [/(?<=\p{L}) {1,3}(?=[,;](?:\s|$))/gu, '', 'A space stands before a mark.'],
  [/(?<=\p{L}{2}[,;])(?=\p{L}{2})/gu, ' ', 'A space is missing after a mark.'],
  [/,,/g, ',', 'A comma stands twice.'],
  [/(?<=\S) {2,}(?=\S)/g, ' ', 'Two spaces stand in a row.'],
  [
    /\b([Aa]) (?=(?:old|older|average|electric|air|important|increase|estimate|area|engine|annual|early|hour)\b)/g,
    '$1n ',
    'Before a vowel it is "an".',
  ],
];
const LONG_WORDS = 40;

/** `find` is a whole sentence, so that it stands in the draft once. */
export function editsOf(draft: string, brief: Pick<ArticleBrief, 'tone'>): readonly ArticleEdit[] {
  const edits: ArticleEdit[] = [];
  const seen = new Map<string, number>();
  const sentences = readProse(draft).sentences.map((sentence) => draft.slice(sentence.start, sentence.end));
  for (const raw of sentences) seen.set(raw, (seen.get(raw) ?? 0) + 1);
  for (const raw of sentences) {
    if (seen.get(raw) !== 1 || /["“”]/.test(raw)) continue;
    const { text, whys } = changed(raw, brief.tone);
    const own = divided(text);
    if (own !== text) whys.push('The sentence was long and is divided.');
    if (own !== raw) edits.push({ find: raw, replace: own, why: whys.join(' ') });
  }
  return edits;
}

function changed(raw: string, tone: ArticleBrief['tone']): { readonly text: string; readonly whys: string[] } {
  const whys: string[] = [];
  let text = raw;
  for (const [pattern, replacement, why] of [...SLIPS, ...WORDY]) {
    const next = text.replace(pattern, (whole, ...groups) => {
      const first = typeof groups[0] === 'string' ? groups[0] : '';
      const own = replacement.replace('$1', first);
      return /^\p{Lu}/u.test(whole) ? own.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : own;
    });
    if (next === text) continue;
    text = next;
    whys.push(why);
  }
  const toned = inTone(text, tone);
  if (toned !== text) whys.push('It suits the tone.');
  return { text: toned, whys };
}

/** Two main clauses that a semicolon joins become two sentences, with the same marks. */
function divided(text: string): string {
  if (text.split(/\s+/).length <= LONG_WORDS) return text;
  const [, first, second, mark, stop] =
    /^([^;]{40,}); (\p{Ll}[^;]{40,}?) (\[e[\de, ]{1,200}\])([.!?])$/u.exec(text) ?? [];
  if (first === undefined || second === undefined) return text;
  return `${first} ${mark}${stop} ${second.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())} ${mark}${stop}`;
}
