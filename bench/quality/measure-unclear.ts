// How often what is no request gets questions, and what is one gets none, on labelled utterances.

import { existsSync, readFileSync } from 'node:fs';
import { clarifyingQuestions } from '../../src/documents/prd/unclear.ts';

interface LabelledUtterance {
  readonly text: string;
}

export interface UnclearFigures {
  readonly half: 'second' | 'third' | 'fourth' | 'fifth' | 'sixth' | 'unseen';
  readonly controls: number;
  readonly requests: number;
  /** Taken for a request. */
  readonly passed: readonly string[];
  /** Asked about without need. */
  readonly asked: readonly string[];
}

/** All but the first stand in files of their own; the unseen half only where it is at hand. */
export function measureUnclear(): readonly UnclearFigures[] {
  return (['second', 'third', 'fourth', 'fifth', 'sixth', 'unseen'] as const).flatMap((half) => {
    const controls = labelled('controls', half);
    const requests = labelled('positives', half);
    if (controls === null || requests === null) return [];
    const texts = (list: readonly LabelledUtterance[]) => list.map(({ text }) => text);
    return [
      {
        ...{ half, controls: controls.length, requests: requests.length },
        passed: texts(controls).filter((text) => clarifyingQuestions(text).length === 0),
        asked: texts(requests).filter((text) => clarifyingQuestions(text).length > 0),
      },
    ];
  });
}

function labelled(name: string, half: UnclearFigures['half']): readonly LabelledUtterance[] | null {
  const file = new URL(half === 'second' ? `${name}.json` : `${name}-${half}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
