// Which sections of a design were drafted from requirements that have changed since.

import type { PartName } from '../design/part.ts';
import { hashOf, type RequirementHashes } from '../design/requirement-hashes.ts';
import { traceOf } from './dependents.ts';
import { DESIGN_FILES, type Trace } from './read-trace.ts';

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
