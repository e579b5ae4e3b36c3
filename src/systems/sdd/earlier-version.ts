// The design that is there when a run begins: it counts as the version before, and what is replaced of it is kept.

import { isPartOf, schemaIn } from '../../documents/design/assemble-design.ts';
import { PARTS } from '../../documents/design/part.ts';
import { readDesignFront } from '../../documents/design/read-design-front.ts';
import type { JsonObject } from '../../json.ts';
import type { CodeCall } from '../../ports/action.ts';
import { type DesignFile, designPath, objectOf, type SddDeps, shortHash, textOf } from './sdd-deps.ts';

export type EarlierVersion = JsonObject & {
  readonly version: number;
  /** '' where nobody approved it. */
  readonly approver: string;
  /** YYYY-MM-DD of its approval, or of its beginning. */
  readonly date: string;
};

/** null: there is none. `design`: the text of design.md. */
export function earlierVersion(design: string | null): EarlierVersion | null {
  if (design === null) return null;
  const { version, status, approver, lastModified } = readDesignFront(design);
  const by = status === 'FINAL' ? (approver ?? 'somebody') : '';
  return { version: Math.max(1, version), approver: by, date: lastModified ?? '' };
}

export function earlierOf(data: JsonObject): EarlierVersion | null {
  const { version, approver, date } = objectOf(data.earlier);
  return typeof version === 'number' ? { version, approver: textOf(approver), date: textOf(date) } : null;
}

/** For the one who begins, and the one who approves what takes its place. */
export function earlierSentence({ version, approver, date }: EarlierVersion): string {
  const next = `This run makes version ${version + 1}`;
  const there = `There is a version ${version} of this design, which nobody approved`;
  if (approver === '') return `${there}. ${next}; what it replaces is kept beside it.`;
  const kept = `version ${version} is kept as design/${nameOf('design.md', `v${version}`)}, its parts beside it`;
  return `Version ${version} of this design was approved by ${approver} on ${date}. ${next}; ${kept}.`;
}

/** What a file that is replaced is called from then on: by the version of the approved design it belongs to, else by
 *  its hash. */
export async function asideName(call: CodeCall, file: DesignFile, text: string, deps: SddDeps): Promise<DesignFile> {
  const design = (await deps.files.read(designPath(call, 'design.md'))) ?? '';
  const { status, version } = readDesignFront(design);
  if (status === 'FINAL' && version > 0 && isOf(design, file, text)) {
    const name = nameOf(file, `v${version}`);
    const there = await deps.files.read(designPath(call, name));
    if (there === null || there === text) return name;
  }
  return nameOf(file, shortHash(text).slice(0, 8));
}

function isOf(design: string, file: DesignFile, text: string): boolean {
  const part = PARTS.find((each) => file === `${each}.md`);
  if (part !== undefined) return isPartOf(design, part, text);
  return file === 'schema.sql' ? text === schemaIn(design) : text === design;
}

const nameOf = (file: DesignFile, tag: string): DesignFile => file.replace('.', `.${tag}.`) as DesignFile;
