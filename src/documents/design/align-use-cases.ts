// A model under the use cases of a high-level design that people or a model wrote: their ids and titles count.

import type { Domain, UseCase } from './domain.ts';
import { readItems, type UseCase as WrittenUseCase } from './items.ts';

/** The design's use cases that the model does not know, as sentences it can be made of. */
export function unknownUseCases(domain: Domain, hld: string): string {
  return writtenIn(hld)
    .filter((written) => matchOf(written, domain.useCases) === undefined && written.title !== '')
    .map(
      ({ actor, title }) =>
        `The ${(actor.split(',')[0] || 'user').toLowerCase()} can ` +
        `${title.slice(0, 1).toLowerCase()}${title.slice(1)}.`,
    )
    .join('\n\n');
}

/** What the design has no use case for is left out, with its endpoints. */
export function alignUseCases(domain: Domain, hld: string): Domain {
  const written = writtenIn(hld);
  if (written.length === 0) return domain;
  const ids = new Map<string, string>();
  const useCases = written.flatMap((each): readonly UseCase[] => {
    const own = matchOf(each, domain.useCases);
    if (own === undefined || ids.has(own.id)) return [];
    ids.set(own.id, each.id);
    return [{ ...own, id: each.id, title: each.title, requirements: each.requirements }];
  });
  const renamed = (list: readonly string[]): readonly string[] => list.flatMap((id) => ids.get(id) ?? []).sort();
  const kept = domain.endpoints.map((each) => ({ ...each, useCases: renamed(each.useCases) }));
  return {
    ...domain,
    useCases,
    endpoints: kept
      .filter((each) => each.useCases.length > 0)
      .map((each, at) => ({ ...each, id: `API-${String(at + 1).padStart(3, '0')}` })),
    components: domain.components.map((each) => ({ ...each, useCases: renamed(each.useCases) })),
  };
}

const writtenIn = (hld: string): readonly WrittenUseCase[] =>
  hld.trim() === '' ? [] : readItems({ hld, lld: '', database: '' }).useCases;

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replace(/\b(?:the|an?|their|own)\b/g, '')
    .replace(/[^a-z]+/g, ' ')
    .trim();

function matchOf({ id, title }: WrittenUseCase, useCases: readonly UseCase[]): UseCase | undefined {
  const same = useCases.filter((each) => plain(each.title) === plain(title));
  return same.find((each) => each.id === id) ?? same[0];
}
