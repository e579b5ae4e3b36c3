// Whether a requirement says what another one says already, by the rules that find duplicates in a PRD.

import { lintRequirements } from '../../../documents/lint/lint-requirements.ts';
import type { NewRequirement } from '../../../documents/spec/spec.ts';

export function isRepeat(one: NewRequirement, known: readonly NewRequirement[]): boolean {
  const own = { ...one, id: 'R-NEW' };
  const list = [...known, own].map(({ id, title, description }) => ({
    ...{ id, title, description },
    ...{ priority: 'medium' as const, category: 'Data' as const },
  }));
  return lintRequirements(list, {}).some(({ rule, id }) => rule === 'duplicate' && id === own.id);
}
