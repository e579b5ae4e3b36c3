// 72 true sentences and 61 lies on trams, rice and sourdough, in English, German and French, written before their
// author had read the code that objects.

import { readClaims } from '../read-claims.ts';

export const UNSEEN = readClaims(new URL('./', import.meta.url));
