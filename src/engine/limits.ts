// The engine's own bounds, in one place. A workflow's `limits` bound the rest.

export const ITEMS_MAX = 100_000;
/** Attempts of an agent at one turn of a conversation, whose task has one for all of it. */
export const TURN_ATTEMPTS = 3;
/** Above ITEMS_MAX, so that scope and index make one number. */
export const BRANCH_KEYS = 131_072;
/** Longer results of `+` and toLowerCase are refused: an expression must not grow what it reads. */
export const RESULT_CHARACTERS_MAX = 1_000_000;
/** Holes that would take a text beyond this stay as written and are reported. */
export const RENDERED_CHARACTERS_MAX = 10_000_000;
