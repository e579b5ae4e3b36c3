// What a choice is decided on, for a person: bars for figures, lists under their headings, what comes of it.

import type { ChoiceReview, Fact, FactGroup, Level } from '../../ports/review.ts';
import type { Paint } from '../paint.ts';
import { oneLine, pad, widthOf } from '../shown-text.ts';
import { hangingLines, heading, paragraph, type Theme } from './theme.ts';

const CELLS_MAX = 30;
const SMALL_CELLS = 12;
const DETAIL_INDENT = 12;
const MORE = '+ ';

/** `titles`: what is listed has no details, because there is no room. */
export function choiceLines(
  { title, about, groups, note }: ChoiceReview,
  theme: Theme,
  detail: 'all' | 'titles' = 'all',
): string[] {
  const shown = groups.map((group) => groupLines(group, theme, detail)).filter((lines) => lines.length > 0);
  return [
    ...heading(title, about, theme),
    ...shown.flatMap((lines) => ['', ...lines]),
    '',
    ...paragraph(note, 1, theme.width),
  ];
}

function groupLines(group: FactGroup, theme: Theme, detail: 'all' | 'titles'): string[] {
  const { title, level, facts } = group;
  if (title === null) return plainFacts(facts, theme);
  if (facts.length === 0) return paragraph(title, 1, theme.width);
  return [
    ` ${paintOf(level, theme.paint)(oneLine(title))}`,
    ...facts.flatMap((fact) => listedFact(fact, theme, detail)),
  ];
}

/** Without a heading: sentences, one large figure, or several small ones under each other. */
function plainFacts(facts: readonly Fact[], theme: Theme): string[] {
  const longest = Math.max(0, ...facts.map(({ name }) => widthOf(oneLine(name))));
  return facts.flatMap((fact) => {
    if (fact.text === '')
      return paragraph(
        fact.name,
        1,
        theme.width,
        paintOf(fact.level, theme.paint, (text) => text),
      );
    return fact.share !== null && fact.enough !== undefined
      ? largeFigure(fact, fact.share, fact.enough, theme)
      : smallFigure(fact, longest, theme);
  });
}

function largeFigure({ name, text, level }: Fact, share: number, enough: number, { paint, width }: Theme): string[] {
  const cells = Math.max(10, Math.min(CELLS_MAX, width - 24));
  const own = paintOf(level, paint, (words) => words);
  const head = `${oneLine(name)} ${oneLine(text)}  `;
  const mark = ' '.repeat(widthOf(head) + Math.floor(enough * cells));
  return [
    ` ${paint.bold(own(head))}${barOf(share, cells, own, paint)}`,
    ` ${mark}${paint.dim(`↑ ${Math.round(enough * 100)} %`)}`,
  ];
}

function smallFigure({ name, text, share, details }: Fact, longest: number, { paint, width }: Theme): string[] {
  const lead = `   ${pad(oneLine(name), longest)}  `;
  if (share === null) return [`${lead}${paint.dim(oneLine(text))}`];
  return [
    `${lead}${barOf(share, SMALL_CELLS, paint.cyan, paint)} ${oneLine(text)}`,
    ...details.flatMap((words) => hangingLines(' '.repeat(longest + 5), oneLine(words), width, paint.dim)),
  ];
}

function barOf(share: number, cells: number, own: (text: string) => string, paint: Paint): string {
  const full = Math.round(Math.max(0, Math.min(1, share)) * cells);
  return own('█'.repeat(full)) + paint.dim('░'.repeat(cells - full));
}

/** Under a heading: a sentence, or a name with what it says and its details below. */
function listedFact({ name, text, details }: Fact, { paint, width }: Theme, detail: 'all' | 'titles'): string[] {
  if (text === '') return hangingLines('   - ', oneLine(name), width);
  const head = hangingLines(`   ${oneLine(name)}  `, oneLine(text), width, paint.bold);
  if (detail === 'titles') return head;
  return [
    ...head,
    ...details.flatMap((words, at) => {
      if (words.startsWith(MORE))
        return hangingLines(`${' '.repeat(DETAIL_INDENT)}${MORE}`, oneLine(words.slice(MORE.length)), width);
      return paragraph(words, DETAIL_INDENT, width, at === 0 ? undefined : paint.dim);
    }),
  ];
}

function paintOf(level: Level, paint: Paint, plain = paint.dim): (text: string) => string {
  if (level === 'plain') return plain;
  return level === 'good' ? paint.green : level === 'fair' ? paint.yellow : paint.red;
}
