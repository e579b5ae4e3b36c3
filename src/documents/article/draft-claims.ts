// The claims of a draft with what they rest on: marks are read in every form that models write them.

import { claimsOf } from '../evidence/claims-of.ts';
import type { Language } from '../evidence/language.ts';
import type { Claim, RemovedClaim } from '../evidence/ledger.ts';
import { withoutControls } from '../markdown/without-controls.ts';
import { withoutFence } from '../markdown/without-fence.ts';
import { type CleanedDraft, cleanDraft } from './clean-draft.ts';
import { safeAddress } from './inline-html.ts';
import { plainHeadings, withoutUnread } from './unread-text.ts';

const ID = String.raw`e\d{1,6}`;
const GROUP = new RegExp(
  [
    String.raw`[ \t]{0,2}[[(【]\^?(?:passages?:? |sources?:? |see )?`,
    String.raw`(${ID}(?:(?:\s?[,;&–-]\s?|\s?and\s|\s)\^?${ID}){0,40})[\])】](?!\()`,
  ].join(''),
  'gi',
);
const DOUBLED = /\[\[\s?(\^?e\d[^[\]]{0,200})\]\](?:\([^()\s]{0,500}\))?/gi;
/** `(see [e12])`: what is left of it would be `(see)`. */
const NESTED = /[[(](?:passages?:? |sources?:? |see )?(\[\^?e\d[^[\]]{0,200}\])[\])](?!\()/gi;
const LINK = /!?\[([^\][]{1,500})\]\(((?:[^()\s]|\([^()\s]{0,200}\)){1,2000})\)/g;
const TABLE_LINE = /^[ \t]{0,3}\|(.*)\|[ \t]*$/;
const TABLE_RULE = /^[ \t]{0,3}\|[ \t:|-]+\|[ \t]*$/;

const ROUNDS = 8;

/** One form for all drafts: marks as `[e1, e2]`, tables as lists, and nothing that `cleanDraft` takes out. What is
 *  taken out may have stood between the parts of something else, so the text is read again until nothing changes. */
export function normaliseDraft(draft: string, language: Language): CleanedDraft {
  const removed = new Map<string, RemovedClaim>();
  let text = withoutFence(draft);
  for (let round = 0; round < ROUNDS; round++) {
    const next = normaliseOnce(text, language);
    for (const each of next.removed) removed.set(`${each.reasons.join()} ${each.text}`, each);
    if (next.text === text) return { text, removed: [...removed.values()] };
    text = next.text;
  }
  // Nobody writes so by chance: without brackets it cites nothing.
  return { text: text.replace(/[<[\]~]/g, ''), removed: [...removed.values()] };
}

function normaliseOnce(draft: string, language: Language): CleanedDraft {
  const plain = withoutControls(draft).replace(/\r\n?/g, '\n').replace(DOUBLED, '[$1]').replace(NESTED, '$1');
  const marked = plain.replace(GROUP, (_, ids: string) => ` [${idsIn(ids).join(', ')}]`);
  const { text, removed } = cleanDraft(plainHeadings(joinMarks(marked.replace(BEHIND, '$2$1'))));
  const linked = text.replace(LINK, (whole, shown: string, address: string) =>
    safeAddress(address) === null ? shown : whole,
  );
  const read = withoutUnread(listedTables(linked), language);
  return { text: read.text, removed: [...removed, ...read.removed] };
}

/** Marks behind the full stop belong to the sentence that it ends. */
const BEHIND = /([ \u00a0\u202f]?[.!?…]{1,4}["'”’»)*_]{0,4})((?: \[e[\de, ]{1,400}\]){1,40})(?=\s+[^\s\p{Ll}]|\s*$)/gu;

/** `[e1] [e2]` as `[e1, e2]`. */
const joinMarks = (text: string): string => text.replace(/(?<=\[e[\de, ]{1,400})\]\s?\[(?=e\d)/g, ', ');

function idsIn(list: string): readonly string[] {
  const found: string[] = [];
  for (const part of list.toLowerCase().split(/[,;&]|\sand\s/)) {
    const [from, to] = part.match(/\d{1,6}/g)?.map(Number) ?? [];
    if (from === undefined) continue;
    const last = to !== undefined && /[–-]/.test(part) && to > from && to - from < 20 ? to : from;
    for (let id = from; id <= last; id++) found.push(`e${id}`);
    if (to !== undefined && last === from) found.push(`e${to}`);
  }
  return [...new Set(found)];
}

/** Each row as an item of a list that says what its columns are: a table claims as much as sentences do. */
function listedTables(text: string): string {
  if (!text.includes('|')) return text;
  let header: readonly string[] | null = null;
  const lines = text.split('\n');
  return lines
    .flatMap((line, at) => {
      const row = TABLE_LINE.exec(line)?.[1];
      if (row === undefined) {
        header = null;
        return [line];
      }
      if (TABLE_RULE.test(line)) return [];
      const cells = row.split('|').map((cell) => cell.trim());
      if (header === null) {
        header = cells;
        if (TABLE_RULE.test(lines[at + 1] ?? '')) return [];
      }
      return [itemOf(cells, header)];
    })
    .join('\n');
}

function itemOf(cells: readonly string[], header: readonly string[]): string {
  const marks = cells.flatMap((cell) => cell.match(/\[e[\de, ]{1,200}\]/g) ?? []);
  const [first = '', ...others] = cells.map((cell) => cell.replace(/\s?\[e[\de, ]{1,200}\]/g, '').trim());
  const said = others.flatMap((cell, at) => (cell === '' ? [] : [cellText(cell, header[at + 1] ?? '')]));
  return `- ${first}: ${said.join(', ')}${marks.length === 0 ? '' : ` ${marks.join(' ')}`}.`;
}

/** A short cell says something only with the name of its column. */
const cellText = (cell: string, column: string): string =>
  cell.split(' ').length > 3 ? cell : `${column} ${cell}`.trim();

export interface DraftClaim extends Claim {
  /** As written, without its marks and its last full stop. */
  readonly body: string;
  readonly stop: string;
  /** Passages that are known. */
  readonly marks: readonly string[];
}

export function draftClaims(
  draft: string,
  isKnown: (id: string) => boolean,
  language: Language,
): readonly DraftClaim[] {
  return claimsOf(draft, language).map((claim) => {
    const raw = draft
      .slice(claim.start, claim.end)
      .replace(/\s{0,2}\[e[\de,; ]{1,400}\]/gi, '')
      .trimEnd();
    const stop = /[ \u00a0\u202f]?(?:\.{3}|[.!?…,;:。！？，；：])["”’»」』)*_]{0,3}$/.exec(raw)?.[0] ?? '';
    const marks = claim.cites.filter((id) => isKnown(id));
    return { ...claim, body: raw.slice(0, raw.length - stop.length).trimEnd(), stop, marks };
  });
}
