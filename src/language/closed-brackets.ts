// Where brackets of a text stand open that are closed later in it, in any script.

/** A longer one is read as no bracket: two marks far apart, such as smiles, belong to no common sentence. */
const LENGTH_MAX = 1_000;
const BRACKET = /[\p{Ps}\p{Pe}]/gu;

/** For each place whether it lies within a bracket; places are offsets, and one behind the closing mark is outside. */
export function insideBrackets(text: string): (place: number) => boolean {
  const ends = new Map<number, number>();
  const open: { readonly at: number; readonly code: number }[] = [];
  for (const { 0: mark, index } of text.matchAll(BRACKET)) {
    const code = mark.codePointAt(0) ?? 0;
    if (/\p{Ps}/u.test(mark)) open.push({ at: index, code });
    else if (isPair(open.at(-1)?.code, code)) ends.set(open.pop()?.at ?? 0, index + mark.length);
  }
  const inside = new Uint8Array(text.length + 1);
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const own = ends.get(at) ?? 0;
    if (own - at <= LENGTH_MAX) end = Math.max(end, own);
    if (at + 1 < end) inside[at + 1] = 1;
  }
  return (place) => inside[place] === 1;
}

/** Unicode has the closing mark right behind the opening one, or one further as for `[` and `{`. */
const isPair = (opening: number | undefined, closing: number): boolean =>
  opening !== undefined && (closing === opening + 1 || closing === opening + 2);
