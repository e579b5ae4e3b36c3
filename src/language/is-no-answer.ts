// Whether what somebody typed leaves a question open.

/** Typed alone, they do. */
const SKIPS: ReadonlySet<string> = new Set([
  ...['skip', '/skip', '?', "i don't know", 'i do not know', "don't know"],
  ...['ich weiß nicht', 'ich weiß es nicht', 'keine ahnung', 'je ne sais pas', 'no lo sé', 'non lo so'],
  ...['わかりません', '分かりません'],
]);

export function isNoAnswer(text: string): boolean {
  const said = text.replace(/\s+/g, ' ').trim().replaceAll('’', "'").toLowerCase();
  return SKIPS.has(said.replace(/[.!。]$/u, ''));
}
