// Where everything stands in a specification: front matter, the sections it must have, and its requirements.
// Form is tolerated (rank and case of headings, bold, numbers, symbols); what is there and what is not is exact.

import { type MarkdownLine, markLines } from './mark-lines.ts';
import { type FrontMatter, readFrontMatter } from './read-front-matter.ts';
import { readWrapping } from './read-wrapping.ts';
import { fieldLabelOf } from './spec-labels.ts';

export type SectionRole = 'title' | 'vision' | 'scope' | 'in-scope' | 'out-of-scope' | 'requirements';

/** Lines count from 0, columns from 1. */
export interface SpecSection {
  readonly role: SectionRole;
  readonly words: string;
  readonly line: number;
  readonly depth: number;
  /** Where its text begins on that line: its end, unless it is a label. */
  readonly from: number;
  /** Its own lines: up to the next part of the specification, or a heading of its rank. */
  readonly end: number;
}

export interface RequirementPlace {
  /** As it is written; '' where the heading has none. */
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly depth: number;
  readonly end: number;
}

export interface SpecOutline {
  readonly text: string;
  readonly lines: readonly MarkdownLine[];
  /** The line of a code fence around the whole, from 0; null: there is none. */
  readonly fence: number | null;
  readonly front: FrontMatter | null;
  readonly sections: readonly SpecSection[];
  readonly requirements: readonly RequirementPlace[];
}

