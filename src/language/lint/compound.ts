// Rule `compound`: several requirements in one. A list of things is one requirement; a list of actions is several.

import type { Requirement } from '../../documents/requirements/requirement.ts';
import type { WordingFinding } from './advice.ts';
import { ownWords } from './joined-actions.ts';
import { joinedClauseAt } from './joined-clause.ts';
import { splitStatement } from './split-statement.ts';
import { asItStands, blankQuotes, type Statement } from './statement.ts';

export function compound(item: Requirement, statements: readonly Statement[]): readonly WordingFinding[] {
  const parts = statements.filter((each, index) => demands(each, statements.slice(0, index))).flatMap(splitStatement);
  const [first, second] = parts;
  if (second === undefined) return first === undefined ? [] : sideAction(item, first);
  const found = asItStands(second, ownWords(second.response).split(/\s+/).slice(0, 4).join(' '));
  return [
    {
      id: item.id,
      rule: 'compound',
      found,
      message: `Expected one requirement, found ${parts.length}; the next begins at "${found}".`,
    },
  ];
}

/** `Besides printing the label, ...`, `... while also deleting the old one`: an action beside the main one. */
const BESIDES = /^(?:besides|apart from|in addition to|as well as|aside from)\s+(?:also\s+)?\w+ing\b/i;
const ALONG = new RegExp(
  String.raw`\b(?:while|whilst)\s+(?:also|simultaneously|at the same time)\s+\w+ing\b` +
    String.raw`|,\s+(?:also|additionally|simultaneously)\s+\w+ing\b|\b(?:as well as|in addition to)\s+\w+ing\b`,
  'i',
);

function sideAction(item: Requirement, statement: Statement): readonly WordingFinding[] {
  const { lead, response, plain, text } = statement;
  const beside = BESIDES.exec(lead)?.[0] ?? (ALONG.test(blankQuotes(response)) ? ALONG.exec(plain)?.[0] : undefined);
  const at = beside === undefined ? joinedClauseAt(statement) : plain.indexOf(beside);
  if (at === null || at < 0) return [];
  const found = text.slice(at).split(/\s+/).slice(0, 4).join(' ').replace(/,$/, '');
  const message = `Expected one requirement, found 2; the other is at "${found}".`;
  return [{ id: item.id, rule: 'compound', found, message }];
}

/** Says how something is rather than what it does. */
const DESCRIBING =
  /^(?:is|are|has|have|means?|contains?|includes?|applies|apply|needs?|depends?|consists?|counts?|does|do)\b/i;

/** A later sentence about something an earlier one brings in (`The link shall stay valid`) belongs to it. */
function demands(statement: Statement, earlier: readonly Statement[]): boolean {
  if (earlier.length === 0) return true;
  const isAdded = /\balso\b|^in addition|^additionally|^furthermore|^moreover/i.test(statement.text);
  if (isAdded && statement.subject !== '') return true;
  const isAction =
    statement.form === 'present' && /^the /i.test(statement.subject) && !DESCRIBING.test(statement.response);
  if ((statement.modal === '' && !isAction) || /^(?:this|these|those|that|such)\b/i.test(statement.subject))
    return false;
  const head = statement.subject.split(/\s+/).at(-1)?.toLowerCase() ?? '';
  if (/^(?:it|they)$/.test(head)) return false;
  const isSubject = earlier.some((each) => each.subject.toLowerCase().endsWith(head));
  return isSubject || !earlier.some((each) => each.response.toLowerCase().includes(head.replace(/s$/, '')));
}
