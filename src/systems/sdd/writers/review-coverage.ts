// What a review says of the input that a design does not carry: statements, people, fields, whole kinds of items.

import { coverageOf } from '../../../documents/design/input-coverage.ts';
import type { DesignItems } from '../../../documents/design/items.ts';
import type { DesignTexts } from '../../../documents/design/part.ts';
import type { GivenTexts } from '../../../documents/design/read-sources.ts';
import type { ReviewIssue } from '../../../documents/design/state.ts';

export interface CoverageReview {
  readonly issues: readonly ReviewIssue[];
  /** The share of the input that is carried, from 0 to 1: the score falls with it. */
  readonly share: number;
}

/** A design without use cases, endpoints or tables is none, whatever its sections say. */
const SHARE_WITHOUT_ITEMS = 0.25;
const TEXT_MAX = 200;

export function reviewCoverage(given: GivenTexts, texts: DesignTexts, items: DesignItems): CoverageReview {
  const found = coverageOf(given, texts, items);
  const missing = missingItems(items, found.namesRecords);
  const issues = [
    ...missing,
    ...found.vague.map(({ text, origin }) =>
      overview('HIGH', `${said(text, origin)} is too vague to design from; who does what with it is not said.`),
    ),
    ...found.lost.map(({ text, origin }) =>
      overview('HIGH', `${said(text, origin)} is carried by no use case, rule, limit, quality or exclusion.`),
    ),
    ...found.idle.map(({ actor, text }) =>
      overview('HIGH', `${said(text)}: no use case of the ${actor} does this.`, `Add a use case of the ${actor}.`),
    ),
    ...found.bystanders.map((name) =>
      overview(
        'MEDIUM',
        `${name} is named in the input, and no use case is theirs or tells them anything.`,
        `Say what the ${name.toLowerCase()} does with it, or that they do not use it.`,
      ),
    ),
    ...found.fields.map(({ field, of, text }) => ({
      ...{ category: 'completeness', severity: 'MEDIUM' as const, location: 'lld/models' },
      description: `${said(text)}: the ${field} of the ${of} is no column.`,
      suggestion: `Add a column for the ${field}, or say why it is not kept.`,
    })),
  ];
  const gone =
    found.lost.length +
    found.vague.length +
    found.idle.length / 2 +
    (found.fields.length + found.bystanders.length) / 4;
  const share = found.statements === 0 ? 1 : Math.max(0, 1 - gone / found.statements);
  return { issues, share: missing.length > 0 ? Math.min(share, SHARE_WITHOUT_ITEMS) : share };
}

function missingItems({ useCases, endpoints, tables }: DesignItems, namesRecords: boolean): readonly ReviewIssue[] {
  const issue = (location: string, kind: string): ReviewIssue => ({
    ...{ category: 'completeness', severity: 'HIGH', location },
    description: `The design has no ${kind}${kind === 'use case' ? '' : ', though the input names something to keep'}.`,
    suggestion: `Say who does what, so that there is at least one ${kind}.`,
  });
  return [
    ...(useCases.length === 0 ? [issue('hld/overview', 'use case')] : []),
    ...(endpoints.length === 0 && namesRecords ? [issue('lld/endpoints', 'endpoint')] : []),
    ...(tables.length === 0 && namesRecords ? [issue('database/ddl', 'table')] : []),
  ];
}

function said(text: string, origin = ''): string {
  const plain = text.replace(/\.$/, '');
  const short = plain.length > TEXT_MAX ? `${plain.slice(0, TEXT_MAX - 1)}…` : plain;
  return `"${short}"${origin === '' ? '' : ` (${origin})`}`;
}

const overview = (
  severity: ReviewIssue['severity'],
  description: string,
  suggestion = 'Carry it in a use case or a rule, or list it as not part of the product.',
): ReviewIssue => ({ category: 'completeness', severity, description, suggestion, location: 'hld/overview' });
