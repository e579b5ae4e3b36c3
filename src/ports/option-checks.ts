// What a system says of the options of its start: one as it was read, and what is wrong with them. Types only.

import type { Json } from '../json.ts';

export interface ReadOption {
  readonly value: Json;
  /** What the run is about, where the option says it. */
  readonly subject?: string;
  /** What is wrong with it although the rest of it can be read. */
  readonly problems?: readonly string[];
}

export interface OptionChecks {
  /** What is wrong with the options that could be read, in sentences. Called also where another option could not be
   *  read, so that all problems are reported at once. `subject`: '' where it is not known yet. */
  check?(given: {
    readonly subject: string;
    readonly options: { readonly [name: string]: Json };
  }): Promise<readonly string[]>;
  /** A reason against the input as those read it who gave options: with fields named by the options that set them. */
  reasonText?(reason: string): string;
}
