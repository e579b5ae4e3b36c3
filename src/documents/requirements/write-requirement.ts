// Items and review records as they are written into requirements.md, with `\n` line ends.

import { WITHOUT_MODEL } from '../signing/signature.ts';
import { STATUSES } from './read-item.ts';
import type { DecidedRequirement, PreviousText, ReviewRecord } from './requirement.ts';
import { fieldText, headingText, lineOf } from './requirement-text.ts';

export function writeItem(item: DecidedRequirement): string {
  const fields = [
    fieldText('Priority', item.priority),
    fieldText('Category', lineOf(item.category)),
    fieldText('Description', item.description),
    fieldText('Status', STATUSES[item.standing]),
    ...(item.originalId === undefined ? [] : [fieldText('Original ID', item.originalId)]),
    ...(item.modificationNotes === undefined ? [] : [fieldText('Modification Notes', item.modificationNotes)]),
    ...(item.reason === undefined ? [] : [fieldText('Reason', item.reason)]),
    ...(item.supersededBy === undefined ? [] : [supersededField(item.supersededBy)]),
  ];
  return [headingText(item.id, item.title), '', ...fields].join('\n');
}

export const supersededField = (by: string): string => fieldText('Superseded by', by);

export function writeRecord(record: ReviewRecord): string {
  const ids = (list: readonly string[]): string => (list.length === 0 ? 'None' : list.join(', '));
  return [
    `### ${record.at}`,
    '',
    fieldText('Summary', record.summary),
    fieldText('Approved IDs', ids(record.approved)),
    fieldText('Rejected IDs', ids(record.rejected)),
    fieldText('Modified IDs', ids(record.modified)),
    fieldText('Out-of-scope IDs', ids(record.outOfScope)),
    fieldText('Reviewer', lineOf(record.reviewer)),
    ...(record.isByRules ? [fieldText('Written By', WITHOUT_MODEL)] : []),
    ...(record.previous ?? []).flatMap(previousFields),
  ].join('\n');
}

function previousFields({ id, description, title, priority, category }: PreviousText): string[] {
  return [
    ...(title === undefined ? [] : [fieldText(`Previous title of ${id}`, lineOf(title))]),
    ...(description === undefined ? [] : [fieldText(`Previous text of ${id}`, description)]),
    ...(priority === undefined ? [] : [fieldText(`Previous priority of ${id}`, priority)]),
    ...(category === undefined ? [] : [fieldText(`Previous category of ${id}`, lineOf(category))]),
  ];
}
