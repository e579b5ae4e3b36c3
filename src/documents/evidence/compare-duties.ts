// Whether one passage says that something is needed or allowed, and another that it is not.

import { aboutDenial } from './about-text.ts';
import { type AlignedPassages, isTelling, likenessOf } from './align-passages.ts';
import type { StatementConflict } from './compare-statements.ts';
import { canBeSameTime } from './compare-times.ts';
import type { ComparedPassage } from './compared-passage.ts';
import { pattern } from './pattern.ts';
import { perPassage } from './per-passage.ts';
import { areToldApart } from './tell-apart.ts';

interface Duty {
  /** What may and may not be done must be said by the same verb. */
  readonly isOfVerb?: boolean;
  readonly denied: RegExp;
  readonly affirmed: RegExp;
}

const NEED =
  'needs?|needed|requires?|required|necessary|necessity|precondition|prerequisite|requirement|' +
  'mandatory|compulsory|obligatory|essential|obliged|must';
const DUTIES: readonly Duty[] = [
  {
    denied: new RegExp(
      `\\b(?:not?|never|n't|no longer|without)(?: [a-z]+){0,2}? (?:a |an |any )?(?:${NEED}|have to|` +
        `has to)\\b(?! not)|\\b(?:need not|optional|voluntary|unnecessary|superfluous|can do without|` +
        `does without|can(?: be)? [a-z]+ without|dispensed? with|even without)\\b`,
      'i',
    ),
    affirmed: new RegExp(
      `(?<!\\b(?:not?|never|n't|no longer|to)(?: [a-z]+){0,2} )\\b(?:${NEED}|ha(?:s|ve) to|` +
        `only (?:after|if|when|once|with|those with)|not (?:before|until|unless|without)|` +
        `cannot [a-z ]{1,30} without|impossible without|indispensable)\\b(?! not)`,
      'i',
    ),
  },
  {
    denied: pattern(
      'i',
      String.raw`\b(?:plays? no (?:part|role)|has nothing to do with|have nothing to do with|no (?:effect|`,
      'influence|impact|bearing|link|connection|relation)|not? (?:cause|to blame|responsible|due|',
      'linked|related|the (?:cause|reason))|(?:does|do|did|has|have|had|is|are|was|',
      'were) not (?:been )?(?:shown to |found to |known to )?(?:caus|harm|damag|affect|influenc|',
      String.raw`contribut|lead|depend|endanger|disturb)[a-z]*)\b`,
    ),
    affirmed: pattern(
      'i',
      String.raw`(?<!\b(?:not?|never|n't|nor)(?: [a-z]+){0,2} )\b(?:causes?|caused|leads? to|led to|`,
      'responsible for|due to|because of|blamed?|contributes? to|depends? on|the (?:main |',
      'chief )?reason|harms?|harmed|damages?|damaged|kills?|affects?|affected|goes back to|linked to|',
      String.raw`result of|owing to)\b`,
    ),
  },
  {
    isOfVerb: true,
    denied: pattern(
      'i',
      String.raw`\b(?:must not|may not|cannot|unable to|incapable of|impossible to|not able to|not (?:allowed|`,
      'permitted|admitted|legal|possible)|banned|forbidden|prohibited|illegal|off limits|closed to|',
      String.raw`barred|outlawed|excluded|refused)\b`,
    ),
    affirmed: pattern(
      'i',
      String.raw`(?<!\b(?:not?|never|only [a-z]+|if) )\b(?:may(?! not)|can(?! not)|allowed|permitted|admitted|`,
      'legal|welcome|open to|free to|lets?|accepted|entitled|able to|capable of|possible to|',
      String.raw`manages? to)\b`,
    ),
  },
  {
    denied: pattern(
      'i',
      String.raw`\b(?:only (?:for )?[a-z]+(?: [a-z]+){0,3} (?:may|can|are|is|have|get|must|receive|pay)|`,
      'reserved for|restricted to|limited to|solely|exclusively|only (?:open|available|accessible|for|',
      String.raw`to))\b`,
    ),
    affirmed: pattern(
      'i',
      String.raw`\b(?:everyone|everybody|anyone|anybody|whoever|the (?:general )?public|`,
      'all (?:[a-z]+ ){0,1}[a-z]+s (?:may|can|are|have|get|receive|pay)|to all|for all|free to all|',
      String.raw`regardless)\b`,
    ),
  },
];

const LIKE_FROM = 0.55;
const TELLING_FROM = 1.2;

const dutiesIn = perPassage(({ statement: { text } }) =>
  DUTIES.map(({ denied, affirmed }) => ({ denied: denied.exec(text), affirmed: affirmed.exec(text) })),
);

export function dutyConflict(aligned: AlignedPassages): StatementConflict | null {
  const { one, other } = aligned;
  if (!canBeSameTime(one, other)) return null;
  for (const [at, { isOfVerb }] of DUTIES.entries()) {
    const [here, there] = [dutiesIn(one)[at]?.denied ?? null, dutiesIn(other)[at]?.affirmed ?? null];
    if (here === null || there === null || dutiesIn(other)[at]?.denied !== null) continue;
    // `must not be chosen too large`: only how far it goes is denied.
    if (/^[^.;:,]{0,30}\b(?:too|as|so) /i.test(one.statement.text.slice(here.index + here[0].length))) continue;
    const [mine, theirs] = [wordAt(one, here), wordAt(other, there)];
    if (
      mine === undefined ||
      theirs === undefined ||
      theirs.doubt === 'conditional' ||
      /\bwhether\b/i.test(other.statement.text)
    )
      continue;
    const within = ({ start }: { start: number }, found: RegExpExecArray): boolean =>
      start >= found.index && start < found.index + found[0].length;
    const without = new Set([
      ...one.words.filter((word) => within(word, here)),
      ...other.words.filter((word) => within(word, there)),
    ]);
    const scope = { mine: mine.clause, theirs: theirs.clause, without };
    const likeness = likenessOf(aligned, scope);
    if (likeness.value < LIKE_FROM || !isTelling(likeness, TELLING_FROM) || likeness.shared.length < 2) continue;
    if (isOfVerb === true && likeness.value < VERB_LIKE_FROM && !haveSameVerb(aligned, here, there)) continue;
    if (areToldApart(aligned, scope)) continue;
    const about = aboutDenial(other.statement, theirs.clause, likeness.shared);
    return {
      kind: 'denial',
      about,
      one: `"${here[0].trim()}"`,
      other: `"${there[0].trim()}"`,
      likeness: likeness.value,
    };
  }
  return null;
}

function haveSameVerb({ pairs }: AlignedPassages, here: RegExpExecArray, there: RegExpExecArray): boolean {
  const isBehind = (start: number, { index, 0: text }: RegExpExecArray): boolean =>
    start >= index && start < index + text.length + 16;
  return pairs.some(
    ({ mine, theirs, worth, isOpposite }) =>
      !isOpposite && worth === 1 && mine.kind === 'verb' && isBehind(mine.start, here) && isBehind(theirs.start, there),
  );
}

const VERB_LIKE_FROM = 0.7;

const wordAt = ({ statement }: ComparedPassage, found: RegExpExecArray) =>
  statement.words.findLast(({ start }) => start < found.index + found[0].length);
