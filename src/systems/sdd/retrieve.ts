// Passages of the project that a drafter is given, by section.

import type { PartName } from '../../documents/design/part.ts';
import type { JsonObject } from '../../json.ts';
import type { SddDeps } from './sdd-deps.ts';

export type Passage = JsonObject & { readonly source: string; readonly lines: string; readonly text: string };

export interface Wanted {
  readonly project: string;
  readonly feature: string;
  /** The folder of the standards, from the project. */
  readonly standards: string;
  readonly part: PartName;
  readonly brief: string;
  readonly sections: readonly { readonly id: string; readonly title: string }[];
}

/** By the section's id; `''` holds what is of use to the whole part. */
export async function retrieve(_wanted: Wanted, _deps: SddDeps): Promise<ReadonlyMap<string, readonly Passage[]>> {
  return new Map();
}
