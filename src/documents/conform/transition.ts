// What a document says about a state machine: states, transitions, and the places that list them.

export interface Transition {
  readonly from: string;
  readonly to: string;
  /** '' when none is given. */
  readonly trigger: string;
  readonly line: number;
}

export interface NamedState {
  readonly name: string;
  readonly line: number;
  /** Another name of it: the label of a box that has an id. */
  readonly alias?: string;
}

/** `states`: a table that only defines states. */
export type SourceKind = 'drawing' | 'table' | 'states';

/** A place of the document that lists transitions or states. */
export interface TransitionSource {
  readonly kind: SourceKind;
  readonly line: number;
  /** The heading it stands under; '' for none. */
  readonly heading: string;
  readonly states: readonly NamedState[];
  readonly transitions: readonly Transition[];
  /** Rows such as "Any | FAILED": from every state that something else leaves. */
  readonly fromAny: readonly Omit<Transition, 'from'>[];
  /** Arrows between states, or rows. */
  readonly count: number;
  /** Arrows from or to `[*]`, rows that say where it starts: they are no pairs. */
  readonly ends: number;
  /** Of a table: states whose targets it lists, even where there are none. */
  readonly leaves: readonly string[];
}

/** More than any document has that people read; what is beyond is not read, and that is said. */
export const CONFORM_LIMITS = {
  ...{ lines: 200_000, diagrams: 30, sources: 100, transitions: 50_000, findings: 500 },
  ...{ lineCharacters: 2_000, nameCharacters: 80 },
} as const;
