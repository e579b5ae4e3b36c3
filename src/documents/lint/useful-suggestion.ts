// Shows a suggestion only if it can be taken: one EARS sentence each, all content words kept, no finding of its own.

import { contentWordsOf } from '../words/content-words.ts';
import { meaningsOf } from '../words/synonyms.ts';
import type { Finding, LintRule } from './finding.ts';
import { plainFrames } from './plain-frames.ts';
import { blankQuotes, readStatements } from './statement.ts';
import { vagueWordsIn } from './vague-words.ts';

/** Before several requirements in the place of one: they are for reading, not a wording to be taken over. */
export const SPLIT = 'Split: ';

/** `Split: 1) ... 2) ...`; one sentence stays as it is. */
export function listed(sentences: readonly string[]): string {
  if (sentences.length < 2) return sentences[0] ?? '';
  return `${SPLIT}${sentences.map((sentence, at) => `${at + 1}) ${sentence}`).join(' ')}`;
}

/** In place of a sentence, where none can be given. */
const ADVICE: Readonly<Partial<Record<LintRule, string>>> = {
  ambiguous: 'Say the figure, the list or the condition that is meant.',
  'not-testable': 'Say what is done that a test can see, with a figure.',
  compound: 'Write one requirement for each.',
  'no-actor': 'Begin with who or what acts.',
  passive: 'Say who does it.',
};
/** What its author fills in is not judged yet. */
const OPEN_PLACE = /<[^<>]*>/g;
const SENTENCE = /^[A-Z<](?=.* shall \S.).*\.$/s;
const MANGLED = new RegExp(
  [
    String.raw`\b(?:and|or|the|an?|of|to|with|be|for|in|at|by|from)\s*(?:[.,;]|$)`,
    String.raw`\bshall (?:let the user )?\w+ no\b|\bshall be (?:possible|necessary)\b|, \w+s\.$`,
    String.raw`\b(?:and|or|but)(?: be| is| are)? (?:within|with|every|after) <`,
    String.raw`\bbe (?:within|every) <|\bbe <within|asked for: ["“]|\bshall (?:within|with|every|and|or)\b`,
    String.raw`> ?,? ?<|\bshall ,|^(?:If|When|While|Where),|\b(?:is|are|at|by|almost|nearly) <(?:number|within)`,
    String.raw`[,;]\s*[,;.]|\(\s*\)|\bthe the\b|\ban? (?:the|an?)\b`,
  ].join('|'),
  'i',
);

/** `rulesOf`: the rules that find something in a sentence. */
export function useful(finding: Finding, text: string, rulesOf: (sentence: string) => readonly LintRule[]): Finding {
  const { rule, suggestion, message } = finding;
  const advice = ADVICE[rule];
  if (advice === undefined) return finding;
  if (suggestion === '') return { ...finding, message: `${message} ${advice}` };
  const sentences = suggestion.startsWith(SPLIT)
    ? suggestion
        .slice(SPLIT.length)
        .split(/(?:(?<!\s)\s+)?(?<=^|\s)\d\) /)
        .filter((part) => part !== '')
    : [suggestion];
  const helps =
    keepsWords(text, finding.found, sentences) &&
    sentences.every(
      (sentence) =>
        isEars(sentence) && bare(sentence) !== bare(text) && rulesOf(sentence.replace(OPEN_PLACE, '<x>')).length === 0,
    );
  return helps ? finding : { ...finding, message: `${message} ${advice}`, suggestion: '' };
}

function isEars(sentence: string): boolean {
  if (!SENTENCE.test(sentence) || MANGLED.test(sentence)) return false;
  const statements = readStatements(sentence);
  const [first] = statements;
  return statements.length === 1 && first?.form === 'modal' && first.subject !== '' && first.response !== '';
}

/** How something is asked for is no content: the form of a suggestion asks in its own way. */
const asking =
  meaningsOf(`possible possibility ability able option opportunity mean need want like wish allow enable let
  permit have require necessary easy please way support offer provide make get give show use user system also
  additionally furthermore addition only then not well besides while once will can`);

/** Whatever the sentence is about is in what is suggested for it; vague words and what was found may go. */
function keepsWords(text: string, found: string, sentences: readonly string[]): boolean {
  const [first] = readStatements(text);
  const reason = first?.reason ?? '';
  const asked = blankQuotes(reason === '' ? text : text.replace(reason, ' '));
  const vague = vagueWordsIn(asked).map(({ word }) => word);
  const free = new Set(contentWordsOf(plainFrames([found, ...vague].join(' '))).map(({ meaning }) => meaning));
  const kept = new Set(contentWordsOf(sentences.map(blankQuotes).join(' ')).map(({ meaning }) => meaning));
  return contentWordsOf(asked).every(({ meaning }) => kept.has(meaning) || free.has(meaning) || asking().has(meaning));
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim();
