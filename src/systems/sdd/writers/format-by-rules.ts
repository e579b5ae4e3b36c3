// Title, abstract and glossary without a model, from what the parts say.

import { listed } from '../../../documents/design/find-components.ts';
import { readItems } from '../../../documents/design/items.ts';

export interface FormatInput {
  readonly title?: string;
  readonly brief?: string;
  /** Headings of the parts, where the parts themselves are not given. */
  readonly outline?: string;
  readonly terms?: readonly unknown[];
  readonly hld?: string;
  readonly lld?: string;
  readonly database?: string;
}

export interface FormatDraft {
  readonly title: string;
  readonly abstract: string;
  readonly glossary: readonly { readonly term: string; readonly meaning: string }[];
}

const ABSTRACT_WORDS_MAX = 200;
const TERMS_MAX = 40;

export function formatByRules({
  title = '',
  brief = '',
  outline = '',
  terms = [],
  hld = '',
  lld = '',
  database = '',
}: FormatInput): FormatDraft {
  const items = readItems({ hld, lld, database });
  const models = items.models.map(({ name, table, fields }) => ({
    term: name,
    meaning: `A record of the table ${items.tables.find(({ id }) => id === table)?.name ?? table}: ${fields
      .slice(0, 6)
      .map((field) => field.name)
      .join(', ')}${fields.length > 6 ? ` and ${fields.length - 6} more` : ''}.`,
  }));
  const known = new Set(models.map(({ term }) => term.toLowerCase()));
  const given = terms.flatMap(termOf).filter(({ term }) => !known.has(term.toLowerCase()));
  return {
    title: title.trim() === '' ? 'Design document' : title.trim(),
    abstract: shortened(abstractOf(brief, outline, items)),
    glossary: [...models, ...given].slice(0, TERMS_MAX),
  };
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function termOf(given: unknown): readonly { readonly term: string; readonly meaning: string }[] {
  if (typeof given !== 'object' || given === null) return [];
  const { term, meaning } = given as Record<string, unknown>;
  return typeof term === 'string' && typeof meaning === 'string' && meaning !== '' ? [{ term, meaning }] : [];
}

function abstractOf(brief: string, outline: string, items: ReturnType<typeof readItems>): string {
  const first = brief
    .split('\n')
    .filter((line) => !/^\s*(?:#|\*\*|$)/.test(line))
    .join(' ')
    .split(/(?<=[.!?])\s+/)[0];
  const { useCases, components, endpoints, tables, decisions } = items;
  const actors = [...new Set(useCases.flatMap(({ actor }) => actor.split(', ')))].filter((actor) => actor !== '');
  const titles = useCases.slice(0, 6).map(({ title }) => title.toLowerCase());
  const names = components.slice(0, 6).map(({ title }) => title);
  const parts = [
    first === undefined || first === '' ? '' : first,
    useCases.length > 0
      ? `This design covers ${counted(useCases.length, 'use case')} of ${listed(actors)}: ` +
        `${listed(titles)}${useCases.length > 6 ? ' and others' : ''}.`
      : '',
    components.length > 0
      ? `Its work is done by ${counted(components.length, 'component')} (${listed(names)}), ` +
        `with ${counted(endpoints.length, 'endpoint')} over ${counted(tables.length, 'table')}.`
      : '',
    decisions.length > 0 ? `Decided were: ${listed(decisions.map(({ title }) => title.toLowerCase()))}.` : '',
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(' ');
  const headings = outline
    .split('\n')
    .map((line) => line.replace(/^[#\s-]+/, '').trim())
    .filter((line) => line !== '');
  return headings.length === 0
    ? 'The parts of this design have no headings.'
    : `This document has these sections: ${listed(headings.slice(0, 30))}.`;
}

function shortened(text: string): string {
  const words = text.split(/\s+/);
  return words.length <= ABSTRACT_WORDS_MAX
    ? words.join(' ')
    : `${words.slice(0, ABSTRACT_WORDS_MAX - 1).join(' ')} ...`;
}
