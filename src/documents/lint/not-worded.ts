// Rules `not-testable` and `no-actor` for what rules wrote without knowing: a mere quote, a pronoun that is let act.

import { isOnlyQuoted } from '../requirements/only-quoted.ts';
import type { Requirement } from '../requirements/requirement.ts';
import type { Finding } from './finding.ts';

const PRONOUN = /\bshall (?:not )?let ((?:they|he|she|we|i)\b(?: \p{L}+)?)/iu;
const UNKNOWN = /^the system shall (?:not )?let ((?:them|him|her|it|us|you|others)\b(?: \p{L}+)?)/iu;

export function notWorded({ id, description }: Requirement): readonly Finding[] {
  if (isOnlyQuoted(description))
    return [
      {
        ...{ id, rule: 'not-testable', found: description.split(/\s+/).slice(0, 8).join(' ') },
        message: 'Expected who does what, found only a quote of what was asked for.',
        suggestion: '',
      },
    ];
  const found = (PRONOUN.exec(description) ?? UNKNOWN.exec(description))?.[1];
  if (found === undefined) return [];
  const message = `Expected who acts by name, found a pronoun: "${found}".`;
  return [{ id, rule: 'no-actor', found, message, suggestion: '' }];
}
