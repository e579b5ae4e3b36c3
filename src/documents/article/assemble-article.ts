// An article from a draft: only claims that passages support, citations with numbers that lead to the ledger, and the
// list of references. Drafts of rules and of models are treated alike.

import { claimsOf } from '../evidence/claims-of.ts';
import type { RemovedClaim } from '../evidence/ledger.ts';
import { makeLedger } from '../evidence/make-ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import type { Source, SourceText } from '../evidence/source.ts';
import { applyEdits } from './apply-edits.ts';
import type { ArticleBrief } from './article-brief.ts';
import type { CleanedDraft } from './clean-draft.ts';
import { type DraftClaim, draftClaims, normaliseDraft } from './draft-claims.ts';
import type { ArticleEdit } from './edit.ts';
import { judgeHeadings } from './judge-headings.ts';
import { placePart, tidyMarkdown } from './place-part.ts';
import { readProse } from './read-prose.ts';
import { referenceLine } from './reference-line.ts';
import { makeSupporter, type SupportedClaim, type Supporter } from './support-claims.ts';
import { termsOf, wordCount } from './terms-of.ts';
import { titleOf } from './title-of.ts';

export interface AssembleInput {
  readonly brief: ArticleBrief;
  readonly draft: string;
  /** Paragraphs that replace those of the draft; without a heading. */
  readonly introduction?: string | null;
  readonly conclusion?: string | null;
  readonly edits: readonly ArticleEdit[];
  readonly passages: readonly Passage[];
  readonly sources: readonly Source[];
  /** Of the sources, whole: what the ledger will be made of. */
  readonly texts: readonly SourceText[];
}

export interface AssembledArticle {
  readonly markdown: string;
  readonly title: string;
  /** Without the title, the list of references and citations. */
  readonly word_count: number;
  readonly removed: readonly RemovedClaim[];
  /** Those that are cited: the first is `[1]`. */
  readonly sources: readonly Source[];
  /** In sentences: edits that were not applied and why. */
  readonly notes: readonly string[];
}

/** The ledger judges anew by the whole texts. What it does not support is taken out, and what is left judged again. */
const ROUNDS = 4;

export function assembleArticle(input: AssembleInput): AssembledArticle {
  const { brief, passages, sources } = input;
  const whole = placeParts(input);
  const { draft: edited, refused } = applyEdits(whole.text, input.edits, passages, sources);
  // An edit may bring what a draft may not.
  const cleaned = normaliseDraft(edited);
  const { draft, removed: headings } = judgeHeadings(cleaned.text, brief, passages);
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const claims = draftClaims(draft, (id) => byId.has(id));
  const told = claims.flatMap(({ marks }) => marks);
  const supporter = makeSupporter(passages, sources, termsOf(brief.topic), told);
  let supported = withoutTwice(claims.map((claim) => supporter.support(claim)));
  let built = build(draft, supported, input);
  for (let round = 1; round < ROUNDS; round++) {
    const next = recheck(supported, built, input, supporter);
    if (next === null) break;
    supported = next;
    built = build(draft, supported, input);
  }
  const { markdown, marks } = withoutDraftMarks(built.markdown);
  const { title, sentences } = readProse(markdown);
  return {
    markdown,
    title: title === '' ? titleOf(brief) : title,
    word_count: sentences.reduce((sum, { text }) => sum + wordCount(text), 0),
    removed: [...whole.removed, ...cleaned.removed, ...headings, ...supported.flatMap(removedOf), ...marks],
    sources: built.cited,
    notes: refused.map((each) => `An edit was not applied: ${each}`),
  };
}

function placeParts({ brief, draft, introduction, conclusion }: AssembleInput): CleanedDraft {
  const parts = [draft, introduction ?? '', conclusion ?? ''].map(normaliseDraft);
  const [plain = '', first = '', last = ''] = parts.map(({ text }) => text);
  const titled = /^\s*# \S/.test(plain) ? plain : `# ${titleOf(brief)}\n\n${plain.trimStart()}`;
  const begun = placePart(titled, 'introduction', first);
  return { text: placePart(begun, 'conclusion', last), removed: parts.flatMap(({ removed }) => removed) };
}

const DRAFT_MARK = /\s?\[\^?e\d{1,6}(?:\s?[,;]\s?e\d{1,6}){0,400}\]/gi;

/** Whatever left one: readers know no passages. */
function withoutDraftMarks(markdown: string): { readonly markdown: string; readonly marks: readonly RemovedClaim[] } {
  const found = new Set((markdown.match(DRAFT_MARK) ?? []).map((mark) => mark.trim()));
  const reasons = ['It is the mark of a passage, which readers do not know.'];
  return {
    markdown: found.size === 0 ? markdown : markdown.replace(DRAFT_MARK, ''),
    marks: [...found].map((text) => ({ text, section: '', verdict: 'insufficient', reasons, rewritten: null })),
  };
}

