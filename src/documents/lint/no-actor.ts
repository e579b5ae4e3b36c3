// Rule `no-actor`: a command, a goal clause or a heading, in which nobody and nothing acts.

import type { Requirement } from '../requirements/requirement.ts';
import { tagWords } from '../words/tag-words.ts';
import { ears, UNNAMED } from './ears.ts';
import type { Finding } from './finding.ts';
import { blankQuotes, type Statement } from './statement.ts';

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
export function noActor(item: Requirement, statement: Statement, first: boolean): readonly Finding[] {
  if (!lacksActor(statement, first)) return [];
  const found = statement.text.split(/\s+/).slice(0, 4).join(' ');
  return [
    {
      id: item.id,
      rule: 'no-actor',
      found,
      message: `Expected who or what acts ("the shop shall"), found ${WHAT[statement.form]}: "${found}".`,
      suggestion: isUnclear(statement)
        ? ''
        : ears(statement, { subject: statement.subject.replace(/^(?:it|they|this|one)$/i, '') || UNNAMED }),
    },
  ];
}

function lacksActor(statement: Statement, first: boolean): boolean {
  const { form, subject } = statement;
  if (!first) return form === 'possible' ? subject === '' : form === 'modal' && subject === '';
  const isPronoun = /^(?:it|they|this|one)$/i.test(subject);
  return subject === '' || (isPronoun && statement.lead === '');
}

/** A heading becomes a sentence only if it is a thing that can be offered, with its article: no verb, no `no`. */
function isUnclear({ form, response }: Statement): boolean {
  if (form !== 'fragment') return false;
  const words = tagWords(blankQuotes(response));
  const [first] = words;
  if (first === undefined || /^(?:no|not|never|better|more|less)$/.test(first.lower)) return true;
  if (words.some(({ kind, lower }) => kind === 'auxiliary' || (kind === 'verb' && !/(?:ing|ed)$/.test(lower))))
    return true;
  const end = words.findIndex(({ kind }) => kind === 'preposition' || kind === 'mark' || kind === 'particle');
  const head = words.slice(0, end < 0 ? words.length : end).at(-1)?.lower ?? '';
  const isWhole =
    first.kind === 'determiner' || /(?:[^su]s|ing|tion|ment|ance|ence|access|login|support|search)$/.test(head);
  return !isWhole;
}
