// Lists such as "A -> B: when" under a heading like "Allowed transitions".

import type { DocumentLine } from './document-lines.ts';
import { isAnyState, stateKey, stateName } from './state-names.ts';
import type { NamedState, Transition, TransitionSource } from './transition.ts';
import { CONFORM_LIMITS } from './transition.ts';

const ALLOWED = /\b(?:(?:allowed|valid|legal|possible|permitted|state) transitions?|transitions? (?:list|rules))\b/i;
const FORBIDDEN = /\b(?:invalid|forbidden|illegal|prevented|disallowed|impossible|not allowed|never)\b/i;
const ARROW = /→|⇒|-{1,2}>|={1,2}>/;

export const isForbiddenHeading = (headings: readonly string[]): boolean =>
  headings.slice(-2).some((heading) => FORBIDDEN.test(heading));

const isAllowedHeading = ({ headings }: DocumentLine): boolean => {
  const heading = headings.at(-1) ?? '';
  return (ALLOWED.test(heading) || /^transitions?$/i.test(heading)) && !isForbiddenHeading(headings);
};

/** One for each heading, and the lines that were read as such lists. */
export function listSources(lines: readonly DocumentLine[]): {
  readonly sources: readonly TransitionSource[];
  readonly used: ReadonlySet<number>;
} {
  const used = new Set<number>();
  const lists: Transition[][] = [];
  const headings: string[] = [];
  let last: readonly string[] | null = null;
  for (const line of lines) {
    if (line.isMark || line.fence === 'mermaid' || line.text.length > CONFORM_LIMITS.lineCharacters) continue;
    if (!ARROW.test(line.text) || !isAllowedHeading(line)) continue;
    const read = arrowsIn(line);
    if (read.length === 0) continue;
    used.add(line.number);
    if (last === null || last.join('\n') !== line.headings.join('\n')) {
      lists.push([]);
      headings.push(line.headings.at(-1) ?? '');
      last = line.headings;
    }
    lists.at(-1)?.push(...read);
  }
  return { sources: lists.map((list, at) => sourceOf(list, headings[at] ?? '')), used };
}

/** Of a line that is nothing but names and arrows, and perhaps a trigger behind a colon or in brackets. */
function arrowsIn({ text, number }: DocumentLine): Transition[] {
  const bare = text
    .replace(/^\s{0,20}(?:[-*+]|\d{1,3}[.)])\s/, '')
    .replace(/[*`]/g, (mark) => (mark === '*' ? '' : ' '));
  const [chain = '', ...behind] = bare.split(/:|\(/);
  const names = chain.split(ARROW).map((part) => (isAnyState(part) ? 'Any' : stateName(part)));
  if (names.length < 2 || names.some((name) => name === null)) return [];
  const trigger = behind.join(' ').replace(/\)/g, '').trim();
  return names.slice(1).map((to, at) => ({ from: names[at] ?? '', to: to ?? '', trigger, line: number }));
}

function sourceOf(list: readonly Transition[], heading: string): TransitionSource {
  const states = new Map<string, NamedState>();
  const named = list.filter(({ from }) => !isAnyState(from));
  for (const { from, to, line } of list)
    for (const name of [from, to])
      if (!isAnyState(name) && !states.has(stateKey(name))) states.set(stateKey(name), { name, line });
  return {
    ...{ kind: 'list', line: list[0]?.line ?? 1, heading, states: [...states.values()], transitions: named },
    ...{ fromAny: list.filter(({ from }) => isAnyState(from)), count: list.length, ends: 0 },
    leaves: [...new Set(named.map(({ from }) => from))],
  };
}
