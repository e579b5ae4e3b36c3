// What a run with a brief is expected to cost, in lines for people: shown before it starts, and where its plan is
// reviewed.

import { isJsonObject, type Json } from '../../json.ts';
import { brief_of, check_brief } from './controller.ts';
import { type Estimate, estimate_range } from './estimate-range.ts';

/** None for a brief that will be rejected: the reasons say more. */
export function estimateLines(input: Json, isByRules?: boolean): readonly string[] {
  const { brief = null } = isJsonObject(input) ? input : {};
  if (check_brief(brief).length > 0) return [];
  if (isByRules === true)
    return ['No model is set: sentences of the sources are filed as a digest, which costs nothing and takes seconds.'];
  const { min, likely, max } = estimate_range(brief_of(brief));
  const cost = `${dollars(min)} to ${dollars(max)}, likely ${dollars(likely)}`;
  const time = `${minutes(min)} to ${minutes(max)} min, likely ${minutes(likely)}`;
  return isByRules === false
    ? [`Estimate: ${cost}; ${time}.`]
    : [`Estimate with a model: ${cost}; ${time}.`, 'By rules, without a model, it costs nothing and takes seconds.'];
}

const dollars = ({ dollars: amount }: Estimate): string => `$${amount.toFixed(2)}`;
const minutes = ({ minutes: count }: Estimate): string => String(Math.round(count));
