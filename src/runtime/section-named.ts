// The section of a document that a person means: by its name, or by as much of it as only one has.

import type { Decision, DocumentReview } from '../ports/review.ts';

const PART_END = ': ';
const SHORT_MAX = 2;

/** Those that fit equally well: one where it is clear, none where nothing fits. */
export function sectionsNamed(names: readonly string[], given: string): readonly string[] {
  const wanted = plain(given);
  if (wanted === '') return [];
  const ways: readonly ((name: string) => boolean)[] = [
    (name) => name === given,
    (name) => plain(name) === wanted,
    (name) => plain(ownName(name)) === wanted,
    (name) => wanted.length > SHORT_MAX && plain(ownName(name)).startsWith(wanted),
    (name) => wanted.length > SHORT_MAX && plain(name).includes(wanted),
  ];
  for (const fits of ways) {
    const found = names.filter(fits);
    if (found.length > 0) return found;
  }
  return [];
}

/** `LLD: API Endpoints` without its part. */
const ownName = (name: string): string => {
  const at = name.indexOf(PART_END);
  return at < 0 ? name : name.slice(at + PART_END.length);
};

const plain = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The decision with its sections as the review names them; what is unclear stays as it was said, and is refused. */
export function withSectionNames({ sections }: DocumentReview, decision: Decision): Decision {
  if (decision.kind !== 'document' || sections === null || !Array.isArray(decision.changes)) return decision;
  const changes = decision.changes.map((change) => {
    const [only, ...others] = typeof change?.section === 'string' ? sectionsNamed(sections, change.section) : [];
    return only === undefined || others.length > 0 ? change : { ...change, section: only };
  });
  return { ...decision, changes };
}
