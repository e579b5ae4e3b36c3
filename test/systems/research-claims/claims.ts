// 25 true sentences in a writer's own words and 12 lies, by the author of the objections.

import { readClaims } from '../read-claims.ts';

export type { Lie, Rest, TrueClaim } from '../read-claims.ts';

export const CLAIMS = readClaims(new URL('./', import.meta.url));
export const { topic: TOPIC, corpus: CORPUS, trueClaims: TRUE_CLAIMS, lies: LIES, contextOf } = CLAIMS;
