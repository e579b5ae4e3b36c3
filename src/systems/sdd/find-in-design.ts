// What rules find in a design: its SQL and diagrams read by their own parsers, its standards line by line.

import type { DesignFinding } from '../../documents/design/finding.ts';
import type { DesignTexts } from '../../documents/design/part.ts';
import { checkDesign } from '../../documents/design-checks/check-design.ts';
import type { KnownIds } from '../../documents/design-checks/check-ids.ts';
import { readDiagrams } from './read-diagrams.ts';
import { readStandards } from './read-standards.ts';
import type { SddDeps } from './sdd-deps.ts';
import { readSql } from './sql/read-sql.ts';

export interface FindingsAround {
  readonly dialect: string;
  readonly project: string;
  readonly feature: string;
  /** The folder of the standards, from the project. */
  readonly standards: string;
  /** Ids that the PRD asks for; left out: there is none. */
  readonly requirements?: readonly string[];
  /** What the ids of earlier drafts stood for. */
  readonly knownIds?: KnownIds;
}

export async function findingsOf(
  texts: DesignTexts,
  { dialect, project, standards: folder, requirements, knownIds = {} }: FindingsAround,
  { files }: SddDeps,
): Promise<readonly DesignFinding[]> {
  const [sql, diagrams, standards] = await Promise.all([
    readSql(texts.database, dialect),
    readDiagrams(texts),
    readStandards(files, project, folder),
  ]);
  return checkDesign(texts, {
    sql,
    diagrams,
    standards,
    knownIds,
    ...(requirements !== undefined && { requirements }),
  });
}
