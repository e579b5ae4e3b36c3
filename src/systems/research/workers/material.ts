// What the rules that do a worker's step work from: the same that a model is told, as data.

import type { Outline } from '../../../documents/article/article-brief.ts';
import type { Contradiction } from '../../../documents/evidence/ledger.ts';
import type { Passage } from '../../../documents/evidence/passage.ts';
import type { Source } from '../../../documents/evidence/source.ts';
import { isJsonObject } from '../../../json.ts';
import type { CallFacts } from '../../../ports/provider.ts';
import type { Brief } from '../brief.ts';
import type { CheckedClaim } from '../draft-findings.ts';

export interface Material {
  readonly brief: Brief;
  readonly sources: readonly Source[];
  readonly passages: readonly Passage[];
  readonly contradictions: readonly Contradiction[];
  /** null: nobody made one. */
  readonly outline: Outline | null;
  /** All that is written by now, else the best draft of the executions before; '' where there is none. */
  readonly draft: string;
  readonly feedback: string;
  readonly claims: readonly CheckedClaim[];
}

export function materialOf({ input, step }: CallFacts): Material {
  const material = isJsonObject(input) ? input.material : undefined;
  if (!isJsonObject(material)) throw new Error(`Expected what "${step}" works from in its input, found nothing.`);
  return material as unknown as Material;
}
