// The MUST lines of the standards, one by one. What names columns, status codes or types is judged exactly; the rest is
// for a reader, and the finding says so.

import { withoutFences } from '../design/fenced-blocks.ts';
import type { DesignFinding, Severity, Standard } from '../design/finding.ts';
import type { PartName } from '../design/part.ts';
import { type CheckContext, columnNamed, findingAt, listed, sectionOf } from './check-context.ts';

export function checkStandards(context: CheckContext): readonly DesignFinding[] {
  return context.around.standards.flatMap((standard) => {
    const judge = JUDGES.find(({ reads }) => reads(standard.text));
    return judge === undefined ? [notJudged(context, standard)] : judge.findings(context, standard);
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
        // An endpoint without errors is reported as such.
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
        // Which columns hold money is a guess by their names.
        const isGuess = MONEY.test(standard.text);
        return context.around.sql.tables.flatMap(({ name: table, line, columns }) =>
          columns
            .filter(
              ({ name, type }) => (!isGuess || MONEY_COLUMN.test(name)) && types.includes(type.split('(')[0] ?? ''),
            )
            .map(({ name, type }) =>
              notMet(
                context,
                standard,
                { part: 'database', line },
                `${table}.${name} is of type ${type}.`,
                isGuess ? 'INFO' : 'HIGH',
              ),
            ),
        );
      }),
  },
];

const isName = (code: string): boolean => /^[A-Za-z_]\w*$/.test(code);

function withSql(context: CheckContext, standard: Standard, judge: () => readonly DesignFinding[]) {
  return context.around.sql.isChecked ? judge() : [notJudged(context, standard)];
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

const notJudged = (context: CheckContext, standard: Standard): DesignFinding =>
  findingAt(
    context,
    { part: 'hld', line: sectionOf(context, 'hld', 'security')?.line ?? 1 },
    {
      ...{ rule: 'standard-not-checked', severity: 'INFO' },
      message: `${cited(standard)} Not checked: no rule can tell whether the design does so.`,
      suggestion: 'Judge it by reading.',
    },
  );
