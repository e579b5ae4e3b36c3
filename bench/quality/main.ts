// `npm run bench -- quality`: how often the requirement lint and the gap analysis are right, on labelled text.

import { type GapFigures, measureGaps } from './measure-gaps.ts';
import { measureLint } from './measure-lint.ts';

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

process.stdout.write(
  [
    '',
    'gap analysis: briefs with gaps that a careful reviewer expects',
    '',
    '| half | briefs | expected | found | precision | of important ones | strict | recall | false alarms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...measureGaps().map(gapRow),
    '',
  ].join('\n'),
);
