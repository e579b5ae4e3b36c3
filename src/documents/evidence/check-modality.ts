// What may, must or must not be done: a duty against a choice, a permission against a ban.

import type { Alignment } from './align-words.ts';
import { inLines } from './any-of.ts';
import type { Objection } from './objection.ts';
import type { Statement } from './read-statement.ts';

type Modality = 'must' | 'may' | 'must not' | 'need not';

const BANNED = inLines(
  String.raw`
      \b(?:must not|mustn't|may not|cannot|can not|(?:is|are|was|were) not (?:allowed|permitted)|(?:is|are|
      was|were) (?:[a-z]{2,12}ly )?(?:forbidden|prohibited|banned)|not be allowed|not possible|impossible|
      not available)\b
    `,
);
const FREE_OF = inLines(
  String.raw`
      \b(?:(?:do|does|did) not (?:have|need) to|need not|not (?:required|obliged|obligatory|compulsory|
      mandatory)|no (?:obligation|duty|need)|voluntary|optional|free to|up to (?:the |
      each )?[a-z]{2,14} (?:whether|to)|left to (?:the |each )?[a-z]{2,14}|at (?:the|their) discretion|
      at their own choice|exempt)\b
    `,
);
const DUTY =
  /\b(?:must|have to|has to|had to|(?:is|are|was|were) (?:required|obliged)|compulsory|mandatory|obligatory)\b/;
/** Says of any words that something has to be. */
const IS_DUTY = inLines(
  String.raw`
      \b(?:must|ha(?:s|ve) to|requir\p{L}{1,8}|oblig\p{L}{1,8}|compulsory|mandatory|needs?|needed|necessary|
      without|only|unless|law|shall|demand\p{L}{0,3}|condition\p{L}{0,3}|prescrib\p{L}{1,3})\b
    `,
  'iu',
);
const CHOICE = /\b(?:may|can|(?:is|are|was|were) (?:allowed|permitted)|(?:is|are) entitled)\b/;
/** Of a verb in the past, or of what could be, `can` and `may` say nothing of a rule. */
const PERHAPS =
  /\bmay (?:be|have|well|also|not have)\b|\b(?:may|can) (?:cause|lead|reach|take|last|grow|weigh|vary|cost)\b/;

const CLASHES: readonly (readonly [Modality, Modality])[] = [
  ['must', 'need not'],
  ['may', 'must not'],
  ['must', 'must not'],
];

export function checkModality(
  { text: claim }: Statement,
  source: Statement,
  { pairs, clause }: Alignment,
): readonly Objection[] {
  const mine = modalityOf(claim);
  if (mine === null || !pairs.some(({ claim: { kind, weight } }) => /^(?:verb|adjective)$/.test(kind) && weight > 0))
    return [];
  const clauses = [...new Set([clause, ...pairs.map(({ source: word }) => word.clause)])];
  const said = clauses.map((each) => textOf(source, each)).find((text) => modalityOf(text) !== null) ?? '';
  const theirs = modalityOf(said);
  if (mine === 'must' && theirs === null && !IS_DUTY.test(source.text) && !/\bhad to\b/.test(claim))
    return [{ kind: 'missing', reason: 'The claim says that it must be so, the source only that it is.' }];
  const isClash = CLASHES.some(
    ([one, other]) => (mine === one && theirs === other) || (mine === other && theirs === one),
  );
  const isChoice = mine === 'must' && theirs === 'may' && /\bor\b/.test(said);
  if (!isClash && !isChoice) return [];
  return [{ kind: 'conflict', reason: `By the source it ${theirs} be so, by the claim it ${mine} be so.` }];
}

function textOf(source: Statement, clause: number): string {
  const words = source.words.filter((word) => word.clause === clause);
  return source.text.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
}

function modalityOf(text: string): Modality | null {
  if (BANNED.test(text)) return /\b(?:cannot|can not)\b/.test(text) ? null : 'must not';
  if (FREE_OF.test(text)) return 'need not';
  if (DUTY.test(text)) return 'must';
  return CHOICE.test(text) && !PERHAPS.test(text) ? 'may' : null;
}
