// What rules may change for a tone: contractions. A denial stays written out in full where it carries the sentence.

import type { ArticleBrief } from './article-brief.ts';
import { longPattern } from './long-pattern.ts';

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\b([Ii])t is (?=[a-z])/g, "$1t's "],
  [/\b([Tt])hat is (?=(?:why|how|what|because)\b)/g, "$1hat's "],
  [/\b([Tt])here is (?=[a-z])/g, "$1here's "],
];
const EXPANSIONS: readonly (readonly [RegExp, string])[] = [
  [/\b([Cc])an['’]t\b/g, '$1annot'],
  [/\b([Ww])on['’]t\b/g, '$1ill not'],
  [
    longPattern(
      String.raw`\b([Dd]o|[Dd]oes|[Dd]id|[Ii]s|[Aa]re|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Hh]ad|[Cc]ould
      |[Ss]hould|[Ww]ould|[Mm]ust)n['’]t\b`,
      'g',
    ),
    '$1 not',
  ],
  [
    /\b([Ii]t|[Tt]here)['’]s (?=(?:a|an|the|not|no|very|more|less|also|still|[a-z]{2,20}(?:ing|able|ful|ive|al))\b)/g,
    '$1 is ',
  ],
  [/\b([Tt]hey|[Tt]hese)['’]re\b/g, '$1 are'],
  [/\b([Tt]hey)['’]ve\b/g, '$1 have'],
  [/\b([Ii]t|[Tt]hey)['’]ll\b/g, '$1 will'],
];

/** Quotations stay as they are. */
export function inTone(text: string, tone: ArticleBrief['tone']): string {
  if (/["“”]/.test(text)) return text;
  return (tone === 'casual' ? CONTRACTIONS : EXPANSIONS).reduce((left, [from, to]) => left.replace(from, to), text);
}
