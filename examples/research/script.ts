// What an example gives in place of the world: the measurements of each evaluation, and which attempts of workers fail.

import { readFileSync } from 'node:fs';
import type { Measurements } from '../../src/systems/research/agent-state.ts';
import type { Brief } from '../../src/systems/research/brief.ts';

export interface Script {
  /** Of the first evaluation, the second and so on. */
  readonly scores: readonly Measurements[];
  /** By worker: how its first attempts fail. Those after them succeed. */
  readonly failures: { readonly [worker: string]: readonly string[] };
}

export interface Example {
  readonly brief: Partial<Brief> & Pick<Brief, 'topic'>;
  readonly script: Script;
  readonly expected: Expected;
}

export interface Expected {
  readonly complexity: number;
  readonly phases: readonly string[];
  readonly iterations: readonly ExpectedIteration[];
  readonly iteration_count: number;
  readonly status: string;
  readonly feedback?: string;
  readonly warnings: readonly string[];
  /** What the article of the small corpus does not have that was ordered; the document has no such list. */
  readonly unfulfilled: readonly string[];
  readonly improvement?: string;
  readonly system_notes: string;
  /** What is said behind it of the workers that no model did; the document has none. */
  readonly without_model: string;
}

export interface ExpectedIteration {
  /** By step; in any order within a step. */
  readonly workers: { readonly [step: string]: readonly string[] };
  readonly sources?: number;
  readonly attempts?: { readonly [worker: string]: number };
  readonly failed?: readonly string[];
  readonly quality: number;
  readonly decision: string;
}

export const EXAMPLES = ['python', 'healthcare', 'quantum', 'trends'] as const;

export function readExample(name: string): Example {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(new URL(`${name}/${file}.json`, import.meta.url), 'utf8'));
  return { brief: read('brief'), script: read('script'), expected: read('expected') } as Example;
}
