// A line of Markdown as HTML: citations, links, emphasis and code. Everything else is text.

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[mark] ?? '&#39;');

/** http, https and relative addresses; null: a link to it is not made. */
export function safeAddress(address: string): string | null {
  const plain = address.trim();
  if (/^https?:\/\/[^\s"'<>]{1,2000}$/i.test(plain)) return plain;
  // A scheme may be hidden behind characters that browsers skip.
  const isRelative = /^[\w./#?=&%~-]{1,500}$/.test(plain) && !plain.startsWith('//');
  return isRelative && !/^[\w.-]*:/.test(plain) ? plain : null;
}

const TOKEN = new RegExp(
  [
    String.raw`\[\[(?<number>\d{1,5})\]\]\([\w.-]{0,60}#(?<claim>c\d{1,6})\)`,
    String.raw`\[(?<shown>[^\][]{1,500})\]\((?<address>[^()\s]{1,2000})\)`,
    String.raw`\*\*(?<bold>[^*]{1,1000})\*\*`,
    String.raw`(?<![\p{L}\p{N}*])\*(?<italic>[^*\s][^*]{0,1000})\*(?![\p{L}\p{N}*])`,
    String.raw`(?<![\p{L}\p{N}_])_(?<under>[^_\s][^_]{0,1000})_(?![\p{L}\p{N}_])`,
    '`(?<code>[^`]{1,500})`',
  ].join('|'),
  'gu',
);

/** `seen`: claims whose place in the text has its name already. */
export function inlineHtml(text: string, seen: Set<string> = new Set()): string {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const before = text.slice(from, match.index);
    const isCitation = match.groups?.claim !== undefined;
    // A raised number stands at its word: it must not begin a line.
    parts.push(escapeHtml(isCitation ? before.trimEnd() : before), tokenHtml(match.groups ?? {}, match[0], seen));
    from = match.index + match[0].length;
  }
  parts.push(escapeHtml(text.slice(from)));
  return parts.join('');
}

function tokenHtml(groups: Readonly<Record<string, string | undefined>>, whole: string, seen: Set<string>): string {
  const { number, claim, shown, address, bold, italic, under, code } = groups;
  if (number !== undefined && claim !== undefined) {
    const id = seen.has(claim) ? '' : ` id="t-${claim}"`;
    seen.add(claim);
    const label = `Source ${number}, show the evidence`;
    return `<sup class="cite"><a${id} href="#${claim}" aria-label="${label}">[${number}]</a></sup>`;
  }
  if (shown !== undefined && address !== undefined) {
    const safe = safeAddress(address);
    return safe === null ? escapeHtml(shown) : `<a href="${escapeHtml(safe)}">${escapeHtml(shown)}</a>`;
  }
  if (bold !== undefined) return `<strong>${escapeHtml(bold)}</strong>`;
  const slanted = italic ?? under;
  if (slanted !== undefined) return `<em>${escapeHtml(slanted)}</em>`;
  return code === undefined ? escapeHtml(whole) : `<code>${escapeHtml(code)}</code>`;
}
