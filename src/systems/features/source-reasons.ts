// Whether research can find anything: by searches that are set up, a folder of documents, or workers of the project.

import type { SourceOffer } from '../../ports/sources.ts';

export interface SourcePlaces {
  /** Left out: they are not looked at, as where the model of a client searches. */
  readonly offers?: readonly SourceOffer[];
  readonly has_corpus?: boolean;
  /** Workers of the project that bring their own sources. */
  readonly own?: readonly unknown[];
}

/** Why nothing can be found, with the settings that are missing; [] where something can. */
export function sourceReasons({ offers, has_corpus = false, own = [] }: SourcePlaces): string[] {
  if (offers === undefined || has_corpus || own.length > 0) return [];
  const searches = offers.filter(({ kind }) => kind === 'web' || kind === 'academic' || kind === 'news');
  if (searches.some(({ isConfigured }) => isConfigured)) return [];
  const refused = searches.find(({ isRefused }) => isRefused === true);
  const missing = searches.filter(({ isRefused }) => isRefused !== true);
  const settings = missing.map((offer) => `${offer.settings} (${offer.name})`);
  const ways = settings.length === 0 ? '' : `set ${settings.join(', or ')}, or `;
  const why = refused === undefined ? '' : `. ${refused.settings}`;
  return [`there is nothing to find sources with: ${ways}give a folder of documents as corpus (--corpus DIR)${why}`];
}
