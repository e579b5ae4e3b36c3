// An article of sentences that stand in sources word for word: each of its claims is supported.

/** About `wordsMax` words, as many of each text. It ends no part within a sentence: "1.2 metres" is not cut to "1." */
export function copiedArticle(texts: readonly string[], wordsMax: number): string {
  const parts = texts.map((text, at) => {
    const prose = text.split('\n\n').filter((part) => /^\p{L}/u.test(part));
    const words = prose
      .join(' ')
      .split(/\s+/)
      .slice(0, wordsMax / texts.length);
    const end = words.findLastIndex((word) => /[.?!]$/.test(word)) + 1;
    return `## Part ${at + 1}\n\n${words.slice(0, end).join(' ')}`;
  });
  return `# An article\n\n${parts.join('\n\n')}\n`;
}
