// Reads the documents of a project's features and answers what depends on an id, or where gaps are.

import { hash } from 'node:crypto';
import { readDesignFront } from '../../documents/design/read-design-front.ts';
import { readHashes } from '../../documents/design/requirement-hashes.ts';
import { NO_MODEL } from '../../documents/markdown/written-line.ts';
import { gapsIn, traceOf } from '../../documents/trace/dependents.ts';
import { changedRequirements, outdatedSections } from '../../documents/trace/outdated-sections.ts';
import { readTrace, type Trace, type TraceItem, type TraceKind } from '../../documents/trace/read-trace.ts';
import type { JsonObject } from '../../json.ts';
import type { OperationDeps, OperationInput, OperationResult } from '../../ports/system.ts';
import { FEATURES_FOLDER, featuresIn, type ReadFeature, readFeature } from './read-feature.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');
const NOTHING_CHANGED = 'Nothing was changed.';

interface Traced {
  readonly feature: ReadFeature;
  readonly trace: Trace;
}

export async function traceProject({ files, project }: OperationDeps, input: OperationInput): Promise<OperationResult> {
  const { feature: of, id, isGaps } = wantedOf(input);
  if ((id === '') !== isGaps)
    return refused('invalid-request', `Expected an id or --gaps, found ${isGaps ? 'both' : 'neither'}.`);
  const known = await featuresIn(files, project);
  if (of !== '' && !known.includes(of)) return refused('unknown-feature', unknownFeature(of, known));
  const wanted = of === '' ? known : [of];
  const all: Traced[] = [];
  for (const name of wanted) {
    const feature = await readFeature(files, project, name);
    all.push({ feature, trace: readTrace(feature) });
  }
  if (isGaps) return gapsOf(all, of !== '');
  const having = all.filter(({ trace }) => trace.items.some((item) => item.id === id && item.kind !== 'outside'));
  const [only, ...others] = having;
  if (only === undefined) return refused('unknown-item', unknownItem(id, wanted));
  if (others.length > 0)
    return refused(
      'ambiguous-document',
      ambiguous(
        id,
        having.map(({ feature }) => feature.featureId),
      ),
    );
  return { output: traced(only, id) };
}

/** `court-booking/API-003` names the feature and the id. */
function wantedOf({ id, gaps, feature }: OperationInput): { feature: string; id: string; isGaps: boolean } {
  const given = typeof id === 'string' ? id.trim() : '';
  const at = given.lastIndexOf('/');
  const own = typeof feature === 'string' ? feature : '';
  const name = given.slice(at + 1);
  // Models have names of their own; ids are upper case.
  const known = /^[a-z]{1,4}-\d{3,}$/i.test(name) ? name.toUpperCase() : name;
  return { feature: at < 0 ? own : given.slice(0, at), id: known, isGaps: gaps === true };
}

function traced({ feature, trace }: Traced, id: string): JsonObject {
  const found = traceOf(trace, id);
  if (found === null) throw new Error(`${id} disappeared between two reads`);
  const place = (item: TraceItem) => ({ ...item, file: `${feature.folder}/${item.file}` });
  const placed = (item: (typeof found.dependents)[number]) => ({
    ...place(item),
    at: { ...item.at, file: `${feature.folder}/${item.at.file}` },
  });
  return {
    ...{ feature: feature.featureId, ...place(found.item), notes: [...notesOn(feature, trace, id)] },
    ...{ origins: found.origins.map(placed), dependents: found.dependents.map(placed) },
  };
}

/** What a reader should know of the requirement itself. */
function notesOn({ final }: ReadFeature, trace: Trace, id: string): readonly string[] {
  const decided = trace.decided.get(id);
  if (decided === undefined) return [];
  const changes = changedRequirements(trace, readHashes(final), sha256).filter((change) => change.id === id);
  if (changes.length > 0) return changes.map(({ message }) => message);
  if (decided.supersededBy !== undefined) return [`${id} is superseded by ${decided.supersededBy}.`];
  if (decided.standing === 'rejected') return [`${id} was rejected.`];
  return decided.standing === 'out-of-scope' ? [`${id} was put out of scope.`] : [];
}

/** A feature without a design or a spec is no gap but a plan, unless it is asked about by name. */
function gapsOf(all: readonly Traced[], isNamed: boolean): OperationResult {
  const features = all.filter(({ feature }) => isNamed || feature.hasDesign || feature.hasSpec).map(featureGaps);
  const hasFindings = features.some(({ requirements, endpoints, withoutStory, unspecified, dangling, outdated }) =>
    [requirements, endpoints, withoutStory, unspecified, dangling, outdated].some(({ length }) => length > 0),
  );
  return { output: { features }, hasFindings };
}

function featureGaps({ feature, trace }: Traced) {
  const notDesigned = notDesignedIn(feature, trace);
  const { endpoints, withoutStory, unspecified, dangling, ...found } = gapsIn(trace, notDesigned);
  // Where a spec was made without a design, nothing is expected to implement the requirements.
  const requirements = feature.hasSpec && !feature.hasDesign ? [] : found.requirements;
  const at = (file: string): string => `${feature.folder}/${file}`;
  const changes = changedRequirements(trace, readHashes(feature.final), sha256);
  const gap = ({ item, message }: (typeof requirements)[number]) => ({ ...item, file: at(item.file), message });
  return {
    ...{ feature: feature.featureId, hasDesign: feature.hasDesign, hasSpec: feature.hasSpec, notDesigned },
    ...{ withoutStory: withoutStory.map(gap), unspecified: unspecified.map(gap) },
    ...{ requirements: requirements.map(gap), endpoints: endpoints.map(gap) },
    dangling: dangling.map((each) => ({ ...each, file: at(each.file) })),
    outdated: outdatedSections(trace, changes).map((each) => ({
      ...each,
      ...{ file: at(each.file), items: [...each.items], because: each.because.map(({ message }) => message) },
    })),
  };
}

const DESIGNED: readonly TraceKind[] = ['component', 'endpoint', 'model', 'table'];

/** Of a design without a model: what nobody was there to design, until somebody writes it. */
function notDesignedIn({ final }: ReadFeature, { items }: Trace): TraceKind[] {
  if (!readDesignFront(final).written.startsWith(NO_MODEL)) return [];
  return DESIGNED.filter((kind) => !items.some((item) => item.kind === kind));
}

function unknownFeature(name: string, known: readonly string[]): string {
  const there = known.length === 0 ? `no feature in ${FEATURES_FOLDER}` : `only ${known.join(', ')}`;
  const fix = 'Give another with --feature, or the project with --project.';
  return `Expected the feature "${name}" in ${FEATURES_FOLDER}, found ${there}. ${fix}`;
}

function unknownItem(id: string, features: readonly string[]): string {
  const where = features.length === 0 ? `${FEATURES_FOLDER}, which holds no feature` : features.join(', ');
  const expected = `Expected ${id} in the requirements, the design, the spec or the stories of ${where}`;
  return `${expected}, found it nowhere. See signoff documents list.`;
}

function ambiguous(id: string, features: readonly string[]): string {
  const fix = `Say which with --feature, or as ${features[0]}/${id}.`;
  return `Expected ${id} in one feature, found it in ${features.join(', ')}. ${fix}`;
}

const refused = (code: string, message: string): OperationResult => ({
  refused: { code, message: `${message} ${NOTHING_CHANGED}` },
});
