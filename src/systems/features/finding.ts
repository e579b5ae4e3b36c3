// A finding of research as another system gets it: a claim, and the words of the source that support it.

import type { JsonObject } from '../../json.ts';

export type Finding = JsonObject & {
  readonly claim: string;
  /** Of the source. */
  readonly title: string;
  readonly address: string;
  /** Its words. */
  readonly passage: string;
};
