// Rule `compound`: several requirements in one. A list of things is one requirement; a list of deeds is several.

import type { Finding } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { toActive } from './active-voice.ts';
import { ears } from './ears.ts';
import { ownWords } from './joined-deeds.ts';
import { splitStatement } from './split-statement.ts';
import { asItStands, type Statement } from './statement.ts';
import { listed } from './useful-suggestion.ts';

export function compound(item: Requirement, statements: readonly Statement[]): readonly Finding[] {
  const parts = statements.filter((each, index) => demands(each, statements.slice(0, index))).flatMap(splitStatement);
  const [, second] = parts;
  if (second === undefined) return [];
  const found = asItStands(second, ownWords(second.response).split(/\s+/).slice(0, 4).join(' '));
  return [
    {
      id: item.id,
      rule: 'compound',
      found,
      message: `Expected one requirement, found ${parts.length}; the next begins at "${found}".`,
      suggestion: listed(parts.map((part) => ears(toActive(part)))),
    },
  ];
}

/** A later sentence about something an earlier one brings in (`The link shall stay valid`) belongs to it. */
function demands(statement: Statement, earlier: readonly Statement[]): boolean {
  if (earlier.length === 0) return true;
  if (statement.modal === '' || /^(?:this|these|those|that|such)\b/i.test(statement.subject)) return false;
  if (/\balso\b|^in addition|^additionally|^furthermore/i.test(statement.text)) return true;
  const head = statement.subject.split(/\s+/).at(-1)?.toLowerCase() ?? '';
  if (/^(?:it|they)$/.test(head)) return false;
  const isSubject = earlier.some((each) => each.subject.toLowerCase().endsWith(head));
  return isSubject || !earlier.some((each) => each.response.toLowerCase().includes(head.replace(/s$/, '')));
}
