// What code finds of labelled claims beside one passage each.

import { readFileSync } from 'node:fs';
import type { ClaimFinding } from '../../src/documents/evidence/ledger.ts';
import { makeLedger } from '../../src/documents/evidence/make-ledger.ts';
import type { SourceText } from '../../src/documents/evidence/source.ts';
import { language } from '../../src/language/words/language.ts';

export interface Pair {
  readonly claim: string;
  readonly passage: string;
  /** Of a careful reader. */
  readonly verdict: 'supported' | 'contradicted' | 'insufficient';
}

const FINDINGS: readonly ClaimFinding[] = [
  ...(['word for word', 'differs', 'figures and names agree, wording not judged', 'not found'] as const),
];
const VERDICTS = ['supported', 'contradicted', 'insufficient'] as const;
const ID = 'a'.repeat(32);

export const readPairs = (): readonly Pair[] =>
  JSON.parse(readFileSync(new URL('../labelled/research/pairs.json', import.meta.url), 'utf8')) as readonly Pair[];

export function findingOf({ claim, passage }: Pick<Pair, 'claim' | 'passage'>): ClaimFinding {
  const source: SourceText = {
    ...{ id: `s${ID}`, hash: `sha256:${ID}${ID}`, address: 'passage.md', also: [], title: '', type: 'local' },
    ...{ publishedAt: null, authors: [], publisher: '', retrievedAt: '', words: 1, isWhole: true, score: 0 },
    ...{ reasons: [], text: passage },
  };
  const findings = makeLedger(claim, [source], { hash: () => '', language }).entries.map(({ finding }) => finding);
  return FINDINGS.findLast((finding) => findings.includes(finding)) ?? 'not found';
}

export function researchTable(pairs: readonly Pair[]): string {
  const rows = VERDICTS.map((verdict) => {
    const found = pairs.filter((pair) => pair.verdict === verdict).map(findingOf);
    return [verdict, ...FINDINGS.map((finding) => found.filter((each) => each === finding).length)];
  });
  const lines = [['a reader says', ...FINDINGS], ['---', ...FINDINGS.map(() => '---')], ...rows];
  return `\nclaims beside a passage: what code finds\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}
