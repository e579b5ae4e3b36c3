// Rule `no-actor`: a command, a goal clause or a heading, in which nobody and nothing acts.

import type { Requirement } from '../../documents/requirements/requirement.ts';
import type { WordingFinding } from './advice.ts';
import type { Statement } from './statement.ts';

const WHAT: Readonly<Record<Statement['form'], string>> = {
  modal: 'a sentence without a subject',
  present: 'a sentence without a subject',
  story: 'a story without a role',
  imperative: 'a command',
  possible: 'an impersonal sentence',
  there: 'an impersonal sentence',
  ability: 'a heading',
  fragment: 'a heading',
};

/** `first`: later sentences may explain; only one that demands something is judged. */
export function noActor(item: Requirement, statement: Statement, first: boolean): readonly WordingFinding[] {
  if (!lacksActor(statement, first)) return [];
  const found = statement.text.split(/\s+/).slice(0, 4).join(' ');
  return [
    {
      id: item.id,
      rule: 'no-actor',
      found,
      message: `Expected who or what acts ("the shop shall"), found ${WHAT[statement.form]}: "${found}".`,
    },
  ];
}

function lacksActor(statement: Statement, first: boolean): boolean {
  const { form, subject } = statement;
  if (!first) return form === 'possible' ? subject === '' : form === 'modal' && subject === '';
  const isPronoun = /^(?:it|they|this|one)$/i.test(subject);
  return subject === '' || (isPronoun && statement.lead === '');
}
