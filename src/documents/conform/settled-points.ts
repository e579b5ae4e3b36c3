// Contradictions that somebody has settled, and how: a JSON list, or a Markdown list "- where: what: how".

import type { ConformFinding, OpenFinding } from './conform-finding.ts';
import { stateKey } from './state-names.ts';
import { CONFORM_LIMITS } from './transition.ts';

export interface SettledPoint {
  /** `drawing`, `table`, `states` or `workflow`; a heading in brackets narrows it: `table (Errors)`. */
  readonly where: string;
  /** `A -> B`, or a state. */
  readonly what: string;
  readonly how: string;
}

/** Lists of before have points of the text, which is no longer read. */
const PLACES = ['drawing', 'table', 'list', 'states', 'text', 'workflow'];
const FORM = 'each with where, what and how';

/** A text says what is wrong. */
export function readSettled(text: string): readonly SettledPoint[] | string {
  const begins = text.replace(/^\uFEFF/, '').trimStart();
  const points = begins.startsWith('[') ? fromJson(begins) : fromMarkdown(text);
  if (typeof points === 'string') return points;
  if (points.length === 0) return `Expected a list of settled points, ${FORM}, found none.`;
  const wrong = points.find(({ where }) => !PLACES.includes(placeOf(where)));
  if (wrong === undefined) return points;
  const found = `"${wrong.where.slice(0, 80)}" of "${wrong.what.slice(0, 80)}"`;
  return `Expected where as one of ${PLACES.join(', ')}, found ${found}.`;
}

function fromJson(text: string): readonly SettledPoint[] | string {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return `Expected a JSON list of settled points, ${FORM}, found text that is no JSON.`;
  }
  const points: readonly unknown[] = Array.isArray(read) ? read : [];
  const wrong = points.findIndex((one) => !isPoint(one));
  if (wrong === -1) return points.filter(isPoint);
  return `Expected settled points ${FORM} as texts, found another form at number ${wrong + 1}.`;
}

const isPoint = (one: unknown): one is SettledPoint => {
  const { where, what, how } = Object(one) as Record<string, unknown>;
  return [where, what, how].every((text) => typeof text === 'string');
};

function fromMarkdown(text: string): readonly SettledPoint[] {
  const items: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/).slice(0, CONFORM_LIMITS.lines)) {
    if (/^[-*] /.test(line)) items.push(line.slice(2));
    else if (/^\s{2,8}\S/.test(line) && items.length > 0) items.push(`${items.pop()} ${line.trim()}`);
  }
  return items.flatMap((item) => {
    const [where, what, ...how] = item.split(': ');
    if (where === undefined || what === undefined || how.length === 0) return [];
    return [{ where: bare(where), what: bare(what), how: how.join(': ').trim() }];
  });
}

const bare = (text: string): string => text.replace(/[*`]/g, '').trim();

const placeOf = (where: string): string => (where.split('(')[0] ?? '').trim().toLowerCase();

export function settle(
  findings: readonly OpenFinding[],
  points: readonly SettledPoint[],
): { readonly findings: readonly ConformFinding[]; readonly unused: readonly SettledPoint[] } {
  const byPoint = new Map<string, SettledPoint>();
  for (const point of points) byPoint.set(keyOf(placeOf(point.where), headingOf(point.where), point.what), point);
  const used = new Set<SettledPoint>();
  const settled = findings.map((finding) => {
    const { place, heading, what } = finding;
    const point = byPoint.get(keyOf(place, heading, what)) ?? byPoint.get(keyOf(place, '', what));
    if (point !== undefined) used.add(point);
    return { ...finding, settled: point?.how ?? null };
  });
  return { findings: settled, unused: points.filter((point) => !used.has(point)) };
}

function headingOf(where: string): string {
  const open = where.indexOf('(');
  return open === -1 ? '' : where.slice(open + 1).replace(/\)$/, '');
}

const keyOf = (place: string, heading: string, what: string): string =>
  JSON.stringify([place, heading.toLowerCase().trim(), what.split(/→|-{1,2}>/).map((end) => stateKey(end.trim()))]);
