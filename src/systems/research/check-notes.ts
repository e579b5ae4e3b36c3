// Notes for readers on a model's sentences: how many were taken out, by what, and how many nobody judged.

import type { Ledger, RemovedClaim } from '../../documents/evidence/ledger.ts';
import { faultText } from './send-back.ts';

const SHOWN_MAX = 5;

/** [] for an article that rules wrote. */
export function checkWarnings({ counts, removed, entries }: Ledger): readonly string[] {
  const { not_judged } = counts;
  if (not_judged === undefined) return [];
  const out = takenOut(removed);
  const isJudged = entries.some(({ judge }) => judge !== undefined);
  const why = isJudged ? '' : ': no fact checker answered';
  return [
    ...(out.length === 0 ? [] : [`${sentences(out.length)} taken out: ${byWhat(out)}. ledger.md lists them`]),
    ...(not_judged === 0
      ? []
      : [`${not_judged} of ${counts.claims} sentences ${not_judged === 1 ? 'is' : 'are'} not judged${why}`]),
  ];
}

/** Why there is no article. */
export function nothingStays({ removed }: Pick<Ledger, 'removed'>): readonly string[] {
  const out = takenOut(removed);
  if (out.length === 0) return ['The draft has no sentence.'];
  const more = out.length - SHOWN_MAX;
  return [
    `None of the ${out.length} sentences of the draft could stay: ${byWhat(out)}.`,
    ...out.slice(0, SHOWN_MAX).map(faultText),
    ...(more > 0 ? [`And ${more} more.`] : []),
  ];
}

const takenOut = (removed: readonly RemovedClaim[]): readonly RemovedClaim[] =>
  removed.filter(({ takenOutBy }) => takenOutBy !== undefined);

const sentences = (count: number): string => (count === 1 ? '1 sentence was' : `${count} sentences were`);

function byWhat(out: readonly RemovedClaim[]): string {
  const byCode = out.filter(({ takenOutBy }) => takenOutBy === 'code').length;
  const parts = [
    ...(byCode === 0 ? [] : [`${byCode} by code`]),
    ...(byCode === out.length ? [] : [`${out.length - byCode} by the judge`]),
  ];
  return parts.join(', ');
}
