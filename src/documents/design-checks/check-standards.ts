// The MUST lines of the standards, one by one. What names columns, status codes or types is judged exactly; of the rest
// it is judged whether the design speaks of the matter, and where that cannot be said, the finding says so.

import { withoutFences } from '../design/fenced-blocks.ts';
import type { DesignFinding, Severity, Standard } from '../design/finding.ts';
import { PARTS, type PartName } from '../design/part.ts';
import { type CheckContext, columnNamed, findingAt, listed, sectionOf } from './check-context.ts';

export function checkStandards(context: CheckContext): readonly DesignFinding[] {
  return context.around.standards.flatMap((standard) => {
    const judge = JUDGES.find(({ reads }) => reads(standard.text));
    return judge === undefined ? checkMention(context, standard) : judge.findings(context, standard);
  });
}

/** The lines of a file of standards that say MUST. */
export function standardsIn(file: string, text: string): readonly Standard[] {
  return withoutFences(text)
    .split('\n')
    .flatMap((line, at) => {
      const rule = line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim();
      return /\bMUST\b/.test(rule) && !/^#{1,6}\s/.test(rule) ? [{ file, line: at + 1, text: rule }] : [];
    });
}

interface Judge {
  reads(text: string): boolean;
  findings(context: CheckContext, standard: Standard): readonly DesignFinding[];
}

interface Place {
  readonly part: PartName;
  readonly line: number;
}

const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.trim());
const isNegative = (text: string): boolean => /\bMUST NOT\b/.test(text);
const MONEY = /\b(?:money|amounts?|prices?|costs?|currency)\b/i;
const MONEY_COLUMN =
  /(?:^|_)(?:amount|price|cost|total|cents|sum|fee|balance|salary|charge|discount|tax|payment)s?(?:_|$)/i;

const JUDGES: readonly Judge[] = [
  {
    reads: (text) => /\b(?:every|each|all) tables?\b/i.test(text) && !isNegative(text) && codesIn(text).some(isName),
    findings: (context, standard) =>
      withSql(context, standard, () =>
        context.around.sql.tables.flatMap((table) => {
          const missing = codesIn(standard.text).filter(
            (name) => isName(name) && columnNamed(table, name) === undefined,
          );
          if (missing.length === 0) return [];
          const said = `The table ${table.name} has no column ${listed(missing)}.`;
          return [notMet(context, standard, { part: 'database', line: table.line }, said, 'HIGH')];
        }),
      ),
  },
  {
    reads: (text) => /\b(?:every|each|all) endpoints?\b/i.test(text) && !isNegative(text) && codesIn(text).length > 0,
    findings: (context, standard) => {
      const codes = codesIn(standard.text);
      return context.items.endpoints.flatMap(({ id, line, request, response, errors }) => {
        const where = /\berrors?\b/i.test(standard.text) ? errors : `${request}\n${response}\n${errors}`;
        const missing = codes.filter((code) => !where.includes(code));
        // An endpoint without errors is told as such.
        if (missing.length === 0 || where.trim() === '') return [];
        return [notMet(context, standard, { part: 'lld', line }, `${id} does not name ${listed(missing)}.`, 'HIGH')];
      });
    },
  },
  {
    reads: (text) => /\b(table|column)s?\b.*\bsnake_case\b/i.test(text),
    findings: (context, standard) =>
      withSql(context, standard, () =>
        context.around.sql.tables.flatMap((table) => {
          const names = /\bcolumn/i.test(standard.text) ? table.columns.map(({ name }) => name) : [table.name];
          const wrong = names.filter((name) => !/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name));
          if (wrong.length === 0) return [];
          const said = `${listed(wrong)} is not in snake_case.`;
          return [notMet(context, standard, { part: 'database', line: table.line }, said, 'HIGH')];
        }),
      ),
  },
  {
    reads: (text) =>
      isNegative(text) && /\b(?:stored|kept|saved|typed?|columns?)\b/i.test(text) && codesIn(text).length > 0,
    findings: (context, standard) =>
      withSql(context, standard, () => {
        const types = codesIn(standard.text).map((code) => code.toLowerCase());
        const isMeant = (name: string): boolean => !MONEY.test(standard.text) || MONEY_COLUMN.test(name);
        return context.around.sql.tables.flatMap(({ name: table, line, columns }) =>
          columns
            .filter(({ name, type }) => isMeant(name) && types.includes(type.split('(')[0] ?? ''))
            .map(({ name, type }) =>
              notMet(context, standard, { part: 'database', line }, `${table}.${name} is of type ${type}.`, 'HIGH'),
            ),
        );
      }),
  },
];

