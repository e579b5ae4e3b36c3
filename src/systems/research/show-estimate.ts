// What a run with a brief is expected to cost, in lines for people: told before it starts, and where its plan is
// reviewed.

import { isJsonObject, type Json } from '../../json.ts';
import { brief_of, check_brief } from './controller.ts';
import { type Estimate, estimate_range } from './estimate-range.ts';

/** None for a brief that will be rejected: the reasons say more. */
export function estimateLines(input: Json): readonly string[] {
  const { brief = null } = isJsonObject(input) ? input : {};
  if (check_brief(brief).length > 0) return [];
  const { min, likely, max } = estimate_range(brief_of(brief));
  const money = `$${min.dollars.toFixed(2)} at the least, probably $${likely.dollars.toFixed(2)}, ${atMost(max)}`;
  const time = `${minutes(min)} to ${minutes(max)} min, probably ${minutes(likely)}`;
  return [
    `Estimate with a model: ${money}; ${time}.`,
    'By rules, without a model, it costs nothing and takes seconds.',
  ];
}

const atMost = ({ dollars }: Estimate): string => `$${dollars.toFixed(2)} at the most`;
const minutes = ({ minutes: count }: Estimate): string => String(Math.round(count));
