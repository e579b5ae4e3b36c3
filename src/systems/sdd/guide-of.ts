// What belongs in a section, as its drafter is told.

import type { PartName } from '../../documents/design/part.ts';

export function guideOf(_part: PartName, _section: string): string {
  return '';
}
