// What is kept beside a stored text: where and when it was found, and what was said of it there.

import { z } from 'zod';
import type { Source } from '../../documents/evidence/source.ts';

export type SourceFinding = Pick<
  Source,
  'address' | 'title' | 'type' | 'publishedAt' | 'authors' | 'publisher' | 'isWhole' | 'retrievedAt'
>;

/** One text may stand at many addresses; more than these need not be remembered. */
const FINDINGS_MAX = 100;

const Findings = z.object({
  version: z.literal(1),
  findings: z.array(
    z.object({
      ...{ address: z.string(), title: z.string(), type: z.string(), publishedAt: z.string().nullable() },
      ...{ authors: z.array(z.string()), publisher: z.string(), isWhole: z.boolean(), retrievedAt: z.iso.datetime() },
    }),
  ),
});

/** A file that cannot be read counts as none: the text alone is what claims rest on. */
export function readFindings(text: string | null): readonly SourceFinding[] {
  try {
    return Findings.parse(JSON.parse(text ?? 'null')).findings;
  } catch {
    return [];
  }
}

export const writtenFindings = (findings: readonly SourceFinding[]): string =>
  `${JSON.stringify({ version: 1, findings: findings.slice(-FINDINGS_MAX) }, null, 2)}\n`;
