// Units that a text says once: `50 minutes by ferry, 35 by bus`, `61 percent, six points higher`.

import { anyOf } from './any-of.ts';
import type { Quantity } from './read-quantities.ts';

const NOT_COUNTED = anyOf(`
  in on at by for from to with after before than as and or but compared while until during without a per over
  under
`);

/** `50 minutes by ferry, 35 by bus`: a figure that counts nothing has the unit of the one before it in its sentence. */
export function withOmittedUnits(
  text: string,
  found: readonly Quantity[],
  factors: readonly number[],
): readonly Quantity[] {
  let last: { readonly quantity: Quantity; readonly factor: number } | null = null;
  return found.map((quantity, at) => {
    if (last !== null && isOmitted(text, last.quantity, quantity)) {
      const { factor, quantity: full } = last;
      const { low, high, step } = quantity;
      const filled = { ...quantity, dimension: full.dimension, per: quantity.per || full.per };
      return { ...filled, low: low * factor, high: high * factor, step: step * factor };
    }
    if (last !== null && isPointsOf(last.quantity, quantity)) {
      const { low, high, step } = quantity;
      return { ...quantity, dimension: 'points', low: low / 100, high: high / 100, step: step / 100 };
    }
    if (!/^(?:count|ordinal|factor|temperature)$/.test(quantity.dimension))
      last = { quantity, factor: factors[at] ?? 1 };
    return quantity;
  });
}

/** `61 percent, six points higher`. */
const isPointsOf = (full: Quantity, { dimension, following, start, high }: Quantity): boolean =>
  full.dimension === 'share' &&
  dimension === 'count' &&
  high <= 100 &&
  start - full.end <= 60 &&
  /^points?$/.test(following[0] ?? '') &&
  /^(?:higher|lower|more|less|above|below|up|down)$/.test(following[1] ?? '');

function isOmitted(text: string, full: Quantity, bare: Quantity): boolean {
  const [first = ''] = bare.following;
  // `fell by 4 percentage points and by up to 13 points`
  if (full.dimension === 'points' && bare.dimension === 'count' && /^points?$/.test(first)) return true;
  if (bare.dimension !== 'count' || bare.low < 2 || !(first === '' || NOT_COUNTED.test(first))) return false;
  if (full.dimension === 'share' && (first !== '' || bare.high > 100)) return false;
  if (full.dimension === 'time' && bare.low > 1000) return false;
  const between = text.slice(full.end, bare.start);
  return (
    between.length <= 120 &&
    /,|\band\b|\b(?:to|than|with|against|versus|instead of) $/.test(between) &&
    !/[.!?;:] |["(]$|\b(?:age|aged|version|number|page|line|route|class) $/.test(between)
  );
}
