// What is filed without a model: the same that a model is given, as data.

import type { Outline } from '../../../documents/evidence/article-brief.ts';
import type { Passage } from '../../../documents/evidence/passage.ts';
import type { Source } from '../../../documents/evidence/source.ts';
import { isJsonObject } from '../../../json.ts';
import type { CallFacts } from '../../../ports/provider.ts';
import type { Brief } from '../brief.ts';

export interface Material {
  readonly brief: Brief;
  readonly sources: readonly Source[];
  readonly passages: readonly Passage[];
  /** null: nobody made one. */
  readonly outline: Outline | null;
}

export function materialOf({ input, step }: CallFacts): Material {
  const material = isJsonObject(input) ? input.material : undefined;
  if (!isJsonObject(material)) throw new Error(`Expected what "${step}" works from in its input, found nothing.`);
  return material as unknown as Material;
}
