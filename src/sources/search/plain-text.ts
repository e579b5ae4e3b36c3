// Text of what searches send: some of them put tags and entities into titles and abstracts.

const BLOCK = /<\/?(?:jats:)?(?:p|div|br|li|ul|ol|sec|title|h[1-6]|list|list-item|tr)(?:\s[^<>]{0,500})?\/?>/gi;
const TAG = /<\/?[a-z][\w:.-]{0,40}(?:\s[^<>]{0,500})?\/?>/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
};
const TEXT_MAX = 500_000;

/** One line, tags and entities resolved. */
export function plainLine(text: string | null | undefined): string {
  return plainText(text)
    .replaceAll('\n', ' ')
    .replace(/ {2,9}/g, ' ');
}

/** Paragraphs with an empty line between them. */
export function plainText(text: string | null | undefined): string {
  const broken = withEntities((text ?? '').slice(0, TEXT_MAX).replace(BLOCK, '\n').replace(TAG, ''));
  return broken
    .split('\n')
    .map((line) => line.replace(/\s{1,99}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n\n');
}

function withEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined)
      return Object.hasOwn(NAMED, name.toLowerCase()) ? (NAMED[name.toLowerCase()] ?? whole) : whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isText = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isText ? String.fromCodePoint(code) : ' ';
  });
}
