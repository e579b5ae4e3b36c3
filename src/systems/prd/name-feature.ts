// A title and a free id for a feature, from its first goal clause.

import type { Action } from '../../documents/gaps/read-goal-clause.ts';
import { readSurely } from '../../documents/gaps/read-surely.ts';
import { titleCase } from '../../documents/gaps/title-case.ts';
import { actionTitle } from '../../documents/gaps/word-action.ts';
import { unquoted } from '../../documents/gaps/word-goal-clause.ts';

const ID_CHARACTERS_MAX = 40;
const ID = /^[a-z][a-z0-9-]{2,49}$/;
const UNNAMED = 'Untitled Feature';
const LITTLE = new Set(
  `a an the of for to in on at by with from and or that which who their his her its our my your can could should
  must will would be is are it this so as into via when where users user people let i we me us have has get`.split(
    /\s+/,
  ),
);
const DEED = /^(?:add|build|create|implement|need|want|let|allow|have|offer|support|get)\s+/i;

const ROLE = '(?:as an? [^,]{2,60}?,? )?';
const WISH = new RegExp(
  `^${ROLE}(?:i|we)(?: would|['’]d)? (?:want|need|like|love)(?: to have)? (?:an? |my |our |the )?`,
  'i',
);

export function titleOf(wanted: readonly string[]): string {
  const [first = ''] = wanted;
  const actions = readSurely(first) ?? [];
  const [action] = actions;
  const short =
    action === undefined ? titleCase(unquoted(first).replace(WISH, '').replace(DEED, '')) : nameOf(actions, action);
  return short === '' ? UNNAMED : short;
}

/** "Read and Sign Documents Offline": the verbs of one goal clause share what follows them. */
function nameOf(actions: readonly Action[], action: Action): string {
  const [other] = actions.slice(1);
  if (other === undefined || other.rest !== action.rest) return actionTitle(action);
  return actionTitle({ ...action, verb: `${action.verb} and ${other.verb}` });
}

/** `^[a-z][a-z0-9-]*$`, 3 to 50 characters, none of `taken`. */
export function featureIdOf(title: string, taken: readonly string[]): string {
  const stem = slugOf(title);
  const used = new Set(taken);
  if (!used.has(stem)) return stem;
  for (let number = 2; number <= used.size + 2; number += 1) {
    const id = `${stem}-${number}`;
    if (!used.has(id)) return id;
  }
  return stem;
}

function slugOf(title: string): string {
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
  const telling = words.filter((word) => !LITTLE.has(word));
  const slug = (telling.length > 0 ? telling : words).join('-').replace(/^[^a-z]+/, '');
  const short = slug.length <= ID_CHARACTERS_MAX ? slug : slug.slice(0, ID_CHARACTERS_MAX).replace(/-[^-]*$/, '');
  const id = short.replace(/(?<!-)-+$/, '');
  if (ID.test(id)) return id;
  return id === '' ? 'feature' : `feature-${id}`.slice(0, ID_CHARACTERS_MAX);
}
