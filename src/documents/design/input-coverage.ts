// What of the input a design carries: each statement, each person who acts, each field that is named with a thing.

import { bystandersOf } from './bystanders.ts';
import type { Column } from './domain.ts';
import { fieldsOf, readDomainActions, type SaidSentence } from './domain-actions.ts';
import { attributeColumn } from './entity-draft.ts';
import type { DesignItems } from './items.ts';
import { isPerson, isThing } from './nouns.ts';
import type { DesignTexts } from './part.ts';
import { type GivenTexts, readSources } from './read-sources.ts';

export interface Coverage {
  readonly statements: number;
  /** Carried by no use case, rule, limit, quality or exclusion. */
  readonly lost: readonly Statement[];
  /** Of people who do something, those whom no use case names. */
  readonly idle: readonly { readonly actor: string; readonly text: string }[];
  /** People who are named, and who do nothing in any use case. */
  readonly bystanders: readonly string[];
  /** Fields of things that are no column. */
  readonly fields: readonly { readonly field: string; readonly of: string; readonly text: string }[];
  /** Statements that ask for nothing that can be built or checked. */
  readonly vague: readonly Statement[];
  /** Whether the input names something to keep. */
  readonly namesRecords: boolean;
}

export interface Statement {
  readonly text: string;
  /** `REQ-001`; '' for the brief. */
  readonly origin: string;
  /** The sentence that it is a part of. */
  readonly whole?: string;
}

const DONE = /^(?:create|change|remove|state)$/;
/** Of the words of a statement, so many stand together in one place of the design. */
const SHARE_CARRIED = 0.6;

