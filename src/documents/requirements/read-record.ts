// One entry of the review history.

import { WITHOUT_MODEL } from '../signing/signature.ts';
import type { Piece } from './outline-requirements.ts';
import { readFields } from './read-fields.ts';
import type { PreviousText, Requirement, ReviewRecord } from './requirement.ts';
import { PRIORITIES } from './requirement.ts';

/** Files of earlier versions have the second. */
const NO_MODEL: ReadonlySet<string> = new Set([WITHOUT_MODEL, 'rules without a model']);
const PREVIOUS = /^previous (text|title|priority|category) of (req \d{3,})$/;

export function readRecord(piece: Piece, text: string): ReviewRecord {
  const fields = readFields(piece, text);
  const value = (label: string): string => fields.find((each) => each.label === label)?.value ?? '';
  const ids = (label: string): string[] => [
    ...new Set((value(label).match(/\bREQ-\d{3,}\b/gi) ?? []).map((id) => id.toUpperCase())),
  ];
  const previous = new Map<string, PreviousText>();
  for (const field of fields) {
    const [, part, id] = PREVIOUS.exec(field.label) ?? [];
    if (part === undefined || id === undefined) continue;
    const name = id.toUpperCase().replace(' ', '-');
    previous.set(name, { ...previous.get(name), id: name, ...previousPart(part, field.value) });
  }
  return {
    at: piece.name,
    summary: value('summary'),
    approved: ids('approved ids'),
    rejected: ids('rejected ids'),
    modified: ids('modified ids'),
    outOfScope: ids('out of scope ids'),
    reviewer: value('reviewer'),
    ...(NO_MODEL.has(value('written by')) && { isByRules: true }),
    ...(previous.size === 0 ? {} : { previous: [...previous.values()] }),
  };
}

function previousPart(part: string, value: string): Partial<Omit<Requirement, 'id'>> {
  if (part === 'text') return { description: value };
  if (part === 'title') return { title: value };
  if (part === 'category') return { category: value };
  const priority = PRIORITIES.find((each) => each === value);
  return priority === undefined ? {} : { priority };
}
