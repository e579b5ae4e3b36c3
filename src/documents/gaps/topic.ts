// A matter that a brief of some kind gives cause to settle: how it is recognised, and a requirement that settles it.

import type { Priority } from '../requirements/requirement.ts';
import type { Facts } from './brief-acts.ts';
import type { Axis, Category, Severity } from './gap.ts';

/** What gave cause, and whether a requirement settles it. */
export interface FoundCause {
  readonly cause: string;
  readonly isSettled: boolean;
}

/** Words of a brief that give cause. */
export interface Cue {
  readonly cue: RegExp;
  readonly severity: Severity;
  /** Requirements give cause for it too, not the brief alone. */
  readonly isInRequirements?: boolean;
  /** Stands in the brief too, anywhere: "camera" is a matter of permission only where there is a phone. */
  readonly beside?: RegExp;
  /** Where this stands in the brief it gives no cause. */
  readonly unless?: RegExp;
}

/** Who does what gives cause: it is looked for and judged at once. */
export interface Finding {
  readonly find: (facts: Facts) => FoundCause | null;
  readonly severity: Severity;
}

export interface Topic {
  readonly key: string;
  readonly category: Category;
  /** The axis that is lower while it is open. */
  readonly axis: Axis;
  /** The weightiest first; the first that is found says how severe leaving it open is. */
  readonly causes: readonly (Cue | Finding)[];
  /** How a requirement that settles it reads; also how a point that puts it out of scope does. */
  readonly settled: RegExp;
  /** Where given, what settles it names the cause itself or one of these: another service's failure settles nothing. */
  readonly naming?: RegExp;
  /** Asked only where a requirement reads so: one half of a matter that is settled in the other. */
  readonly needs?: RegExp;
  /** `{cause}` stands for the words of the brief. */
  readonly title: string;
  readonly impact: string;
  readonly suggest: {
    readonly title: string;
    /** Settles the topic by its own pattern. */
    readonly description: string;
    readonly priority: Priority;
  };
}
