// Which version of a workflow is current and who added each, as the store's own history says it.

import type { StoredText } from '../../ports/store-care.ts';
import type { Findings } from './findings.ts';

/** Of a commit of the store's own history. */
export interface NoteAuthor {
  readonly actor: string;
  readonly at: number;
}

interface AdditionNote extends NoteAuthor {
  /** null when the note does not say it. */
  readonly origin: string | null;
  /** The one added last is current: which note that was. */
  last: number;
}

const UNPROVED = 'which version of a workflow is current, and who added it, where older notes do not say it';

export class WorkflowNotes {
  /** By name, then by version and compiler; null where a note does not say which one it is about. */
  readonly #names = new Map<string, Map<string, AdditionNote> | null>();
  #count = 0;

  /** Its first note says who added it; later ones only make it current again. */
  added(name: string, version: string, by: NoteAuthor, origin: string | null): void {
    const versions = this.#names.get(name) === undefined ? new Map<string, AdditionNote>() : this.#names.get(name);
    if (versions === null || versions === undefined) return;
    this.#names.set(name, versions);
    const last = ++this.#count;
    const known = versions.get(version);
    if (known === undefined) versions.set(version, { actor: by.actor, at: by.at, origin, last });
    else known.last = last;
  }

  /** Written by a version that did not say which compiler's it was. */
  addedUnsaid(name: string): void {
    this.#names.set(name, null);
  }

  removed(name: string): void {
    this.#names.delete(name);
  }

  /** false: no note is about it. Older ones do not say which version they are about. */
  isNoted(text: StoredText): boolean {
    const noted = this.#names.get(String(text.name[0]));
    return noted === null || noted?.has(versionOf(text)) === true;
  }

  /** Those that no note is about are reported elsewhere. */
  check(texts: readonly StoredText[], findings: Findings): void {
    const byName = Map.groupBy(
      texts.filter((text) => text.kind === 'workflow' && this.isNoted(text)),
      ({ name: [name] }) => String(name),
    );
    for (const [name, found] of byName) {
      const noted = this.#names.get(name) ?? null;
      if (noted === null) findings.cannotProve(UNPROVED, name);
      else checkVersions(name, found, noted, findings);
    }
  }
}

function checkVersions(
  name: string,
  found: readonly StoredText[],
  noted: ReadonlyMap<string, AdditionNote>,
  findings: Findings,
): void {
  const problems: string[] = [];
  const lastOf = (text: StoredText): number => noted.get(versionOf(text))?.last ?? 0;
  const placeOf = (text: StoredText): number => text.added?.place ?? 0;
  const wanted = found.toSorted((a, b) => lastOf(b) - lastOf(a)).map(versionOf);
  const order = found.toSorted((a, b) => placeOf(b) - placeOf(a)).map(versionOf);
  const differs = wanted.findIndex((version, at) => version !== order[at]);
  if (differs >= 0) {
    const place = differs === 0 ? 'as the current one' : `${differs} before the current one`;
    const message = `Expected the version ${wanted[differs]} of the workflow ${name} ${place}, as it was added`;
    problems.push(`${message}, found ${order[differs]}. Restore a backup.`);
  }
  for (const text of found) {
    const note = noted.get(versionOf(text));
    if (note === undefined || text.added === undefined) continue;
    const { by, at, origin } = text.added;
    const said = (what: string, expected: string | number, was: string | number | null): void => {
      if (expected === was) return;
      const message = `Expected the workflow ${name} ${versionOf(text)} to say ${what} ${JSON.stringify(expected)}`;
      problems.push(`${message} as noted when it was stored, found ${JSON.stringify(was)}.`);
    };
    said('added by', note.actor, by);
    said('added at', note.at, at);
    if (note.origin !== null) said('origin', note.origin, origin);
  }
  findings.breaksAll('workflows', problems);
}

function versionOf({ name: [, version, compiler] }: StoredText): string {
  return `${version} ${compiler}`;
}