/** A sentence that stands in the article twice is told once. */
function withoutTwice(supported: readonly SupportedClaim[]): readonly SupportedClaim[] {
  const seen = new Set<string>();
  return supported.map((each) => {
    if (each.body === null) return each;
    const key = each.body.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    if (seen.has(key)) return { ...each, body: null, fault: null };
    seen.add(key);
    return each;
  });
}

const removedOf = ({ claim, body, stop, fault }: SupportedClaim): readonly RemovedClaim[] =>
  fault === null
    ? []
    : [
        {
          text: claim.text,
          section: claim.section,
          ...pickVerdict(fault),
          rewritten: body === null ? null : `${body}${stop}`,
        },
      ];

const pickVerdict = ({
  verdict,
  reasons,
}: Pick<RemovedClaim, 'verdict' | 'reasons'>): Pick<RemovedClaim, 'verdict' | 'reasons'> => ({ verdict, reasons });

interface BuiltArticle {
  readonly markdown: string;
  readonly cited: readonly Source[];
  /** Of each claim in the article, in its order: its place in the list of claims. */
  readonly places: readonly number[];
}

function build(
  draft: string,
  supported: readonly SupportedClaim[],
  { passages, sources }: AssembleInput,
): BuiltArticle {
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
  for (const [at, { claim, body, stop, marks }] of supported.entries()) {
    parts.push(draft.slice(from, claim.start));
    from = claim.end;
    if (body === null) continue;
    const cites = [...new Set(marks.flatMap((id) => numberOf(id) ?? []))].sort((one, other) => one - other);
    places.push(at);
    parts.push(cited(body, stop, cites, claim));
  }
  parts.push(draft.slice(from));
  const list = [...numbers].sort((one, other) => one[1] - other[1]).flatMap(([id]) => byId.get(id) ?? []);
  const references = list.map((source, at) => `${at + 1}. ${referenceLine(source)}`).join('\n');
  const body = tidyMarkdown(parts.join(''));
  const markdown = list.length === 0 ? body : `${body.trimEnd()}\n\n## References\n\n${references}\n`;
  return { markdown: withIds(markdown), cited: list, places };
}

function cited(body: string, stop: string, numbers: readonly number[], { kind }: DraftClaim): string {
  if (numbers.length === 0) return `${body}${stop}`;
  const marks = numbers.map((number) => `[[${number}]](ledger.md#c0)`).join('');
  const [, point = '', rest = ''] = /^([.!?])(.*)$/s.exec(stop) ?? [];
  return kind === 'quotation' || rest === '' ? `${body}${rest} ${marks}${point}` : `${body}${rest} ${marks}${point}`;
}

/** Each citation leads to the entry of its sentence, by the number that the ledger will give it. */
function withIds(markdown: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { id, start, end } of claimsOf(markdown)) {
    parts.push(
      markdown.slice(from, start),
      markdown.slice(start, end).replaceAll('(ledger.md#c0)', `(ledger.md#${id})`),
    );
    from = end;
  }
  parts.push(markdown.slice(from));
  return parts.join('');
}

/** null: the ledger supports all. Else the claims that it does not are written anew, or taken out. */
function recheck(
  supported: readonly SupportedClaim[],
  { markdown, cited: order }: BuiltArticle,
  { texts }: AssembleInput,
  supporter: Supporter,
): readonly SupportedClaim[] | null {
  if (texts.length === 0) return null;
  const ids = new Set(order.map(({ id }) => id));
  const ledger = makeLedger(
    markdown,
    texts.filter(({ id }) => ids.has(id)),
    { hash: () => '', order: [...ids] },
  );
  const faults = new Map<string, RemovedClaim>();
  for (const { kind, verdict, reasons, text, section } of ledger.entries)
    if (kind !== 'framing' && verdict !== 'supported')
      faults.set(keyOf(text), { text, section, verdict, reasons, rewritten: null });
  if (faults.size === 0) return null;
  return supported.map((each) => {
    const fault = each.body === null ? undefined : faults.get(keyOf(`${each.body}${each.stop}`));
    if (fault === undefined) return each;
    const anew = each.fault === null ? supporter.rewrite(each.claim) : null;
    const removed = each.fault ?? pickVerdict(fault);
    if (anew === null) return { ...each, body: null, marks: [], fault: removed };
    return { ...each, body: anew.text.replace(/\.$/, ''), stop: '.', marks: [anew.mark], fault: removed };
  });
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
