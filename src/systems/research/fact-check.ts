// What the fact checker said: of each claim of the draft, and of places where sources may disagree. Rules in its place
// judge nothing.

import { normaliseDraft } from '../../documents/article/draft-claims.ts';
import type { JudgedText } from '../../documents/article/settle-claims.ts';
import { claimsOf } from '../../documents/evidence/claims-of.ts';
import type { Contradiction, Verdict } from '../../documents/evidence/ledger.ts';
import type { JsonObject } from '../../json.ts';
import { language } from '../../language/words/language.ts';
import type { AcceptCall } from '../../ports/action.ts';
import type { WorkerResult } from './agent-state.ts';
import { listOf, textOf } from './research-deps.ts';

/** Who judged, as people read it. */
export function judgeName({ by, provider, model }: Pick<AcceptCall, 'by' | 'provider' | 'model'>): string {
  if (by.startsWith('user:')) return by.slice('user:'.length);
  if (provider === undefined) return "the client's own model";
  return model ?? provider;
}

const checkIn = (results: readonly WorkerResult[]): WorkerResult | null => {
  const found = results.find(({ worker }) => worker === 'fact_checker');
  return found === undefined || found.by_rules === true ? null : found;
};

export function judgedBy(results: readonly WorkerResult[], draft: string): readonly JudgedText[] {
  const checked = checkIn(results);
  if (checked === null) return [];
  const claims = new Map(claimsOf(normaliseDraft(draft, language).text, language).map((claim) => [claim.id, claim]));
  return listOf<JsonObject>(checked.claims).flatMap(({ id, verdict, reason }) => {
    const claim = claims.get(textOf(id));
    if (claim === undefined) return [];
    const { text, section, cites } = claim;
    const reasons = textOf(reason) === '' ? [] : [textOf(reason)];
    const by = { worker: 'fact_checker', ...(typeof checked.judge === 'string' && { model: checked.judge }) };
    return [{ text, section, cites, verdict: verdict as Verdict, reasons, ...by }];
  });
}

/** `d1` is the first. */
export const disagreementId = (at: number): string => `d${at + 1}`;

/** Those whose sides speak of the same thing and measure, as the judge says. Which of them the article follows is its
 *  writer's to say. */
export function confirmedBy(
  results: readonly WorkerResult[],
  contradictions: readonly Contradiction[],
): readonly Contradiction[] {
  const said = listOf<JsonObject>(checkIn(results)?.disagreements);
  const same = new Set(said.filter((each) => each.same === true).map(({ id }) => textOf(id)));
  return contradictions
    .filter((_, at) => same.has(disagreementId(at)))
    .map((contradiction) => ({ ...contradiction, followed: null }));
}
