// What a layout wants and nobody wrote, a scenario or a normative sentence, taken from the requirement's own sentences.

import { byWord } from '../lookup/by-word.ts';
import { linesOf, oneLine } from '../markdown/headings-of.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';

export interface Scenario {
  /** null: it holds always. */
  readonly keyword: 'WHEN' | 'WHILE' | 'IF' | 'WHERE' | null;
  /** As the sentence has it: "during" needs another form than "while". */
  readonly word: string;
  readonly condition: string;
  /** The rest of the sentence as it stands, without its full stop. */
  readonly response: string;
  /** It says "shall" or "must". */
  readonly isNormative: boolean;
}

const SCENARIOS_MAX = 20;
type Keyword = Exclude<Scenario['keyword'], null>;

const KEYWORDS: { readonly [word: string]: Keyword } = byWord({
  ...{ when: 'WHEN', whenever: 'WHEN', after: 'WHEN', once: 'WHEN', 'as soon as': 'WHEN' },
  ...{ while: 'WHILE', during: 'WHILE', if: 'IF', where: 'WHERE' },
});
const LEADING = /^(when|whenever|after|once|as soon as|while|during|if|where)\s+(?=\S)/i;
const TRAILING = /^(.+?)(?<!\s)\s+(when|whenever|as soon as|while|if)\s+(.+)$/is;
const MODAL = /\b(shall|must)\b/i;
/** Verbs that ask for as much. "should" and "may" ask for less and stay as they are. */
const STRICTER: readonly (readonly [RegExp, string])[] = [
  [/\b(?:cannot|can not)\b/i, 'SHALL NOT be able to'],
  [/\bcan\b/i, 'SHALL be able to'],
  [/\bwill\b/i, 'SHALL'],
];
/** Words that end in a dot and no sentence. */
const SHORT = /(?:\b(?:e\.g|i\.e|etc|vs|approx|no|cf)|\b\p{L})\.$/iu;

/** One for each sentence that says what must be; the first sentence where none does. */
export function deriveScenarios(description: string): readonly Scenario[] {
  const sentences = sentencesOf(description);
  const normative = sentences.filter((sentence) => MODAL.test(sentence));
  return (normative.length > 0 ? normative : sentences.slice(0, 1)).slice(0, SCENARIOS_MAX).map(scenarioOf);
}

/** The modal verb in capitals, as EARS and RFC 2119 write it. */
export function inCapitals(text: string): string {
  return text.replace(/\b(shall|must)\b/gi, (word) => word.toUpperCase());
}

/** What must be, in capitals; for words that say it otherwise, that the system meets them. */
export function normativeSentence({ id }: DecidedRequirement, { response, isNormative }: Scenario): string {
  if (isNormative) return inCapitals(response);
  const strict = STRICTER.reduce(
    (text, [word, words]) => (text === response ? text.replace(word, words) : text),
    response,
  );
  return strict === response ? `the system SHALL meet ${id}: ${response}` : strict;
}

/** The condition as it stands behind "when" or "given". */
export function conditionText({ condition, word }: Scenario): string {
  return word === 'during' ? `during ${condition}` : condition;
}

const LOWERED = /^(?:The|An?|Each|Every|All|Any|It|Its|This|These|[A-Z][a-z]+s)(?=\s)/;

/** In the middle of a sentence: names keep their capital as far as rules can tell. */
export function inside(text: string): string {
  return text.replace(LOWERED, (word) => (word === 'Windows' ? word : word.charAt(0).toLowerCase() + word.slice(1)));
}

export function sentencesOf(text: string): readonly string[] {
  const whole = oneLine(
    linesOf(text)
      .map((line) => line.replace(/^\s*(?:#{1,6}\s+|>+\s?|[-*+]\s+|\d+[.)]\s+|```.*$|~~~.*$)/, ''))
      .join(' '),
  );
  const sentences: string[] = [];
  for (const part of whole.split(/(?<=[.!?]["')]?)\s+(?=["'(]?[\p{Lu}\p{N}])/u)) {
    const before = sentences.at(-1);
    if (before !== undefined && SHORT.test(before)) sentences[sentences.length - 1] = `${before} ${part}`;
    else if (part !== '') sentences.push(part);
  }
  return sentences;
}

function scenarioOf(sentence: string): Scenario {
  const bare = sentence.replace(/(?<![.!;:])[.!;:]+$/, '');
  const isNormative = MODAL.test(bare);
  const split = splitAhead(bare) ?? splitBehind(bare) ?? { ...ALWAYS, response: bare };
  return { ...split, isNormative };
}

type Split = Omit<Scenario, 'isNormative'>;

const ALWAYS = { keyword: null, condition: '', word: '' };

/** `When ..., the app shall ...`: the last comma before the verb ends the condition. */
function splitAhead(sentence: string): Split | null {
  const word = LEADING.exec(sentence);
  const verb = MODAL.exec(sentence);
  const comma = verb === null ? sentence.indexOf(',') : sentence.lastIndexOf(',', verb.index);
  if (word === null || comma < word[0].length) return null;
  const condition = sentence.slice(word[0].length, comma).trim();
  const response = sentence
    .slice(comma + 1)
    .trim()
    .replace(/^then\s+/i, '');
  if (condition === '' || response === '') return null;
  const said = (word[1] ?? '').toLowerCase();
  return { keyword: KEYWORDS[said] ?? null, word: said, condition, response };
}

/** `The app shall ... when ...`. */
function splitBehind(sentence: string): Split | null {
  const [, response = '', word = '', condition = ''] = TRAILING.exec(sentence) ?? [];
  if (!MODAL.test(response)) return null;
  const said = word.toLowerCase();
  return { keyword: KEYWORDS[said] ?? null, word: said, condition: condition.trim(), response };
}
