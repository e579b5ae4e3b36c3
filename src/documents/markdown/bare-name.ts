// A heading in small letters, without its marks, number and colon: what people name a section by.

import { plain } from './bullets-of.ts';

export function bareName(heading: string): string {
  return plain(heading)
    .toLowerCase()
    .replace(/^[\d.)#\s]+/, '')
    .replace(/(?:(?<!\s)\s+)?:$/, '');
}
