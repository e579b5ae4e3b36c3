// Keeps a suggestion only if it helps: a whole sentence, another one, without the finding it is to mend and without
// a vague word.

import type { Finding, LintRule } from '../finding.ts';

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
const SENTENCE = /^[A-Z<].* shall \S.*\.$/s;
const MANGLED = new RegExp(
  [
    String.raw`\b(?:and|or|the|an?|of|to|with|be)\s*(?:[.,;]|$)`,
    String.raw`\b(?:and|or|but)(?: be| is| are)? (?:within|with|every|after) <`,
    String.raw`\bbe (?:within|every) <|\bbe <within|asked for: ["“]|\bshall (?:within|with|every|and|or)\b`,
    String.raw`[,;]\s*[,;.]|\(\s*\)|\bthe the\b|\ban? (?:the|an?)\b`,
  ].join('|'),
  'i',
);

/** `rulesOf`: the rules that find something in a sentence. */
export function useful(finding: Finding, text: string, rulesOf: (sentence: string) => readonly LintRule[]): Finding {
  const { rule, suggestion, message } = finding;
  const advice = ADVICE[rule];
  if (advice === undefined || suggestion === '') return finding;
  const sentences = suggestion.startsWith(SPLIT)
    ? suggestion
        .slice(SPLIT.length)
        .split(/\s*(?<=^|\s)\d\) /)
        .filter((part) => part !== '')
    : [suggestion];
  const helps = sentences.every(
    (sentence) =>
      SENTENCE.test(sentence) &&
      !MANGLED.test(sentence) &&
      bare(sentence) !== bare(text) &&
      !rulesOf(sentence.replace(OPEN_PLACE, '<x>')).some((again) => again === rule || again === 'ambiguous'),
  );
  return helps ? finding : { ...finding, message: `${message} ${advice}`, suggestion: '' };
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim();
