// Two things a person said that cannot both hold: two figures for one thing, or something wanted that was ruled out.

import { contentWords, shareOf } from '../gaps/content-words.ts';
import type { Action } from '../gaps/read-goal-clause.ts';
import { stemOf } from '../words/stem-of.ts';
import { sameStem } from '../words/synonyms.ts';
import { CORRECTS } from './own-topic.ts';
import type { Statement } from './read-reply.ts';
import { choiceOf } from './reply-kinds.ts';
import type { WantedAction } from './wanted-actions.ts';

export interface Conflict {
  readonly kind: 'figures' | 'scope';
  readonly one: Statement;
  readonly other: Statement;
  /** The one that no longer holds, by the person's answer; null: nobody has said. */
  readonly dropped: Statement | null;
}

const ALIKE_FROM = 0.7;
const LIMIT =
  /\b(?:at most|at least|up to|until|within|maximum|minimum|no more than|less than|more than|for|after|before)\b/i;

export function findConflicts(statements: readonly Statement[], wanted: readonly WantedAction[]): readonly Conflict[] {
  return [...figureConflicts(statements), ...scopeConflicts(statements, wanted)].map((each) => ({
    ...each,
    dropped: isCorrection(each) ? each.one : droppedBy(each, statements),
  }));
}

const FORGET = /\b(?:forget|drop|scratch|no longer|not any more) /i;

/** "Actually no, forget paying online": whoever says so has decided. */
function isCorrection({ one, other }: Pair): boolean {
  return other.turn > one.turn && (CORRECTS.test(other.quote) || FORGET.test(other.quote));
}

type Pair = Pick<Conflict, 'kind' | 'one' | 'other'>;

function figureConflicts(statements: readonly Statement[]): readonly Pair[] {
  const limits = statements.filter(({ kind, means }) => kind === 'said' && figuresIn(means).length === 1);
  return limits.flatMap((one, at) =>
    limits.slice(at + 1).flatMap((other): readonly Pair[] => {
      if (String(figuresIn(one.means)) === String(figuresIn(other.means)) || isConflictReply(other)) return [];
      const [a, b] = [wordsBeside(one.means), wordsBeside(other.means)];
      const isPutRight = CORRECTS.test(other.quote);
      if (!isPutRight && !(LIMIT.test(one.means) && LIMIT.test(other.means))) return [];
      const isAlike = a.size > 1 && b.size > 1 && Math.min(shareOf(a, b), shareOf(b, a)) >= ALIKE_FROM;
      return isAlike ? [{ kind: 'figures', one, other }] : [];
    }),
  );
}

const figuresIn = (text: string): readonly string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? [];
const wordsBeside = (text: string): ReadonlySet<string> =>
  new Set([...contentWords(text)].filter((word) => !/\d/.test(word)));

function scopeConflicts(statements: readonly Statement[], wanted: readonly WantedAction[]): readonly Pair[] {
  const out = statements.filter(
    (each) => each.kind === 'said' && each.topics.includes('scope_out') && !each.isForeign && !isConflictReply(each),
  );
  return out.flatMap((one) => {
    const excluded = excludedHeads(one.means);
    return wanted.flatMap(({ action, from }): readonly Pair[] => {
      if (action === null || action.kind === 'never' || from === one) return [];
      return headsOf(action).some((head) => excluded.has(head)) ? [{ kind: 'scope', one: from, other: one }] : [];
    });
  });
}

const PHRASE_ENDS = /\s(?:of|for|in|on|at|by|with|from|that|which|to|is|are|stays?|stay|will|via)\s.*$/is;

/** "No online payment, that stays at the desk": payment. */
function excludedHeads(quote: string): ReadonlySet<string> {
  const heads = quote
    .replace(/[.!]$/, '')
    .split(/,\s|\s(?:and|or|nor)\s/)
    .map((part) =>
      part.replace(
        /^(?:and |or |no |not |forget |drop |scratch |about |we (?:do not|don['’]t) (?:want|need) |any |the )+/i,
        '',
      ),
    )
    .filter((part) => !/^(?:that|this|it|they)\b/i.test(part))
    .map((part) => part.replace(PHRASE_ENDS, '').split(/\s+/).at(-1) ?? '');
  return new Set(heads.filter((word) => word.length > 3).map(meaning));
}

function headsOf({ verb, rest }: Action): readonly string[] {
  const thing = rest.replace(PHRASE_ENDS, '').split(/\s+/).at(-1) ?? '';
  return [verb, thing].filter((word) => word.length > 2).map(meaning);
}

const meaning = (word: string): string => sameStem(stemOf(word));

const isConflictReply = ({ about }: Statement): boolean => about.length === 2;
const OUT = /\b(?:out|forget|drop|leave|not|no|without|remove)\b/i;

const IN = /\b(?:keep|yes|want|needed|belongs|stays? in|is in|part)\b/i;

/** The answer to the question that quotes both. */
function droppedBy({ kind, one, other }: Pair, statements: readonly Statement[]): Statement | null {
  const reply = statements.find(
    ({ about }) => about.length === 2 && about.includes(spoken(one)) && about.includes(spoken(other)),
  );
  if (reply === undefined || reply.kind === 'unknown' || reply.kind === 'order') return null;
  const chosen = reply.kind === 'choice' ? reply.means : choiceOf(reply.quote, [spoken(one), spoken(other)]);
  if (chosen !== null) return chosen.includes(spoken(one)) ? other : chosen.includes(spoken(other)) ? one : null;
  if (kind === 'scope') return OUT.test(reply.quote) ? one : IN.test(reply.quote) ? other : null;
  const figures = figuresIn(reply.quote);
  const [a, b] = [figuresIn(one.means), figuresIn(other.means)];
  if (figures.some((figure) => a.includes(figure))) return other;
  return figures.some((figure) => b.includes(figure)) ? one : null;
}

/** As a question quotes it: in one line, without marks that would end the quote. */
export const spoken = ({ quote }: Statement): string =>
  quote.replace(/[.!]$/, '').replace(/["“”]/g, "'").replace(/\s+/g, ' ').trim();
