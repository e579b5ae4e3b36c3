// Fills the technical ids of a feature's design into the traceability table of its PRD. It reads the file each time it
// is asked: after a conflict with another writer it is simply done again, and keeps what that one filled in.

import { hash } from 'node:crypto';
import { traceOf } from '../../documents/trace/dependents.ts';
import { PRD_FILE, readTrace, type TraceKind } from '../../documents/trace/read-trace.ts';
import { fillTraceability, TECHNICAL_IDS } from '../../documents/trace/traceability-table.ts';
import type { IntendedFile } from '../../ports/action.ts';
import type { ProjectFiles } from '../../ports/project-files.ts';
import { readFeature } from './read-feature.ts';

/** Those that have ids; a model is part of the endpoints that name it. */
const TECHNICAL: readonly TraceKind[] = ['use case', 'component', 'endpoint', 'table'];
const OWN = /^(?:UC|CMP|API|TBL)-\d{3,}$/;

export interface FilledPrd {
  /** null: nothing is to be written. */
  readonly file: (IntendedFile & { readonly old: string }) | null;
  readonly changed: readonly string[];
  /** Requirements of the design that have no row, or why nothing was filled, in sentences. */
  readonly notes: readonly string[];
}

export async function fillPrd(files: ProjectFiles, project: string, featureId: string): Promise<FilledPrd> {
  const feature = await readFeature(files, project, featureId);
  if (feature.prd === '') return { file: null, changed: [], notes: [] };
  const trace = readTrace(feature);
  const ids = new Map(
    [...trace.kept].map((id) => {
      const built = traceOf(trace, id)?.dependents.filter(({ kind }) => TECHNICAL.includes(kind)) ?? [];
      return [id, built.map((item) => `${featureId}/${item.id}`)] as const;
    }),
  );
  const isOwn = (id: string): boolean =>
    OWN.test(id) || (id.startsWith(`${featureId}/`) && OWN.test(id.slice(featureId.length + 1)));
  const filled = fillTraceability(feature.prd, { column: TECHNICAL_IDS, ids, isOwn });
  if ('refused' in filled) return { file: null, changed: [], notes: [filled.refused] };
  const { text, changed, missing } = filled;
  const lacking = missing.filter((id) => (ids.get(id) ?? []).length > 0);
  const notes = lacking.map((id) => `${id} is designed and has no row in the traceability table of ${PRD_FILE}.`);
  if (text === feature.prd) return { file: null, changed: [], notes };
  const old = `sha256:${hash('sha256', feature.prd, 'hex')}`;
  return { file: { path: `${project}/${feature.folder}/${PRD_FILE}`, text, old }, changed, notes };
}
