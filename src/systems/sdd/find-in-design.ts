// What rules find in a design.

import type { DesignFinding } from '../../documents/design/finding.ts';
import type { DesignTexts } from '../../documents/design/part.ts';
import type { SddDeps } from './sdd-deps.ts';

export interface FindingsAround {
  readonly dialect: string;
  readonly project: string;
  readonly feature: string;
  /** The folder of the standards, from the project. */
  readonly standards: string;
}

export async function findingsOf(
  _texts: DesignTexts,
  _around: FindingsAround,
  _deps: SddDeps,
): Promise<readonly DesignFinding[]> {
  return [];
}