export function coverageOf(given: GivenTexts, texts: DesignTexts, items: DesignItems): Coverage {
  const reading = readDomainActions(readSources(given));
  const said = [...reading.sentences.flatMap(partsOf), ...reading.excluded.map(statementOf)];
  const vague = reading.vague.map(statementOf);
  const places = placesOf(texts);
  const lost = said.filter(({ text, whole = text }) => !isCarried(text, places) && !isCarried(whole, places));
  const blocks = texts.hld
    .split(/^### (?=UC-)/m)
    .slice(1)
    .map((block) => new Set(wordsIn(block.split(/^## /m)[0] ?? '')));
  const actors = items.useCases.map(({ actor }) => new Set(wordsIn(actor)));
  const isServed = (actor: string, verb: string): boolean =>
    actors.some((own, at) => {
      if (!wordsIn(actor).some((word) => own.has(word))) return false;
      return verb === '' || wordsIn(verb.replaceAll('-', ' ')).some((word) => blocks[at]?.has(word) ?? false);
    });
  const acting = reading.deeds.filter(
    ({ actor, clause }) => isPerson(actor) && actor !== 'user' && !clause.isNegated && !clause.isCondition,
  );
  const idle = acting
    .filter(({ clause }) => !isIn(lost, clause.sentence))
    // Whoever reads has many words for it: see, browse, look up.
    .filter(({ actor, clause, meaning }) => !isServed(actor, DONE.test(meaning.kind) ? clause.verb : ''))
    .map(({ actor, clause }) => ({ actor, text: clause.text }));
  const columns = new Set(columnWords(texts, items));
  const fields = acting
    .filter(({ meaning, object }) => /^(?:create|change)$/.test(meaning.kind) && isThing(object))
    .flatMap((deed) =>
      [...deed.attributes, ...fieldsOf(deed)].map((phrase) => ({
        ...{ field: phrase.noun, of: deed.object, text: deed.clause.sentence },
        column: attributeColumn(phrase, deed, false),
      })),
    )
    .filter(
      ({ field, column }) =>
        !(columns.has(column.name) || columns.has(`${column.name}_id`) || isOtherwiseKept(column, columns)) &&
        !wordsIn(field).every((word) => columns.has(word)),
    )
    .map(({ field, of, text }) => ({ field, of, text }));
  return {
    ...{ statements: said.length + vague.length, lost, vague },
    idle: unique(idle, ({ actor, text }) => `${actor}: ${text}`),
    bystanders: bystandersOf(
      reading,
      items.useCases.flatMap(({ actor, title }) => [...actor.split(', '), title]),
    ).filter((name) => !idle.some(({ actor }) => actor === name.toLowerCase())),
    fields: unique(fields, ({ field, of }) => `${field} of ${of}`),
    namesRecords: reading.deeds.some(({ object }) => isThing(object)),
  };
}

const statementOf = ({ text, origin }: { readonly text: string; readonly origin: string }): Statement => ({
  text,
  origin: /^REQ-/.test(origin) ? origin : '',
});

/** What one sentence says may stand in several use cases. */
const partsOf = ({ text, origin, clauses }: SaidSentence): readonly Statement[] => {
  const own = [...new Set(clauses.map((clause) => clause.text))];
  return (own.length > 1 ? own : [text]).map((part) => ({ ...statementOf({ text: part, origin }), whole: text }));
};

const isIn = (list: readonly Statement[], text: string): boolean =>
  list.some((each) => each.text === text || each.whole === text);

const unique = <T>(list: readonly T[], keyOf: (each: T) => string): readonly T[] => [
  ...new Map(list.map((each) => [keyOf(each), each])).values(),
];

/** Places by the words in them: statements are looked up, not compared with each place. */
type Places = ReadonlyMap<string, ReadonlySet<number>>;

function placesOf(texts: DesignTexts): Places {
  const places = new Map<string, Set<number>>();
  let number = 0;
  for (const text of Object.values(texts))
    for (const block of blocksOf(text)) {
      number += 1;
      for (const word of wordsIn(block)) {
        const found = places.get(word) ?? new Set();
        places.set(word, found);
        found.add(number);
      }
    }
  return places;
}

/** An item with all that stands under its heading; elsewhere each line. What quotes the brief or is left open carries
 *  nothing. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[] = [];
  let isItem = false;
  let isFence = false;
  for (const line of text.split('\n')) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isFence = !isFence;
    if (isFence || /^(?:>|Open:|- Open:|Assumption:|Not part of it)/.test(line)) continue;
    const begins = /^#{1,4} /.test(line);
    if (begins) isItem = line.startsWith('### ');
    // What is ruled out comes behind the use cases, and is none of the last one.
    if (begins || !isItem || blocks.length === 0 || /^- (?!\*\*)/.test(line)) blocks.push(line);
    else blocks[blocks.length - 1] += ` ${line}`;
  }
  return blocks;
}

function isCarried(text: string, places: Places): boolean {
  const words = wordsIn(text);
  if (words.length === 0) return true;
  const hits = new Map<number, number>();
  for (const word of words) for (const place of places.get(word) ?? []) hits.set(place, (hits.get(place) ?? 0) + 1);
  return Math.max(0, ...hits.values()) >= words.length * SHARE_CARRIED;
}

const STOP = new Set(
  `the and for with that this from into they their them its his her our your are was were been has have had can may
  must shall should will would could not each every any all some one two who which what when where while than then
  also only such there here out over under about after before until system app application want wants need needs
  able own per via but nor yet get gets use uses used using`.split(/\s+/),
);

/** Nouns, verbs and figures, without their endings: `books` and `booking` count as the same. */
function wordsIn(text: string): readonly string[] {
  const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(found.filter((word) => (word.length > 2 || /\d/.test(word)) && !STOP.has(word)).map(stemOf))];
}

const STEM_MIN = 4;
const ENDINGS = ['ations', 'ation', 'ings', 'ing', 'ies', 'ed', 'es', 's', 'e', 'y'];

function stemOf(word: string): string {
  const ending = ENDINGS.find((each) => word.endsWith(each) && word.length - each.length >= STEM_MIN - 1);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** A day stands in the moment at which something starts, a file in the storage. */
function isOtherwiseKept({ type }: Column, columns: ReadonlySet<string>): boolean {
  if (type === 'file') return columns.has('storage_key');
  return /^(?:date|time|moment)$/.test(type) && ['starts_at', 'starts_on', 'on_date'].some((name) => columns.has(name));
}

/** Names of columns and of fields, whole and in words. */
function columnWords({ database }: DesignTexts, { models, tables }: DesignItems): readonly string[] {
  const names = [
    // Several of a kind are rows of a table of their own.
    ...tables.map(({ name }) => name),
    ...models.flatMap(({ fields }) => fields.map(({ name }) => name)),
    ...[...database.matchAll(/^[ \t]{1,8}"?(\w{2,60})"? [a-z]/gim)].map(([, name = '']) => name),
  ];
  return names.flatMap((name) => [name, ...wordsIn(name.replaceAll('_', ' '))]);
}
