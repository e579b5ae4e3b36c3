// The parts of a draft in Markdown: its title, what stands before the first section, and the sections with the passages
// they cite.

import { headingsOf } from '../markdown/headings-of.ts';

export interface DraftPart {
  readonly heading: string;
  /** Offsets of what stands under the heading. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly marks: readonly string[];
}

export interface DraftParts {
  readonly title: string;
  readonly lead: DraftPart;
  readonly sections: readonly DraftPart[];
}

const MARK = /\[\s{0,3}(e\d{1,6}(?:\s{0,3}[,;]\s{0,3}e\d{1,6}){0,40})\s{0,3}\]/gi;

export function readDraft(draft: string): DraftParts {
  const headings = headingsOf(draft);
  const title = headings[0]?.depth === 1 ? headings[0] : undefined;
  const parts = headings.filter((heading) => heading !== title && heading.depth <= 2);
  const start = title?.end ?? 0;
  return {
    title: title?.text ?? '',
    lead: partOf(draft, '', start, parts[0]?.start ?? draft.length),
    sections: parts.map(({ text, end }, at) => partOf(draft, text, end, parts[at + 1]?.start ?? draft.length)),
  };
}

function partOf(draft: string, heading: string, start: number, end: number): DraftPart {
  const text = draft.slice(start, end);
  return { heading, start, end, text, marks: marksIn(text) };
}

/** Ids of the passages that a text cites, in small letters, each once. */
export function marksIn(text: string): readonly string[] {
  const ids = Array.from(text.matchAll(MARK), ([, list = '']) =>
    list.split(/[,;]/).map((id) => id.trim().toLowerCase()),
  );
  return [...new Set(ids.flat())];
}
