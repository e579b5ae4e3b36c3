// What `trace` found, in lines for people: one for each item, with the place to open.

import { CATALOGUE } from '../../documents/design/catalogue.ts';
import { PART_NAMES } from '../../documents/design/named-sections.ts';
import { PARTS } from '../../documents/design/part.ts';
import type { Json } from '../../json.ts';
import { FEATURES_FOLDER } from '../features/read-feature.ts';

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  readonly line: number;
}

interface ShownTrace extends Shown {
  readonly feature: string;
  readonly notes: readonly string[];
  readonly origins: readonly Shown[];
  readonly dependents: readonly Shown[];
}

interface ShownGaps {
  readonly feature: string;
  readonly hasDesign: boolean;
  readonly hasSpec: boolean;
  /** Kinds, such as `endpoint`. */
  readonly notDesigned: readonly string[];
  readonly withoutStory: readonly (Shown & { readonly message: string })[];
  readonly unspecified: readonly (Shown & { readonly message: string })[];
  readonly requirements: readonly (Shown & { readonly message: string })[];
  readonly endpoints: readonly (Shown & { readonly message: string })[];
  readonly dangling: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  readonly outdated: readonly (Pick<Shown, 'file' | 'line'> & {
    readonly section: string;
    readonly items: readonly string[];
    readonly because: readonly string[];
  })[];
}

/** `output` is what the operation gave. */
export function showTrace(output: Json, width: number | null = null): readonly string[] {
  const found = output as unknown as ShownTrace | { readonly features: readonly ShownGaps[] };
  return 'features' in found ? gapLines(found.features, width ?? 1000) : traceLines(found);
}

function traceLines({ notes, origins, dependents, ...item }: ShownTrace): string[] {
  return [
    `${item.id}  ${item.title}`,
    `  ${placeOf(item)}`,
    ...notes.map((note) => `  ! ${note}`),
    ...(origins.length === 0 ? [] : ['', 'Builds on', ...itemLines(origins)]),
    '',
    ...(dependents.length === 0 ? ['Nothing depends on it.'] : ['Depends on it', ...itemLines(dependents)]),
  ];
}

function itemLines(items: readonly Shown[]): string[] {
  const width = (text: (item: Shown) => string): number => Math.max(...items.map((item) => text(item).length));
  const [kinds, ids] = [width(({ kind }) => kind), width(({ id }) => id)];
  return items.flatMap((item) => {
    const title = item.title === item.id ? '' : item.title;
    return [
      `  ${item.kind.padEnd(kinds)}  ${item.id.padEnd(ids)}  ${title}`.trimEnd(),
      `  ${' '.repeat(kinds)}  ${placeOf(item)}`,
    ];
  });
}

function gapLines(features: readonly ShownGaps[], width: number): string[] {
  if (features.length === 0) return ['No feature of this project has a design or a spec.'];
  return features.flatMap((found, at) => {
    const { feature, hasDesign, hasSpec, requirements, endpoints, withoutStory, unspecified, dangling, outdated } =
      found;
    const kinds = found.notDesigned.map((kind) => `${kind}s`).join(', ');
    const group = (title: string, lines: readonly (readonly string[])[]): string[] => grouped(title, lines, width);
    const parts = [
      ...group('Requirements that nothing implements', requirements.map(gapLine)),
      ...group('Endpoints that nothing asks for', endpoints.map(gapLine)),
      ...group('Requirements of the PRD that the spec leaves out', unspecified.map(gapLine)),
      ...group('Requirements of the spec without a story', withoutStory.map(gapLine)),
      ...group(
        'Ids that lead nowhere',
        dangling.map((each) => [each.message, placeOf(each)]),
      ),
      ...group(
        'Sections that are outdated',
        outdated.map((each) => [
          `${readableSection(each)}: ${each.because.join(' ')} (${each.items.join(', ')})`,
          placeOf(each),
        ]),
      ),
    ];
    const notDesigned = kinds === '' ? [] : [`  not designed: no model (${kinds})`];
    const none = hasDesign || hasSpec ? '  no gaps' : '  no design yet';
    const isOld = requirements.length + outdated.length > 0;
    const advice = isOld
      ? hung('  ', `To bring the design up to date: signoff sdd --prd ${FEATURES_FOLDER}/${feature}`, width)
      : [];
    return [
      ...(at === 0 ? [] : ['']),
      feature,
      ...notDesigned,
      ...(parts.length > 0 ? parts : notDesigned.length > 0 ? [] : [none]),
      ...advice,
    ];
  });
}

const gapLine = (gap: Shown & { readonly message: string }): readonly [string, string] => [
  `${gap.id} ${gap.title}: ${gap.message}`,
  placeOf(gap),
];

function grouped(title: string, lines: readonly (readonly string[])[], width: number): string[] {
  if (lines.length === 0) return [];
  return [
    `  ${title}`,
    ...lines.flatMap(([message = '', place = '']) => [...hung('    ', message, width), `      ${place}`]),
  ];
}

/** Words under their first, within the width. */
function hung(lead: string, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${lead}${word}`);
  }
  return lines;
}

/** `Database: Tables`, as the gate calls it. */
function readableSection({ file, section }: { readonly file: string; readonly section: string }): string {
  const part = PARTS.find((each) => file.endsWith(`/${each}.md`));
  if (part === undefined) return section;
  const title = CATALOGUE[part].find(({ id }) => id === section)?.names[0] ?? section;
  return `${PART_NAMES[part]}: ${title}`;
}

const placeOf = ({ file, line }: Pick<Shown, 'file' | 'line'>): string => `${file}:${line}`;
