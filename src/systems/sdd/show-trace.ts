// What `trace` found, in lines for people: one for each item, with the place to open.

import type { Json } from '../../json.ts';

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
export function showTrace(output: Json): readonly string[] {
  const found = output as unknown as ShownTrace | { readonly features: readonly ShownGaps[] };
  return 'features' in found ? gapLines(found.features) : traceLines(found);
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

function gapLines(features: readonly ShownGaps[]): string[] {
  if (features.length === 0) return ['No feature of this project has a design.'];
  return features.flatMap(({ feature, hasDesign, requirements, endpoints, dangling, outdated }, at) => {
    const parts = [
      ...group('Requirements that nothing implements', requirements.map(gapLine)),
      ...group('Endpoints that nothing asks for', endpoints.map(gapLine)),
      ...group(
        'Ids that lead nowhere',
        dangling.map((each) => [each.message, placeOf(each)]),
      ),
      ...group(
        'Sections that are outdated',
        outdated.map((each) => [
          `${each.section}: ${each.because.join(' ')} (${each.items.join(', ')})`,
          placeOf(each),
        ]),
      ),
    ];
    const none = hasDesign ? '  no gaps' : '  no design yet';
    return [...(at === 0 ? [] : ['']), feature, ...(parts.length === 0 ? [none] : parts)];
  });
}

const gapLine = (gap: Shown & { readonly message: string }): readonly [string, string] => [
  `${gap.id} ${gap.title}: ${gap.message}`,
  placeOf(gap),
];

function group(title: string, lines: readonly (readonly [string, string])[] | readonly string[][]): string[] {
  if (lines.length === 0) return [];
  return [`  ${title}`, ...lines.flatMap(([message = '', place = '']) => [`    ${message}`, `      ${place}`])];
}

const placeOf = ({ file, line }: Pick<Shown, 'file' | 'line'>): string => `${file}:${line}`;
