// What a reader of a passage knows before it: what the sources speak of in common, and what its own source said so far.

import type { Passage } from '../evidence/passage.ts';
import type { Source } from '../evidence/source.ts';
import { meaningOf } from '../words/synonyms.ts';
import type { TextContext } from './definite-phrases.ts';
import { termsOf } from './terms-of.ts';

/** With one or two sources, what many passages speak of is as familiar as what several sources speak of. */
const PASSAGES_MIN = 5;

export function makeContexts(
  known: ReadonlySet<string>,
  passages: readonly Passage[],
  sources: readonly Source[],
): (passage: Passage) => TextContext {
  const names = new Map(sources.map((source) => [source.id, ownTerms(source)]));
  const familiar = new Set([...known, ...sharedTerms(passages)]);
  const bySource = new Map<string, Passage[]>();
  for (const passage of passages) {
    const own = bySource.get(passage.source) ?? [];
    own.push(passage);
    bySource.set(passage.source, own);
  }
  const contexts = new Map<Passage, TextContext>();
  for (const own of bySource.values()) {
    let recent: (readonly string[])[] = [];
    const ownNames = names.get(own[0]?.source ?? '') ?? NOTHING;
    const often = usedOften(own);
    for (const passage of own.sort((one, other) => one.start - other.start)) {
      const earlier = new Set([...recent.flat(), ...termsOf(passage.before)]);
      contexts.set(passage, { familiar, earlier, own: ownNames, often });
      recent = [...recent, [...termsOf(passage.text)]].slice(-RECENT);
    }
  }
  return (passage) => contexts.get(passage) ?? { familiar, earlier: NOTHING, own: NOTHING };
}

/** In this many passages of one source. */
const OFTEN_FROM = 4;

function usedOften(passages: readonly Passage[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { text } of passages) for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return new Set([...counts].flatMap(([term, count]) => (count >= OFTEN_FROM ? [term] : [])));
}

const NOTHING: ReadonlySet<string> = new Set();

const ownTerms = ({ publisher, authors }: Source): ReadonlySet<string> => termsOf([publisher, ...authors].join('. '));

/** A definite phrase seldom means something that was named further back. */
const RECENT = 8;

const countedIn = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(/(?<![\d,.])(\d[\d,.]{0,20}) (\p{L}{3,30})/gu),
    ([, number = '', noun = '']) => `${number} ${meaningOf(noun.toLowerCase())}`,
  );

function sharedTerms(passages: readonly Passage[]): readonly string[] {
  const sources = new Map<string, Set<string>>();
  const counts = new Map<string, number>();
  for (const { text, source } of passages) {
    for (const term of [...termsOf(text), ...countedIn(text)]) {
      sources.set(term, (sources.get(term) ?? new Set()).add(source));
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const all = new Set(passages.map(({ source }) => source)).size;
  const min = Math.min(3, Math.max(2, Math.ceil(all / 2)));
  return [...sources].flatMap(([term, by]) =>
    by.size >= (/^\d/.test(term) ? 2 : min) || (all <= 2 && (counts.get(term) ?? 0) >= PASSAGES_MIN) ? [term] : [],
  );
}
