// What the program's exit code says.

export const EXIT = { done: 0, refused: 1, badUse: 2, onHold: 3, storeFault: 4, partial: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The program was called wrongly: nothing was tried. */
export class BadUse extends Error {}

/** A line on stdin was not an answer to what was asked: the run is kept as it is. */
export class WrongLine extends BadUse {}
