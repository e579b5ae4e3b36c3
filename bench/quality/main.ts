// `npm run bench -- quality [--only lint,designs,research] [--provider X] [--limit N]`: how often the requirement lint
// and the rules over designs are right, on labelled text, and what code finds of claims beside their passages; with a
// provider also how a model does.

import type { ModelFigures } from './ask-model.ts';
import { measureDesigns } from './measure-designs.ts';
import { measureLint } from './measure-lint.ts';
import { readPairs, researchTable } from './measure-research.ts';

const SETS = ['lint', 'designs', 'research'] as const;

const flag = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const only = (flag('--only') ?? SETS.join()).split(',');
const unknown = only.find((name) => !SETS.some((set) => set === name));
if (unknown !== undefined) {
  process.stderr.write(`Expected --only as some of ${SETS.join(',')}, found "${unknown}". Nothing was measured.\n`);
  process.exit(2);
}

if (only.includes('lint') && !measureLint()) process.exitCode = 1;
if (only.includes('designs')) await measureDesigns();
if (only.includes('research')) process.stdout.write(researchTable(readPairs()));

const word = flag('--provider');
const limit = Number(flag('--limit') ?? Number.NaN);
if (word === undefined) {
  process.stdout.write(
    'with a model: not run. Name one with --provider (anthropic, openai, a base URL, command:...).\n',
  );
} else {
  const { askModel } = await import('./ask-model.ts');
  const asking = {
    provider: word,
    env: process.env,
    ...(Number.isInteger(limit) && limit > 0 && { limit }),
  };
  const figures = await askModel(asking);
  process.stdout.write(typeof figures === 'string' ? `with a model: ${figures}\n` : modelLines(figures));
  // Somebody asked for figures, and got none.
  if (typeof figures === 'string') process.exitCode = 1;
}

function modelLines({ provider, calls, unread, sentences, lint, gaps, designs }: ModelFigures): string {
  const figure = (share: number): string => share.toFixed(2);
  return [
    `with the model of ${provider}: ${calls} calls, ${unread} replies that could not be read`,
    '',
    '| set | size | precision | recall |',
    '| --- | --- | --- | --- |',
    `| lint, five rules of a sentence | ${sentences} sentences | ${figure(lint.precision)} | ${figure(lint.recall)} |`,
    `| gaps | ${gaps.briefs} briefs | ${figure(gaps.precision)} | ${figure(gaps.recall)} |`,
    '',
    '| designs reviewed | passed as written | with a fault each | found | recall |',
    '| --- | --- | --- | --- | --- |',
    `| ${[designs.designs, designs.passed, designs.faults, designs.found, figure(designs.recall)].join(' | ')} |`,
    '',
  ].join('\n');
}
