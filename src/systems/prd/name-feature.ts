// A title and a free id for a feature, from the first sentence of what was asked for.

import { asText, shortTitle } from '../../documents/markdown/filed-text.ts';
import { parseBrief } from '../../documents/prd/parse-brief.ts';
import { FEATURE_ID, freeId } from '../features/feature-id.ts';

const ID_CHARACTERS_MAX = 40;
/** Where no Latin letter was said, or nothing but marks. */
const UNNAMED = 'feature';
const UNTITLED = 'Untitled Feature';

/** As it stands behind `# `. */
export function titleOf(sentences: readonly string[]): string {
  const title = asText(shortTitle(sentences[0] ?? ''));
  return parseBrief(`# ${title}`).title === '' ? UNTITLED : title;
}

/** `^[a-z][a-z0-9-]*$`, 3 to 50 characters, none of `taken`. */
export const featureIdOf = (title: string, taken: readonly string[]): string => freeId(idIn(title), new Set(taken));

function idIn(title: string): string {
  const words = title
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const slug = words.join('-').replace(/^[^a-z]+/, '');
  const short = slug.length <= ID_CHARACTERS_MAX ? slug : slug.slice(0, ID_CHARACTERS_MAX).replace(/-[^-]*$/, '');
  const id = short.replace(/(?<!-)-+$/, '');
  if (FEATURE_ID.test(id)) return id;
  return id === '' ? UNNAMED : `${UNNAMED}-${id}`.slice(0, ID_CHARACTERS_MAX);
}
