// `npm run bench -- quality [--only lint,gaps,designs,interviews,research] [--provider X] [--limit N]`: how often the
// requirement lint, the gap analysis and the rules over designs are right, on labelled text, how the rules lead
// interviews with scripted people, and what articles they write from folders of sources; with a provider also how a
// model does. Of research: `--pairs FILE` and `--topics FOLDER` for other texts of the same form, `--wrong` names what
// was judged wrongly, `--articles FOLDER` keeps the articles.

import type { ModelFigures } from './ask-model.ts';
import { measureDesigns } from './designs/measure-designs.ts';
import { interviewTable, measureInterviews } from './interviews/measure-interviews.ts';
import { type GapFigures, measureGaps } from './measure-gaps.ts';
import { measureLint } from './measure-lint.ts';
import { measureUnclear, type UnclearFigures } from './measure-unclear.ts';
import { measureResearch } from './research/measure-research.ts';

const SETS = ['lint', 'gaps', 'designs', 'interviews', 'research'] as const;

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
if (only.includes('gaps')) process.stdout.write(gapTables());
if (only.includes('designs')) await measureDesigns();
if (only.includes('interviews')) process.stdout.write(interviewTable(measureInterviews()));
if (only.includes('research')) {
  await measureResearch({
    ...{ pairs: flag('--pairs'), topics: flag('--topics'), articles: flag('--articles') },
    isTold: process.argv.includes('--wrong'),
  });
}

const word = flag('--provider');
const limit = Number(flag('--limit') ?? Number.NaN);
if (word === undefined) {
  process.stdout.write(
    'with a model: not run. Name one with --provider (anthropic, openai, a base URL, command:...).\n',
  );
} else {
  const { askModel } = await import('./ask-model.ts');
  const interviews = only.includes('interviews');
  const asking = {
    provider: word,
    env: process.env,
    interviews,
    ...(Number.isInteger(limit) && limit > 0 && { limit }),
  };
  const figures = await askModel(asking);
  process.stdout.write(typeof figures === 'string' ? `with a model: ${figures}\n` : modelLines(figures));
  // Somebody asked for figures, and got none.
  if (typeof figures === 'string') process.exitCode = 1;
}

function modelLines({ provider, calls, unread, sentences, lint, gaps, designs, interviews }: ModelFigures): string {
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
    ...(interviews.length === 0 ? [] : [interviewTable(interviews, `interviews by the model of ${provider}`)]),
    ...(interviews.length === 0 ? [] : [`turns that code refused: ${refusedIn(interviews)}`, '']),
  ].join('\n');
}

function refusedIn(interviews: ModelFigures['interviews']): number {
  return interviews.reduce((sum, { refused }) => sum + refused.length, 0);
}

function gapTables(): string {
  return [
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
  ].join('\n');
}

function gapRow(figures: GapFigures): string {
  return [
    ...['', figures.half, figures.briefs, figures.expected, figures.found],
    ...[figures.precision, figures.precisionImportant, figures.precisionStrict, figures.recall].map((share) =>
      share.toFixed(2),
    ),
    ...[figures.falseAlarms.length, ''],
  ]
    .join(' | ')
    .trim();
}

function unclearRow({ half, controls, passed, requests, asked }: UnclearFigures): string {
  return `| ${[half, controls, passed.length, requests, asked.length].join(' | ')} |`;
}
