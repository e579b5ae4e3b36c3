// How often judgeClaim says what a careful reader says, on pairs of a claim and a passage.

import { readFileSync } from 'node:fs';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';
import type { Verdict } from '../../../src/documents/evidence/ledger.ts';

export interface ClaimPair {
  readonly id: string;
  readonly field: string;
  readonly kind: string;
  readonly claim: string;
  readonly passage: string;
  readonly verdict: Verdict;
}

export interface LabelScore {
  readonly labelled: number;
  readonly precision: number;
  readonly recall: number;
}

export interface VerdictFigures {
  readonly pairs: number;
  readonly labels: Readonly<Record<Verdict, LabelScore>>;
  /** The share of all pairs that were judged as labelled. */
  readonly right: number;
  /** The means of the three labels, each of which counts the same. */
  readonly precision: number;
  readonly recall: number;
  readonly wrong: readonly (ClaimPair & { readonly found: Verdict; readonly reasons: readonly string[] })[];
}

export const VERDICTS = ['supported', 'contradicted', 'insufficient'] as const satisfies readonly Verdict[];

export function readPairs(file: string | URL): readonly ClaimPair[] {
  return JSON.parse(readFileSync(file, 'utf8')) as ClaimPair[];
}

/** Nothing is printed. */
export function measureVerdicts(pairs: readonly ClaimPair[]): VerdictFigures {
  const judged = pairs.map((pair) => {
    const { verdict, reasons } = judgeClaim(pair.claim, [pair.passage]);
    return { ...pair, found: verdict, reasons };
  });
  const scoreOf = (label: Verdict): LabelScore => {
    const right = judged.filter(({ verdict, found }) => verdict === label && found === label).length;
    const share = (all: number): number => (all === 0 ? 1 : right / all);
    return {
      labelled: judged.filter(({ verdict }) => verdict === label).length,
      precision: share(judged.filter(({ found }) => found === label).length),
      recall: share(judged.filter(({ verdict }) => verdict === label).length),
    };
  };
  const labels = {
    supported: scoreOf('supported'),
    contradicted: scoreOf('contradicted'),
    insufficient: scoreOf('insufficient'),
  };
  const mean = (of: (score: LabelScore) => number): number =>
    VERDICTS.reduce((sum, label) => sum + of(labels[label]), 0) / VERDICTS.length;
  const wrong = judged.filter(({ verdict, found }) => verdict !== found);
  return {
    pairs: pairs.length,
    labels,
    right: pairs.length === 0 ? 1 : 1 - wrong.length / pairs.length,
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    wrong,
  };
}
