// Passages of the project that a drafter is given, by section.

import type { PartName } from '../../documents/design/part.ts';
import type { JsonObject } from '../../json.ts';
import { retrieveContext } from './retrieve-context.ts';
import type { SddDeps } from './sdd-deps.ts';

export type Passage = JsonObject & { readonly source: string; readonly lines: string; readonly text: string };

export interface ContextWanted {
  readonly project: string;
  readonly feature: string;
  /** The folder of the standards, from the project. */
  readonly standards: string;
  readonly part: PartName;
  readonly brief: string;
  /** When the run began. */
  readonly since: number;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** Of a long brief its beginning says what it is about. */
const BRIEF_CHARACTERS = 600;
const PASSAGES = 3;

/** By the section's id. */
export async function retrieve(
  { project, feature, standards, brief, since, sections }: ContextWanted,
  { files }: SddDeps,
): Promise<ReadonlyMap<string, readonly Passage[]>> {
  const about = brief.slice(0, BRIEF_CHARACTERS);
  const queries = Object.fromEntries(sections.map(({ id, title }) => [id, `${title} ${about}`]));
  const wanted = { project, featureId: feature, standards, queries, brief, since, limit: PASSAGES };
  const found = await retrieveContext(files, wanted);
  return new Map(
    Object.entries(found.sections)
      .filter(([, passages]) => passages.length > 0)
      .map(([id, passages]) => [
        id,
        passages.map(({ source, lines, text }) => ({ source, lines: String(lines), text })),
      ]),
  );
}
