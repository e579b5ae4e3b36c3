// Of two verdicts on one claim the one that lets less pass.

import type { ClaimVerdict, Verdict } from './ledger.ts';

const STRICTNESS: Readonly<Record<Verdict, number>> = { supported: 0, insufficient: 1, contradicted: 2 };

/** The first where both are as strict. */
export const stricter = <One extends ClaimVerdict, Other extends ClaimVerdict>(one: One, other: Other): One | Other =>
  STRICTNESS[other.verdict] > STRICTNESS[one.verdict] ? other : one;
