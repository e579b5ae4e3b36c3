// Loads the tagger and the language detector when they are first needed: no command that reads no text waits for them.

import { createRequire } from 'node:module';
import type { detectAll } from 'tinyld';
import type { default as Model } from 'wink-eng-lite-web-model';
import type { WinkMethods, default as winkNlp } from 'wink-nlp';
import { once } from '../../documents/lookup/once.ts';

const packages = once(() => createRequire(import.meta.url));

/** A new tagger: each keeps every word it meets for good. */
export function makeTagger(): WinkMethods {
  const make = packages()('wink-nlp') as typeof winkNlp;
  return make(packages()('wink-eng-lite-web-model') as typeof Model, ['sbd', 'pos']);
}

/** The likeliest language of a text, as a code of two letters; empty if there is none. */
export const detectLanguage = (text: string): string => likelyLanguages(text)[0]?.lang ?? '';

/** The languages a text may be in, the likeliest first, each with the detector's certainty from 0 to 1. */
export const likelyLanguages = (text: string): ReturnType<typeof detectAll> => detector()(text);

const detector = once(() => (packages()('tinyld') as { readonly detectAll: typeof detectAll }).detectAll);
