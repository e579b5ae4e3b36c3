// Rule `contradicts-scope`: demands what the brief puts out of scope.

import type { Brief } from '../brief.ts';
import type { Finding } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { contentOf, stem } from './content-words.ts';
import { ears } from './ears.ts';
import { blankQuotes, type Statement } from './statement.ts';

/** Say nothing about which thing is meant. */
const GENERAL = new Set(
  `support integration management handling feature functionality system mode version release module user part option
  first initial phase future later full advanced any kind new service app solution`
    .split(/\s+/)
    .map(stem),
);
const KEPT = new Set(['app'].map(stem));
const FRAME =
  /\b(?:(?:is|are|will be|stays?|remains?) (?:not|out|left|excluded).*|(?:for|in|from|of) (?:this|the first|v\d).*)$/i;
const REFUSING = /^(?:reject|refuse|hide|disable|remove|prevent|block|prohibit|forbid|exclude|omit|ignore|skip)\b/i;

export type Excluded = { readonly item: string; readonly alternatives: readonly ReadonlySet<string>[] };

/** What the brief excludes, read once for all requirements. */
export function excludedBy(brief: Brief): readonly Excluded[] {
  return brief.outOfScope
    .map((item) => ({ item, alternatives: alternativesOf(item) }))
    .filter((each) => each.alternatives.length > 0);
}

export function contradictsScope(
  item: Requirement,
  statements: readonly Statement[],
  excluded: readonly Excluded[],
  brief: Brief,
): readonly Finding[] {
  if (excluded.length === 0) return [];
  const titled = contentOf(item.title).stems;
  for (const statement of statements) {
    if (isLimit(statement)) continue;
    const said = contentOf(blankQuotes(`${statement.subject} ${statement.response}`)).stems;
    const verb = stem((statement.response.split(/\s+/)[0] ?? '').toLowerCase());
    const hit = excluded.find(({ alternatives }) =>
      alternatives.some((keys) => demands(said, keys, verb) || (keys.size > 1 && demands(titled, keys, ''))),
    );
    if (hit === undefined || isInScope(said, hit, brief)) continue;
    const limit = ears(statement, { negated: true });
    return [
      {
        id: item.id,
        rule: 'contradicts-scope',
        found: hit.item,
        message: `Expected nothing that the brief puts out of scope, found "${hit.item}".`,
        suggestion: `Mark it out of scope, or change the brief's scope. If the limit itself is meant: ${limit}`,
      },
    ];
  }
  return [];
}

/** A requirement that keeps the thing out agrees with the brief. */
const isLimit = (statement: Statement): boolean =>
  statement.negated ||
  REFUSING.test(statement.response) ||
  /\b(?:not|no|never)\b/i.test(blankQuotes(statement.response));

/** All that the item is about; of three and more words one may be missing. */
function demands(said: ReadonlySet<string>, keys: ReadonlySet<string>, verb: string): boolean {
  const shared = [...keys].filter((key) => said.has(key));
  if (keys.size === 1) return shared.length === 1 && shared[0] !== verb;
  return shared.length >= (keys.size >= 3 ? keys.size - 1 : keys.size);
}

/** In scope is more exact: `a cache on disk` is in, `a cache` is out. */
function isInScope(said: ReadonlySet<string>, hit: Excluded, brief: Brief): boolean {
  return brief.inScope.some((item) =>
    alternativesOf(item).some(
      (keys) =>
        [...keys].every((key) => said.has(key)) &&
        hit.alternatives.some((out) => out.size < keys.size && [...out].every((key) => keys.has(key))),
    ),
  );
}

/** `Social login (Google, Facebook)` is also `Google login` and `Facebook login`. */
function alternativesOf(item: string): readonly ReadonlySet<string>[] {
  const examples =
    /\(([^)]*)\)/
      .exec(item)?.[1]
      ?.replace(/^(?:e\.g\.|such as|like|including)\s*/i, '')
      .split(/,|\bor\b|\band\b/) ?? [];
  const text =
    item
      .replace(/\([^)]*\)/g, ' ')
      .replace(/^no\s+|^not?\b/i, '')
      .replace(FRAME, '')
      .split(/[:–—]/)[0] ?? '';
  const of = /\s(?:of|for|to|from)\s.*$/i.exec(text)?.[0] ?? '';
  const main = text
    .split(/,|;|\/|\band\b|\bor\b/)
    .map((part, index, all) => (index < all.length - 1 ? `${part} ${of}` : part));
  const heads = keysOf(main[0] ?? '');
  const last = [...heads].at(-1);
  const fromExamples = examples.map((example) => new Set([...keysOf(example), ...(last === undefined ? [] : [last])]));
  return [...main.map(keysOf), ...fromExamples.filter((keys) => keys.size > 1)].filter((keys) => keys.size > 0);
}

function keysOf(text: string): ReadonlySet<string> {
  const stems = [...contentOf(text).stems];
  const exact = stems.filter((each) => !GENERAL.has(each));
  return new Set(
    exact.length > 0 && exact.length < stems.length ? [...exact, ...stems.filter((each) => KEPT.has(each))] : exact,
  );
}
