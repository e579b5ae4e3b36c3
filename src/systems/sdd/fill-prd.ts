// Fills the technical ids of a feature's design into the traceability table of its PRD, which other systems may fill at
// the same time. Doing it again changes nothing, so that a step which crashed is simply done again.

import { traceOf } from '../../documents/trace/dependents.ts';
import { PRD_FILE, readTrace, type TraceKind } from '../../documents/trace/read-trace.ts';
import { type ColumnFill, fillTraceability, TECHNICAL_IDS } from '../../documents/trace/traceability-table.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { type ReadFeature, readFeature } from '../features/read-feature.ts';

/** Those that have ids; a model is part of the endpoints that name it. */
const TECHNICAL: readonly TraceKind[] = ['use case', 'component', 'endpoint', 'table'];
const OWN = /^(?:UC|CMP|API|TBL)-\d{3,}$/;

export interface FilledPrd {
  /** Requirements whose cell is another now. */
  readonly changed: readonly string[];
  /** Requirements of the design that have no row, or why nothing was filled, in sentences. */
  readonly notes: readonly string[];
}

export async function fillPrd(files: ProjectFiles, project: string, featureId: string): Promise<FilledPrd> {
  const feature = await readFeature(files, project, featureId);
  if (feature.prd === '') return { changed: [], notes: [] };
  const filling = fillingOf(feature);
  const changed = new Set<string>();
  let [refused, missing]: [string | null, readonly string[]] = [null, []];
  await files.amend(`${project}/${feature.folder}/${PRD_FILE}`, (text) => {
    const filled = fillTraceability(text, filling);
    refused = 'refused' in filled ? filled.refused : null;
    if ('refused' in filled) return text;
    for (const id of filled.changed) changed.add(id);
    missing = filled.missing;
    return filled.text;
  });
  const lacking = missing.filter((id) => (filling.ids.get(id) ?? []).length > 0);
  const notes = lacking.map((id) => `${id} is designed and has no row in the traceability table of ${PRD_FILE}.`);
  return { changed: [...changed], notes: refused === null ? notes : [refused] };
}

/** What the design has for each requirement. */
function fillingOf(feature: ReadFeature): ColumnFill {
  const { featureId } = feature;
  const trace = readTrace(feature);
  const ids = [...trace.kept].map((id) => {
    const built = traceOf(trace, id)?.dependents.filter(({ kind }) => TECHNICAL.includes(kind)) ?? [];
    return [id, built.map((item) => `${featureId}/${item.id}`)] as const;
  });
  const isOwn = (id: string): boolean =>
    OWN.test(id) || (id.startsWith(`${featureId}/`) && OWN.test(id.slice(featureId.length + 1)));
  return { column: TECHNICAL_IDS, ids: new Map(ids), isOwn };
}