const isName = (code: string): boolean => /^[A-Za-z_]\w*$/.test(code);

function withSql(context: CheckContext, standard: Standard, judge: () => readonly DesignFinding[]) {
  return context.around.sql.isChecked ? judge() : [notJudged(context, standard, placeOf(context, []))];
}

/** Verbs and words that every such line may have. */
const PLAIN_WORDS = new Set(
  [
    'a an the and or of in on at to for from by with as be is are was were been being it its this that these those',
    'must not every each all any only no once per than then when where which who how what if before after into out up',
    'down state stated states describe described name named define defined document documented say says said have has',
    'had do does done can may will shall should use used using make made there their them one two via also system',
    'design',
  ].flatMap((line) => line.split(' ')),
);

const termsOf = (text: string): readonly string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !PLAIN_WORDS.has(word))
      .map(stem),
  ),
];

const stem = (word: string): string => word.replace(/(?:ations?|ings?|ies|ied|ed|es|s|y|e)$/, '').slice(0, 8) || word;

function checkMention(context: CheckContext, standard: Standard): readonly DesignFinding[] {
  const [before = '', after = ''] = standard.text.split(/\bMUST(?: NOT)?\b/);
  const subject = termsOf(before);
  const predicate = termsOf(after).filter((term) => !subject.includes(term));
  const place = placeOf(context, [...subject, ...predicate]);
  if (subject.length + predicate.length === 0) return [notJudged(context, standard, place)];
  let best = 0;
  for (const { words } of paragraphs(context)) {
    const heads = subject.filter((term) => words.has(term)).length;
    const tails = predicate.filter((term) => words.has(term)).length;
    if (heads < subject.length / 2 || (predicate.length > 0 && tails === 0)) continue;
    best = Math.max(best, (heads + tails) / (subject.length + predicate.length));
  }
  if (best >= 0.6) return [];
  if (best > 0) return [notJudged(context, standard, place)];
  return [notMet(context, standard, place, 'The design does not speak of it.', 'MEDIUM')];
}

interface Paragraph extends Place {
  readonly words: ReadonlySet<string>;
}

/** Every standard looks at all of them. */
const read = new WeakMap<CheckContext, readonly Paragraph[]>();

function paragraphs(context: CheckContext): readonly Paragraph[] {
  const known = read.get(context) ?? readParagraphs(context);
  read.set(context, known);
  return known;
}

function readParagraphs({ texts }: CheckContext): readonly Paragraph[] {
  return PARTS.flatMap((part) => {
    const found: Paragraph[] = [];
    let line = 1;
    for (const block of withoutFences(texts[part]).split(/\n(?=[ \t]{0,40}(?:\n|[-*+]\s|\d{1,9}[.)]\s)|#|\|)/)) {
      found.push({ part, line, words: new Set(termsOf(block)) });
      line += block.split('\n').length;
    }
    return found;
  });
}

/** Where the matter would belong: the section that has most of its words, else the beginning. */
function placeOf(context: CheckContext, terms: readonly string[]): Place {
  let best: Place = { part: 'hld', line: sectionOf(context, 'hld', 'security')?.line ?? 1 };
  let most = 0;
  for (const { part, line, words } of paragraphs(context)) {
    const count = terms.filter((term) => words.has(term)).length;
    if (count > most) [best, most] = [{ part, line }, count];
  }
  return best;
}

const cited = ({ file, line, text }: Standard): string => `${file}:${line} says: "${text}"`;

const notMet = (
  context: CheckContext,
  standard: Standard,
  place: Place,
  said: string,
  severity: Severity,
): DesignFinding =>
  findingAt(context, place, {
    ...{ rule: 'standard-not-met', severity },
    message: `${cited(standard)} ${said}`,
    suggestion: 'Follow the standard, or say in "Options Considered" why this design departs from it.',
  });

const notJudged = (context: CheckContext, standard: Standard, place: Place): DesignFinding =>
  findingAt(context, place, {
    ...{ rule: 'standard-not-checked', severity: 'INFO' },
    message: `${cited(standard)} Not checked: no rule can tell whether the design does so.`,
    suggestion: 'Judge it by reading.',
  });