const ROLES: ReadonlyMap<string, SectionRole> = new Map([
  ...(['vision', 'scope', 'requirements'] as const).map((name) => [name, name] as const),
  ['in scope', 'in-scope'],
  ['inscope', 'in-scope'],
  ['out of scope', 'out-of-scope'],
  ['not in scope', 'out-of-scope'],
]);
const TITLE = /^[^\p{L}]{0,9}feature(?:[ \t]{0,9}[:：–—-]|$)/iu;
const SCOPE_LABEL = /^[ \t]{0,3}(?:\*\*|__)?(in|out of)[ -]scope[ \t]{0,9}(?:[:：]|\*\*|__){1,3}/i;
const OWN_ID = /^[*_`[( ]{0,4}(R(?:[-‐‑–—_. ]?\d{1,9}[a-z]?|-[^\s:：*_`\])]{1,20}))[*_`\])]{0,4}(?=[\s:：–—-]|$)/i;
const OTHER_ID =
  /^[*_`[( ]{0,4}([A-Za-z]{1,6}[-_]?\d{1,9}|(?:requirement|req) ?#?\d{1,9})[*_`\])]{0,4}(?=[\s:：–—-]|$)/i;
const MARK = /^[*_`\]) ]{0,4}([:：–—-]?)[ \t]*/;

export function outlineSpec(text: string): SpecOutline {
  const { fence, text: inner } = readWrapping(text);
  const front = readFrontMatter(inner);
  const lines = markLines(inner, front?.end ?? 0);
  const cuts = cutsOf(lines);
  const parts = cuts.map((cut, at) => ({ ...cut, end: endOf(cut, cuts, at, lines.length) }));
  return {
    ...{ text, lines, fence, front },
    sections: parts.flatMap(({ role, id: _, title: words, ...place }) =>
      role === null || role === 'requirement' ? [] : [{ ...place, role, words }],
    ),
    requirements: parts.flatMap(({ role, from: _, ...place }) => (role === 'requirement' ? [place] : [])),
  };
}

interface Cut {
  /** null: a heading that is no part of the form. */
  readonly role: SectionRole | 'requirement' | null;
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly depth: number;
  readonly from: number;
}

const LABEL_DEPTH = 7;

function cutsOf(lines: readonly MarkdownLine[]): readonly Cut[] {
  const cuts: Cut[] = [];
  let within: Within = { section: null, depth: 0, requirement: 0, hasTitle: false };
  for (const [line, { kind, depth, words, text }] of lines.entries()) {
    if (kind === 'hidden') continue;
    const place = { line, depth, id: '', title: words, from: Math.max(1, text.length) };
    if (kind === 'text') {
      const label = isScope(within.section) ? SCOPE_LABEL.exec(text) : null;
      if (label === null) continue;
      within = {
        ...within,
        depth: LABEL_DEPTH,
        section: label[1]?.toLowerCase() === 'in' ? 'in-scope' : 'out-of-scope',
      };
      cuts.push({ ...place, role: within.section, depth: LABEL_DEPTH, from: label[0].length });
      continue;
    }
    const found = requirementIn(lines, line, within);
    const role = found === null ? roleOf(words, depth, within) : 'requirement';
    cuts.push({ ...place, ...found, role });
    within = withinAfter(within, role, depth);
  }
  return cuts;
}

interface Within {
  readonly section: SectionRole | null;
  /** The rank of that section. */
  readonly depth: number;
  /** The rank of the requirement it is in; 0: in none. */
  readonly requirement: number;
  readonly hasTitle: boolean;
}

const isScope = (role: SectionRole | null): boolean =>
  role === 'scope' || role === 'in-scope' || role === 'out-of-scope';

function withinAfter(within: Within, role: Cut['role'], depth: number): Within {
  if (role === 'requirement') return { ...within, requirement: depth };
  if (role !== null) return { section: role, depth, requirement: 0, hasTitle: within.hasTitle || role === 'title' };
  const isOver = depth <= within.depth;
  const isInside = within.requirement > 0 && depth > within.requirement;
  return { ...within, section: isOver ? null : within.section, requirement: isInside ? within.requirement : 0 };
}

function roleOf(words: string, depth: number, within: Within): SectionRole | null {
  if (!within.hasTitle && TITLE.test(words)) return 'title';
  if (within.requirement > 0 && depth > within.requirement && depth > 3) return null;
  const plain = words
    .toLowerCase()
    .replace(/\([^()]{0,200}\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return ROLES.get(plain) ?? null;
}

function requirementIn(
  lines: readonly MarkdownLine[],
  at: number,
  within: Within,
): { readonly id: string; readonly title: string } | null {
  const { words = '', depth = 0 } = lines[at] ?? {};
  const isInside = within.requirement > 0 && depth > within.requirement;
  const own = OWN_ID.exec(words) ?? (within.section === 'requirements' && !isInside ? OTHER_ID.exec(words) : null);
  if (own?.[1] !== undefined) {
    const mark = MARK.exec(words.slice(own[0].length));
    const rest = words.slice(own[0].length + (mark?.[0].length ?? 0));
    // `#### R-001 in detail` is part of a requirement.
    if (isInside && mark?.[1] === '' && rest !== '') return null;
    return { id: own[1], title: withoutBold(rest) };
  }
  if (within.section !== 'requirements' || isInside || fieldLabelOf(words) !== null) return null;
  return hasFields(lines, at + 1) ? { id: '', title: withoutBold(words) } : null;
}

const withoutBold = (words: string): string => words.replace(/^(?:\*\*|__)|(?:\*\*|__)$/g, '').trim();

const FIELD = /^[ \t]{0,9}(?:[-*+][ \t]{1,9})?(?:\*\*|__)(?:priority|dependencies|description|acceptance criteria)\b/i;

/** A heading with the fields of a requirement below it is one, though it has no id. */
function hasFields(lines: readonly MarkdownLine[], from: number): boolean {
  for (let at = from; at < lines.length && lines[at]?.kind !== 'heading'; at++) {
    if (lines[at]?.kind === 'text' && FIELD.test(lines[at]?.text ?? '')) return true;
  }
  return false;
}

function endOf(cut: Cut, cuts: readonly Cut[], at: number, count: number): number {
  for (let next = at + 1; next < cuts.length; next++) {
    const other = cuts[next];
    if (other !== undefined && (other.role !== null || other.depth <= cut.depth)) return other.line;
  }
  return count;
}
