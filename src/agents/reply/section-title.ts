// Which of the five sections a heading opens, however it is dressed.

export const SECTIONS = ['Status', 'Summary', 'Output', 'Next Action', 'Metadata'] as const;
export type SectionName = (typeof SECTIONS)[number];

export interface SectionTitle {
  readonly name: SectionName;
  /** What stands after the name on the same line: `## Status: SUCCESS`. */
  readonly inline: string;
}

const TITLE =
  /^(?:\d{1,2}[.):]?\s*)?(status|summary|output|next[\s_-]*action|metadata)\s*(?:[:：]\s*(.*)|[-–—]\s+(.+))?$/i;

/** `line` is a heading as written. null for a heading of another kind. */
export function sectionTitle(line: string): SectionTitle | null {
  if (line.length > 300) return null;
  const bare = line
    .replace(/^[\s\ufeff\u200b]*#{0,6}/, '')
    .replace(/(?<!\s)\s+#+\s*$/, '')
    .replace(/[*`\p{Extended_Pictographic}\u200b]|\ufe0f|\u200d|\u20e3/gu, '')
    .replace(/^[\s_[]+|[\s_\]]+$/g, '');
  const [, word, colon, dash] = TITLE.exec(bare) ?? [];
  if (word === undefined) return null;
  const wanted = word.toLowerCase().replace(/[\s_-]+/g, '');
  const name = SECTIONS.find((each) => each.toLowerCase().replace(' ', '') === wanted);
  const inline = (colon ?? dash ?? '').trim();
  // A work product may have a heading "Output: ..." of its own; it is kept apart from ours.
  if (name === undefined || (inline !== '' && (name === 'Output' || name === 'Metadata'))) return null;
  return { name, inline };
}
