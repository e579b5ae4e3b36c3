// The tables of `npm run bench -- quality --only research`.

import type { TopicFigures } from './measure-topic.ts';
import { VERDICTS, type VerdictFigures } from './measure-verdicts.ts';

const share = (part: number, all: number): string => (all === 0 ? '-' : (part / all).toFixed(2));

export function verdictTable(sets: readonly { readonly name: string; readonly figures: VerdictFigures }[]): string {
  return [
    '',
    'verdicts: a claim beside a passage, precision / recall of each verdict',
    '',
    `| pairs | number | ${VERDICTS.join(' | ')} | mean of the three | judged as labelled |`,
    `| --- | --- | ${VERDICTS.map(() => '---').join(' | ')} | --- | --- |`,
    ...sets.map(({ name, figures: { pairs, labels, precision, recall, right } }) => {
      const cells = VERDICTS.map((label) => both(labels[label]));
      return `| ${[name, pairs, ...cells, both({ precision, recall }), right.toFixed(2)].join(' | ')} |`;
    }),
    '',
  ].join('\n');
}

const ARTICLE_COLUMNS = [
  ...['topic', 'words', 'of', 'cited sentences', 'supported', 'strange figures', 'quotations', 'misquoted'],
  ...['repeated pairs', 'of', 'outline', 'outdated told', 'as current', 'seconds'],
];

const both = (score: { readonly precision: number; readonly recall: number }): string =>
  `${score.precision.toFixed(2)} / ${score.recall.toFixed(2)}`;

export function topicTables(name: string, topics: readonly TopicFigures[]): string {
  const sum = (of: (topic: TopicFigures) => number): number => topics.reduce((all, topic) => all + of(topic), 0);
  const recall = share(
    sum(({ contradictions }) => contradictions.found),
    sum(({ contradictions }) => contradictions.planted),
  );
  const precision = share(
    sum(({ contradictions }) => contradictions.counted - contradictions.unjustified.length),
    sum(({ contradictions }) => contradictions.counted),
  );
  return [
    '',
    `sources, ${name}: what was planted in them`,
    '',
    '| topic | contradictions | found | beside them | duplicates | found | wrongly joined |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...topics.map(({ topic, contradictions, duplicates }) =>
      row(
        ...[topic, contradictions.planted, contradictions.found, contradictions.unjustified.length],
        ...[duplicates.planted, duplicates.found, duplicates.wrong.length],
      ),
    ),
    '',
    `recall of planted contradictions ${recall}, precision ${precision}`,
    `planted contradictions of which the article tells both sides: ${share(
      sum(({ contradictions }) => contradictions.toldByBoth.length),
      sum(({ contradictions }) => contradictions.planted),
    )}`,
    '',
    `articles by rules, ${name}`,
    '',
    row(...ARTICLE_COLUMNS),
    row(...ARTICLE_COLUMNS.map(() => '---')),
    ...topics.map(articleRow),
    '',
    `cited sentences that are supported: ${share(
      sum(({ article }) => article.supported),
      sum(({ article }) => article.cited),
    )}; sentences that state something and cite nothing: ${sum(({ article }) => article.facts - article.cited)}`,
    `points of the outlines that are covered: ${share(
      sum(({ article }) => article.points - article.uncovered.length),
      sum(({ article }) => article.points),
    )}`,
    `pairs of sentences that repeat each other: ${(
      (100 * sum(({ article }) => article.repeated.length)) /
        Math.max(
          1,
          sum(({ article }) => article.pairs),
        )
    ).toFixed(2)} %`,
    '',
  ].join('\n');
}

function articleRow({ topic, article, seconds }: TopicFigures): string {
  return row(
    ...[topic, article.words, article.target, `${article.cited} of ${article.facts}`],
    ...[share(article.supported, article.cited), article.strangeFigures.length],
    ...[article.quotations, article.misquoted.length, article.repeated.length, article.pairs],
    `${article.points - article.uncovered.length} of ${article.points}`,
    ...[`${article.outdatedTold} of ${article.outdated}`, article.outdatedAsCurrent.length, seconds.toFixed(1)],
  );
}

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** What a person reads to see why: not for texts that are kept away from whoever changes the rules. */
export function wrongVerdicts({ wrong }: VerdictFigures): string {
  return wrong
    .map(({ id, kind, verdict, found, claim, passage, reasons }) =>
      [`${id} ${kind}: ${verdict}, found ${found}`, `  ${claim}`, `  ${passage}`, `  ${reasons.join(' ')}`, ''].join(
        '\n',
      ),
    )
    .join('\n');
}

export function wrongInTopics(topics: readonly TopicFigures[]): string {
  return topics
    .flatMap(({ topic, contradictions, duplicates, article }) =>
      [
        ...contradictions.missed.map(({ one, other }) => `missed: ${one.sentence} / ${other.sentence}`),
        ...contradictions.unjustified.map(
          ({ spans, reason }) => `beside them: ${spans.map(({ quote }) => quote).join(' / ')} (${reason})`,
        ),
        ...duplicates.wrong.map((files) => `wrongly joined: ${files.join(', ')}`),
        ...article.unsupported.map((text) => `not supported: ${text}`),
        ...article.strangeFigures.map((text) => `strange figure: ${text}`),
        ...article.misquoted.map((text) => `misquoted: ${text}`),
        ...article.uncovered.map((point) => `not covered: ${point}`),
        ...article.outdatedAsCurrent.map((text) => `outdated, as current: ${text}`),
        ...article.repeated.map(([one, other]) => `repeated: ${one} / ${other}`),
      ].map((line) => `${topic}: ${line}`),
    )
    .join('\n');
}
