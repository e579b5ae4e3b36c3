// Rule `duplicate`: says again what another requirement says.

import type { Requirement } from '../../documents/requirements/requirement.ts';
import { findRepeats } from './find-duplicates.ts';
import type { Finding } from './finding.ts';

export function duplicates(list: readonly Requirement[], decided: readonly Requirement[]): readonly Finding[] {
  const byId = new Map([...list, ...decided].map((item) => [item.id, item]));
  return findRepeats(list, decided).map(({ id, of, kind, likeness }) => {
    const other = byId.get(of);
    const how = kind === 'exact' ? 'word for word' : `with a likeness of ${likeness.toFixed(2)}`;
    return {
      id,
      rule: 'duplicate',
      found: byId.get(id)?.description ?? '',
      message: `Expected something new, found what ${of} (${other?.title ?? 'unknown'}) says already, ${how}.`,
      suggestion: `Leave it out and keep ${of}.`,
    };
  });
}
