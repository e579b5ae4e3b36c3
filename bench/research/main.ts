// From a folder of generated sources to an article by rules, as a process of the program: time, growth, memory, how
// long each phase took; how long an article of 3,000 words takes to verify, and that `verify` supports all of both.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { copiedArticle } from './copied-article.ts';
import { measuredProcess } from './measured-process.ts';
import { type ResearchFigures, runResearch, SOURCE_BYTES } from './run-research.ts';

const SIZES = [50, 100, 200, 400] as const;
const JUDGED = 200;
const SECONDS_MAX = 20;
const PEAK_MB_MAX = 500;
const VERIFY_SECONDS_MAX = 3;
const VERIFIED_WORDS = 3000;
/** Time for a source, at 400 of them against 100: what is done once counts less with more of them. */
const GROWTH_MAX = 1.3;
/** Seconds that the source document allows its phases that are code. */
const PHASES_MAX: { readonly [phase: string]: number } = {
  ...{ initialized: 1, planning: 4, strategy: 2, evaluating: 3, re_planning: 3, merging: 2 },
};

const misses: string[] = [];
const judge = (isMet: boolean, what: string): void => {
  if (!isMet) misses.push(what);
};

const seconds = (value: number): string => `${value.toFixed(2)} s`;

process.stdout.write(
  `${availableParallelism()} cores, Node ${process.version}, sources of ${SOURCE_BYTES / 1024} KB\n\n`,
);
const all: ResearchFigures[] = [];
let verified = 0;
for (const size of SIZES) {
  const figures = await runResearch(size, async (project, corpus, article) => {
    if (size !== JUDGED) return;
    await verify('the article', project, article, corpus);
    verified = await verifyCopied(project, corpus);
  });
  all.push(figures);
  const each = `${((figures.seconds / size) * 1000).toFixed(0)} ms a source`;
  const peak = figures.peakMb === 0 ? 'memory not measured' : `${figures.peakMb.toFixed(0)} MB at most`;
  process.stdout.write(`${size} sources: ${seconds(figures.seconds)}, ${each}, ${peak}, ${figures.words} words\n`);
  const phases = Object.entries(figures.phases).map(([phase, took]) => `${phase} ${took.toFixed(2)}`);
  process.stdout.write(`  ${phases.join(', ')}\n`);
  for (const [phase, took] of Object.entries(figures.phases))
    judge(took <= (PHASES_MAX[phase] ?? Number.POSITIVE_INFINITY), `${phase} took ${seconds(took)} of ${size} sources`);
}
process.stdout.write(`verify, an article of ${VERIFIED_WORDS} words and 20 sources: ${seconds(verified)}\n`);

const judged = all.find(({ sources }) => sources === JUDGED);
judge((judged?.seconds ?? Number.POSITIVE_INFINITY) <= SECONDS_MAX, `${JUDGED} sources in ${SECONDS_MAX} s`);
judge((judged?.peakMb ?? 0) <= PEAK_MB_MAX, `${JUDGED} sources within ${PEAK_MB_MAX} MB`);
judge(verified <= VERIFY_SECONDS_MAX, `verify in ${VERIFY_SECONDS_MAX} s`);
const growth = eachOf(400) / eachOf(100);
process.stdout.write(`time for a source, 400 against 100: ${growth.toFixed(2)}x\n`);
judge(growth <= GROWTH_MAX, `time for a source at most ${GROWTH_MAX}x`);
for (const miss of misses) process.stdout.write(`missed: ${miss}\n`);
if (misses.length > 0) process.exitCode = 1;

function eachOf(size: number): number {
  return (all.find(({ sources }) => sources === size)?.seconds ?? 0) / size;
}

/** Of sentences of 20 sources, as somebody would write it who has them. */
async function verifyCopied(project: string, corpus: string): Promise<number> {
  const folder = join(project, 'own-sources');
  mkdirSync(folder);
  const texts = readdirSync(corpus)
    .slice(0, 20)
    .map((file) => {
      const text = readFileSync(join(corpus, file), 'utf8');
      writeFileSync(join(folder, file), text);
      return text;
    });
  writeFileSync(join(project, 'own.md'), copiedArticle(texts, VERIFIED_WORDS));
  return verify('copied sentences', project, 'own.md', 'own-sources');
}

/** Seconds. What was copied, and what the writer wrote, is supported claim by claim. */
async function verify(what: string, project: string, article: string, sources: string): Promise<number> {
  const args = ['research', 'verify', article, '--sources', sources, '--json'];
  const { seconds: took, out, err } = await measuredProcess(args, project);
  const { counts } = JSON.parse(out || '{}') as { readonly counts?: VerifiedCounts };
  if (counts === undefined || counts.claims < 50) throw new Error(`Expected claims, found ${out || err}`);
  process.stdout.write(`  verified, ${what}: ${JSON.stringify(counts)}\n`);
  judge(counts.supported === counts.claims, `${what}: ${counts.supported} of ${counts.claims} claims supported`);
  return took;
}

interface VerifiedCounts {
  readonly claims: number;
  readonly supported: number;
}
