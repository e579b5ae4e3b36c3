// The engine's bounds, in one place. A workflow's own `limits` may tighten or raise what it names.

export const ITEMS_MAX = 100_000;
export const BRANCH_KEYS = 131_072;
export const SUBFLOW_DEPTH_MAX = 5;
export const REASON_CHARACTERS_MAX = 10_000;
