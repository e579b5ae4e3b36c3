// An article in which no Markdown does anything but its citations and links to its sources: no images, HTML,
// code or definitions of links. The last step, since what was taken out before may have stood between the parts of one.

const LINK = /\[(\[\d{1,5}\]|[^\][]{1,500})\]\(([^()\s]{1,2000})\)|\]\(/g;
const OWN = /^ledger\.md#[cp]\d{1,6}$/;
const HEADING_LINE = /^#{1,6} .*$/gm;
const ADDRESS = /(?:https?:\/\/|www\.)\S{1,2000}/gi;

export function inertMarkdown(markdown: string, addresses: ReadonlySet<string>): string {
  const isOurs = (address: string): boolean => OWN.test(address) || addresses.has(address);
  return markdown
    .replace(/<(?=[a-z/!?])|`{3,}|~{3,}/gi, '')
    .replace(/!(?=\[)/g, '! ')
    .replace(/\](?=:)/g, '] ')
    .replace(LINK, (whole, shown: string | undefined, address = '') =>
      shown === undefined ? '] (' : isOurs(address) ? whole : shown,
    )
    .replace(HEADING_LINE, (line) => line.replace(ADDRESS, ''));
}
