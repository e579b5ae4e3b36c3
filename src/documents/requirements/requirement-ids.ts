// Requirement ids: `REQ-001`, given once and never again, not even after the requirement is gone.

const ID = /^REQ-\d{3,}$/;
/** Also what a hand wrote otherwise (`req-7`): its number is taken all the same. */
const MENTION = /\bREQ-(\d+)/gi;

export function isRequirementId(text: string): boolean {
  return ID.test(text);
}

/** The one after the highest of `taken`; gaps are not filled, for a gap may be a requirement someone deleted. */
export function nextRequirementId(taken: Iterable<string>): string {
  let highest = 0n;
  for (const id of taken) {
    for (const [, digits = '0'] of id.matchAll(MENTION)) {
      const number = BigInt(digits);
      if (number > highest) highest = number;
    }
  }
  return `REQ-${String(highest + 1n).padStart(3, '0')}`;
}

/** Every id a requirements file speaks of: items, superseded ones, history, comments, prose. */
export function mentionedIds(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(MENTION)].map(([id]) => sameRequirementId(id)));
}

/** The one way to write the id: `REQ-0007` and `req-7` are `REQ-007`. */
export function sameRequirementId(id: string): string {
  return `REQ-${BigInt(/\d+/.exec(id)?.[0] ?? '0')}`.replace(/(?<!\d)\d+$/, (digits) => digits.padStart(3, '0'));
}
