// How often what is no request gets questions, and what is one gets none, on labelled utterances.

import { existsSync, readFileSync } from 'node:fs';
import { clarifyingQuestions } from '../../src/documents/prd/unclear.ts';

export interface LabelledControl {
  readonly text: string;
  /** Such as `nonsense` or `bug-report`. */
  readonly kind: string;
}

export interface LabelledRequest {
  readonly text: string;
  readonly who: readonly string[];
  readonly actions: readonly string[];
  readonly notWanted: readonly string[];
  readonly measures: readonly string[];
}

export interface UnclearFigures {
  readonly half: 'second' | 'third' | 'fourth' | 'unseen';
  readonly controls: number;
  readonly requests: number;
  /** Taken for a request. */
  readonly passed: readonly string[];
  /** Asked about without need. */
  readonly asked: readonly string[];
}

/** All but the first stand in files of their own; the unseen half only where it is at hand. */
export function measureUnclear(): readonly UnclearFigures[] {
  return (['second', 'third', 'fourth', 'unseen'] as const).flatMap((half) => {
    const controls = labelled<LabelledControl>('controls', half);
    const requests = labelled<LabelledRequest>('positives', half);
    if (controls === null || requests === null) return [];
    const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);
    return [
      {
        ...{ half, controls: controls.length, requests: requests.length },
        passed: texts(controls).filter((text) => clarifyingQuestions(text).length === 0),
        asked: texts(requests).filter((text) => clarifyingQuestions(text).length > 0),
      },
    ];
  });
}

function labelled<T>(name: string, half: UnclearFigures['half']): readonly T[] | null {
  const file = new URL(half === 'second' ? `${name}.json` : `${name}-${half}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
