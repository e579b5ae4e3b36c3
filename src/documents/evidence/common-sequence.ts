// The longest sequence that two lists have in common, in their order.

/** As places in both. */
export function commonSequence<One, Other>(
  own: readonly One[],
  theirs: readonly Other[],
  isSame: (one: One, other: Other) => boolean,
): readonly (readonly [number, number])[] {
  const lengths = own.map(() => new Uint8Array(theirs.length + 1));
  lengths.push(new Uint8Array(theirs.length + 1));
  const lengthAt = (at: number, there: number): number => lengths[at]?.[there] ?? 0;
  for (let at = own.length - 1; at >= 0; at--) {
    for (let there = theirs.length - 1; there >= 0; there--) {
      const [one, other, row] = [own[at], theirs[there], lengths[at]];
      if (one === undefined || other === undefined || row === undefined) continue;
      row[there] = isSame(one, other)
        ? lengthAt(at + 1, there + 1) + 1
        : Math.max(lengthAt(at + 1, there), lengthAt(at, there + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let [at, there] = [0, 0]; at < own.length && there < theirs.length; ) {
    const [one, other] = [own[at], theirs[there]];
    if (one !== undefined && other !== undefined && isSame(one, other)) pairs.push([at++, there++]);
    else if (lengthAt(at + 1, there) >= lengthAt(at, there + 1)) at++;
    else there++;
  }
  return pairs;
}
