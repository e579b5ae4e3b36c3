// What is wrong in a diagram: found all at once, each with its place and a fix.

export interface Place {
  /** Both count from 1, in the normalised text of the whole file (a .md file's line, not its fence's). */
  readonly line: number;
  readonly column: number;
}

export interface Problem extends Place {
  readonly severity: 'problem' | 'warning';
  /** Stable kebab-case code, a heading in docs/reference/errors.md. */
  readonly code: string;
  /** What was expected and what was found. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
}
