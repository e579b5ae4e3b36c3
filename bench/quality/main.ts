// `npm run bench -- quality [--provider X] [--limit N]`: how often the requirement lint, the gap analysis and the rules
// over designs are right, on labelled text; with a provider also how often a connected model is.

import type { ModelFigures } from './ask-model.ts';
import { measureDesigns } from './designs/measure-designs.ts';
import { type GapFigures, measureGaps } from './measure-gaps.ts';
import { measureLint } from './measure-lint.ts';
import { measureUnclear, type UnclearFigures } from './measure-unclear.ts';

if (!measureLint()) process.exitCode = 1;

const gapRow = (figures: GapFigures): string =>
  [
    ...['', figures.half, figures.briefs, figures.expected, figures.found],
    ...[figures.precision, figures.precisionImportant, figures.precisionStrict, figures.recall].map((share) =>
      share.toFixed(2),
    ),
    ...[figures.falseAlarms.length, ''],
  ]
    .join(' | ')
    .trim();

const unclearRow = ({ half, controls, passed, requests, asked }: UnclearFigures): string =>
  `| ${[half, controls, passed.length, requests, asked.length].join(' | ')} |`;

process.stdout.write(
  [
    '',
    'gap analysis: briefs with gaps that a careful reviewer expects',
    '',
    '| half | briefs | expected | found | precision | of important ones | strict | recall | false alarms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...measureGaps().map(gapRow),
    '',
    'clarifying questions: utterances that are no requests, and requests',
    '',
    '| half | no requests | taken for one | requests | asked about |',
    '| --- | --- | --- | --- | --- |',
    ...measureUnclear().map(unclearRow),
    '',
  ].join('\n'),
);

await measureDesigns();

const flag = (name: string): string | undefined => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const word = flag('--provider');
const limit = Number(flag('--limit') ?? Number.NaN);
if (word === undefined) {
  process.stdout.write(
    'with a model: not run. Name one with --provider (anthropic, openai, a base URL, command:...).\n',
  );
} else {
  const { askModel } = await import('./ask-model.ts');
  const asking = { provider: word, env: process.env, ...(Number.isInteger(limit) && limit > 0 && { limit }) };
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
