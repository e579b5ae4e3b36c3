// Which sections of a design were drafted from requirements that have changed since.

import type { PartName } from '../design/part.ts';
import { traceOf } from './dependents.ts';
import { DESIGN_FILES, type Trace } from './read-trace.ts';

/** The digest of each requirement's text when the design was drafted, by id. */
export type RequirementHashes = { readonly [id: string]: string };

export interface RequirementChange {
  readonly id: string;
  readonly kind: 'changed' | 'superseded' | 'rejected' | 'out-of-scope' | 'removed';
  /** In a sentence. */
  readonly message: string;
}

export interface OutdatedSection {
  readonly part: PartName;
  readonly section: string;
  readonly file: string;
  /** Of the first item in it that depends on a change. */
  readonly line: number;
  readonly items: readonly string[];
  readonly because: readonly RequirementChange[];
}

export const HASHES_FIELD = 'requirement_hashes';
const HASH_LENGTH = 16;

interface Wording {
  readonly title: string;
  readonly description: string;
}

/** Of the texts that a design is drafted from. Title and description count; priority and category say nothing of what
 *  is built. */
export function requirementHashes(
  items: readonly (Wording & { readonly id: string })[],
  sha256: (text: string) => string,
): RequirementHashes {
  return Object.fromEntries(items.map((item) => [item.id, hashOf(item, sha256)]));
}

function hashOf(item: Wording, sha256: (text: string) => string) {
  const words = [item.title, item.description].map((text) => text.replace(/\s+/g, ' ').trim());
  return sha256(words.join('\n')).slice(0, HASH_LENGTH);
}

/** Lines for YAML front matter; none where nothing was recorded. */
export function hashLines(hashes: RequirementHashes): readonly string[] {
  const lines = Object.entries(hashes).map(([id, hash]) => `  ${id}: "${hash}"`);
  return lines.length === 0 ? [] : [`${HASHES_FIELD}:`, ...lines];
}

/** As a design's front matter records them; {} where it records none. */
export function readHashes(design: string): RequirementHashes {
  const [, front = ''] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(design) ?? [];
  const lines = front.split(/\r?\n/);
  const at = lines.findIndex((line) => line.trim() === `${HASHES_FIELD}:`);
  const found: Record<string, string> = {};
  for (const line of at < 0 ? [] : lines.slice(at + 1)) {
    const [, id, hash] = /^[ \t]+(REQ-\d{3,}):[ \t]*"?([0-9a-f]+)"?[ \t]*$/.exec(line) ?? [];
    if (id === undefined || hash === undefined) break;
    found[id] = hash;
  }
  return found;
}

export function changedRequirements(
  { decided }: Trace,
  recorded: RequirementHashes,
  sha256: (text: string) => string,
): readonly RequirementChange[] {
  return Object.entries(recorded).flatMap(([id, hash]): RequirementChange[] => {
    const now = decided.get(id);
    if (now === undefined) return [{ id, kind: 'removed', message: `${id} is no longer in requirements.md.` }];
    if (now.supersededBy !== undefined)
      return [{ id, kind: 'superseded', message: `${id} is superseded by ${now.supersededBy}.` }];
    if (now.standing === 'rejected') return [{ id, kind: 'rejected', message: `${id} was rejected.` }];
    if (now.standing === 'out-of-scope') return [{ id, kind: 'out-of-scope', message: `${id} was put out of scope.` }];
    return hashOf(now, sha256) === hash
      ? []
      : [{ id, kind: 'changed', message: `The text of ${id} was changed since the design was drafted.` }];
  });
}

/** Those that hold something which depends on a change, in the order of the documents. */
export function outdatedSections(trace: Trace, changes: readonly RequirementChange[]): readonly OutdatedSection[] {
  const found = new Map<string, { place: Place; items: Set<string>; because: RequirementChange[] }>();
  for (const change of changes) {
    for (const { id, file, line, section } of dependentsOf(trace, change.id)) {
      const part = partOf(file);
      if (part === null || section === null) continue;
      const key = `${part} ${section}`;
      const entry = found.get(key) ?? { place: { part, section, file, line }, items: new Set<string>(), because: [] };
      found.set(key, entry);
      entry.place.line = Math.min(entry.place.line, line);
      entry.items.add(id);
      if (!entry.because.includes(change)) entry.because.push(change);
    }
  }
  const order = Object.keys(DESIGN_FILES);
  return [...found.values()]
    .map(({ place, items, because }) => ({ ...place, items: [...items], because }))
    .sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part) || a.line - b.line);
}

interface Place {
  readonly part: PartName;
  readonly section: string;
  readonly file: string;
  line: number;
}

/** Also of a requirement that is no longer in its file. */
function dependentsOf(trace: Trace, id: string) {
  const known = traceOf(trace, id);
  if (known !== null) return known.dependents;
  const placeholder = { id, kind: 'requirement', title: '', file: '', line: 1, section: null } as const;
  return traceOf({ ...trace, items: [...trace.items, placeholder] }, id)?.dependents ?? [];
}

const partOf = (file: string): PartName | null =>
  (Object.keys(DESIGN_FILES) as PartName[]).find((part) => DESIGN_FILES[part] === file) ?? null;
