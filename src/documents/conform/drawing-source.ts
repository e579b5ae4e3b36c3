// A drawing as states and transitions, with the lines they stand on. Choices, forks and joins are ways, not states.

import type { Drawing, DrawnEdge } from '../../diagram/drawing.ts';
import { alikeBefore, places } from '../../diagram/read/places.ts';
import type { SourceText } from '../../diagram/read/source.ts';
import type { NamedState, Transition, TransitionSource } from './transition.ts';
import { CONFORM_LIMITS } from './transition.ts';

const PASSED = new Set(['choice', 'fork', 'join']);
const ENDS = new Set(['start', 'end']);

export function drawingSource(drawing: Drawing, source: SourceText, heading = ''): TransitionSource {
  const where = places(source);
  const nth = alikeBefore(drawing.edges);
  const shapes = new Map(
    drawing.nodes.map(({ id, shape }) => [id, drawing.type === 'state' ? shape : 'default'] as const),
  );
  const isEnd = (id: string): boolean => ENDS.has(shapes.get(id) ?? '');
  const isPassed = (id: string): boolean => PASSED.has(shapes.get(id) ?? '');
  const drawn = drawing.edges.filter(({ from, to, stroke }) => stroke !== 'invisible' && !isEnd(from) && !isEnd(to));
  const lineOf = (edge: DrawnEdge): number => where.edge(edge.from, edge.to, edge.label, nth.get(edge) ?? 0).line;
  const states = drawing.nodes
    .filter(({ id }) => !isEnd(id) && !isPassed(id))
    .map(({ id, label }): NamedState => {
      const alias = oneLine(label);
      return { name: id, line: where.step(id).line, ...(alias !== id && alias !== '' && { alias }) };
    });
  const plain = drawn.flatMap((edge): Transition[] => {
    const { from, to, label } = edge;
    const forward = { from, to, trigger: oneLine(label), line: lineOf(edge) };
    return edge.arrow.startsWith('double') ? [forward, { ...forward, from: to, to: from }] : [forward];
  });
  return {
    ...{ kind: 'drawing', line: source.firstLine, heading, states, transitions: passed(plain, isPassed) },
    ...{ fromAny: [], leaves: [], count: plain.length, ends: drawing.edges.length - drawn.length },
  };
}

/** A -> choice -> B is A -> B. What would be more than a document can hold is left as it was drawn. */
function passed(drawn: readonly Transition[], isPassed: (id: string) => boolean): readonly Transition[] {
  let found = drawn;
  for (const way of new Set(drawn.map(({ to }) => to).filter(isPassed))) {
    const into = found.filter(({ from, to }) => to === way && from !== way);
    const outOf = found.filter(({ from, to }) => from === way && to !== way);
    if (into.length * outOf.length + found.length > CONFORM_LIMITS.transitions) return drawn;
    const through = into.flatMap(({ from, trigger }) =>
      outOf.map((next) => ({ ...next, from, trigger: [trigger, next.trigger].filter(Boolean).join(', ') })),
    );
    found = [...found.filter(({ from, to }) => from !== way && to !== way), ...through];
  }
  return found.filter(({ from, to }) => !isPassed(from) && !isPassed(to)).sort((a, b) => a.line - b.line);
}

const oneLine = (text: string): string =>
  text
    .slice(0, CONFORM_LIMITS.lineCharacters)
    .replace(/<br ?\/?>|\\n/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
