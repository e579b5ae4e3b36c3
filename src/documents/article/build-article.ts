// The text of an article from the claims of a draft: citations with numbers that lead to the ledger, and the list of
// references.

import { claimsOf } from '../evidence/claims-of.ts';
import type { Language } from '../evidence/language.ts';
import type { RemovedClaim } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import type { DraftClaim } from './draft-claims.ts';
import { referenceLine } from './reference-line.ts';
import { tidyMarkdown } from './tidy-markdown.ts';

export interface BuiltArticle {
  readonly markdown: string;
  readonly cited: readonly Source[];
  /** Of each claim in the article, in its order: its place in the list of claims. */
  readonly places: readonly number[];
}

/** A claim with what stands of it in the article. */
export interface PlacedClaim {
  readonly claim: DraftClaim;
  /** Without its full stop; null: taken out. */
  readonly body: string | null;
  readonly stop: string;
  readonly marks: readonly string[];
}

interface Given {
  readonly passages: readonly Passage[];
  readonly sources: readonly Source[];
}

export function buildArticle(
  draft: string,
  placed: readonly PlacedClaim[],
  given: Given & { readonly language: Language },
): BuiltArticle {
  const { body, cited, places } = placeClaims(draft, placed, given);
  return { ...numberCitations(withReferences(body, cited), given.language), cited, places };
}

/** The text before it is finished: a citation leads to the place of its claim in `placed`. */
export function placeClaims(
  draft: string,
  placed: readonly PlacedClaim[],
  { passages, sources }: Given,
): Omit<BuiltArticle, 'markdown'> & { readonly body: string } {
  const sourceOf = new Map(passages.map(({ id, source }) => [id, source]));
  const byId = new Map(sources.map((source) => [source.id, source]));
  const numbers = new Map<string, number>();
  const numberOf = (id: string): number | null => {
    const source = sourceOf.get(id) ?? '';
    if (!byId.has(source)) return null;
    const known = numbers.get(source) ?? numbers.size + 1;
    numbers.set(source, known);
    return known;
  };
  const parts: string[] = [];
  const places: number[] = [];
  let from = 0;
  for (const [at, { claim, body, stop, marks }] of placed.entries()) {
    parts.push(draft.slice(from, claim.start));
    from = claim.end;
    if (body === null) {
      while (draft[from] === ' ') from++;
      continue;
    }
    const cites = [...new Set(marks.flatMap((id) => numberOf(id) ?? []))].sort((one, other) => one - other);
    places.push(at);
    parts.push(cited(body, stop, cites, at));
  }
  parts.push(draft.slice(from));
  const list = [...numbers].sort((one, other) => one[1] - other[1]).flatMap(([id]) => byId.get(id) ?? []);
  return { body: tidyMarkdown(parts.join('')), cited: list, places };
}

export function withReferences(body: string, sources: readonly Source[]): string {
  const references = sources.map((source, at) => `${at + 1}. ${referenceLine(source)}`).join('\n');
  return sources.length === 0 ? body : `${body.trimEnd()}\n\n## References\n\n${references}\n`;
}

function cited(body: string, stop: string, numbers: readonly number[], at: number): string {
  if (numbers.length === 0) return `${body}${stop}`;
  const marks = numbers.map((number) => `[[${number}]](ledger.md#p${at})`).join('');
  const [, point = '', rest = ''] = /^(\s?[.!?…,;:。！？，；：]+)(.*)$/s.exec(stop) ?? [];
  // The end of a quotation or of an aside in brackets stays what it is.
  return rest === '' || /^\s?\.[*_]+$/.test(stop) ? `${body}${rest} ${marks}${point}` : `${body}${stop} ${marks}`;
}

const PLACED = /\(ledger\.md#p(\d{1,7})\)/g;
const PLACED_CITATION = / ?\[\[\d{1,5}\]\]\(ledger\.md#p\d{1,7}\)/g;

export interface NumberedArticle {
  readonly markdown: string;
  /** Of each claim of the text, the places of those it is made of: of several where their ends cannot be
   *  distinguished. */
  readonly placesOf: readonly (readonly number[])[];
}

/** Each citation leads to the entry of its sentence, by the number that the ledger will give it. */
export function numberCitations(markdown: string, language: Language): NumberedArticle {
  const parts: string[] = [];
  const placesOf: (readonly number[])[] = [];
  let from = 0;
  for (const { id, start, end } of claimsOf(markdown, language)) {
    const own = markdown.slice(start, end);
    placesOf.push([...new Set(Array.from(own.matchAll(PLACED), ([, at]) => Number(at)))]);
    parts.push(markdown.slice(from, start).replace(PLACED_CITATION, ''), own.replace(PLACED, `(ledger.md#${id})`));
    from = end;
  }
  parts.push(markdown.slice(from).replace(PLACED_CITATION, ''));
  return { markdown: parts.join(''), placesOf };
}

const DRAFT_MARK = /\s?\[\^?e\d{1,6}(?:\s?[,;]\s?e\d{1,6}){0,400}\]/gi;

/** Whatever left one: readers know no passages. */
export function withoutDraftMarks(markdown: string): {
  readonly markdown: string;
  readonly marks: readonly RemovedClaim[];
} {
  const found = new Set((markdown.match(DRAFT_MARK) ?? []).map((mark) => mark.trim()));
  const reasons = ['It is the mark of a passage, which readers do not know.'];
  return {
    markdown: found.size === 0 ? markdown : markdown.replace(DRAFT_MARK, ''),
    marks: [...found].map((text) => ({ text, section: '', verdict: 'insufficient', reasons, rewritten: null })),
  };
}
