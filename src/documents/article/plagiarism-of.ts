// Words that an article has from its sources: runs of eight words that a source has in the same order. Quotations are
// not counted; what is cited is credited, and only what is not lowers the score.

import { type ArticleCheck, type ArticleFinding, asScore } from './finding.ts';
import { readProse } from './read-prose.ts';

const RUN = 8;
/** Of a sentence's words, before it counts as copied. */
const COPIED_FROM = 0.5;

export interface Plagiarism extends ArticleCheck {
  /** Of all words that are not quoted: those in runs that a source has. */
  readonly copied: number;
  /** Of them those whose sentence cites something. */
  readonly credited: number;
  readonly uncredited: number;
}

/** `texts`: the sources', whole. */
export function plagiarismOf(
  markdown: string,
  texts: readonly { readonly title: string; readonly text: string }[],
): Plagiarism {
  const { sentences } = readProse(markdown);
  const runs = runsOf(sentences.map(({ text }) => wordsOf(unquoted(text))));
  const sources = new Map<string, string>();
  for (const { title, text } of texts) {
    const words = wordsOf(text);
    for (let at = 0; at + RUN <= words.length; at++) {
      const run = keyOf(words, at);
      if (runs.has(run) && !sources.has(run)) sources.set(run, title);
    }
  }
  let [all, credited, uncredited] = [0, 0, 0];
  const findings: ArticleFinding[] = [];
  for (const { text, start, end, isCited, block } of sentences) {
    const words = wordsOf(unquoted(text));
    all += words.length;
    const { copied, title } = copiedIn(words, sources);
    if (copied === 0) continue;
    if (isCited || block === 'quote') credited += copied;
    else {
      uncredited += copied;
      if (copied >= COPIED_FROM * words.length)
        findings.push({
          rule: 'uncredited',
          sentence: text,
          start,
          end,
          message: `${copied} words in a row as in "${title}", which is not cited here.`,
        });
    }
  }
  const share = (count: number): number => (all === 0 ? 0 : asScore(count / all));
  // A twentieth of the text copied without credit leaves half of the score, a tenth nothing.
  const score = all === 0 ? 1 : asScore(1 - (10 * uncredited) / all);
  return {
    score,
    findings,
    copied: share(credited + uncredited),
    credited: share(credited),
    uncredited: share(uncredited),
  };
}

const unquoted = (text: string): string => text.replace(/“[^”]{0,2000}”|"[^"]{0,2000}"/g, ' ¶ ');
const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .replace(/[’]/g, "'")
    .match(/[\p{L}\p{N}][\p{L}\p{N}']*|¶/gu) ?? [];
const keyOf = (words: readonly string[], at: number): string => words.slice(at, at + RUN).join(' ');

function runsOf(sentences: readonly (readonly string[])[]): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const words of sentences) for (let at = 0; at + RUN <= words.length; at++) runs.add(keyOf(words, at));
  return runs;
}

/** How many words stand in runs that a source has. */
function copiedIn(
  words: readonly string[],
  sources: ReadonlyMap<string, string>,
): { readonly copied: number; readonly title: string } {
  let [copied, from, title] = [0, 0, ''];
  for (let at = 0; at + RUN <= words.length; at++) {
    const found = sources.get(keyOf(words, at));
    if (found === undefined) continue;
    title = title === '' ? found : title;
    copied += at + RUN - Math.max(from, at);
    from = at + RUN;
  }
  return { copied, title };
}
