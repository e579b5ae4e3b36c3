// What a person types in a conversation: words, a choice by its number or letter, or a command that begins with "/".

import type { AgentQuestion, ConversationCommand, ConversationReview } from '../../ports/review.ts';

export type ConversationInput =
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'attach'; readonly rest: string }
  | { readonly do: 'end' | 'accept' | 'checklist' | 'history' | 'help' | 'leave' }
  | { readonly do: 'nothing' }
  /** What is wrong with it. */
  | { readonly do: 'refuse'; readonly why: string };

/** Those that mean something in this conversation. */
export function commandsOf(review: ConversationReview, goOn: string): readonly ConversationCommand[] {
  const { end, offer, assumptions, canAttach, groups } = review;
  const [first] = assumptions;
  return [
    ...(end === null ? [] : [command('/done', '', `${end.label}: ${end.help}`)]),
    ...(offer === null ? [] : [command('/accept', '', 'take the result that is offered')]),
    ...(canAttach ? [command('/attach', 'FILE', 'send a text file; words behind its name go with it')] : []),
    ...(first === undefined
      ? []
      : [
          command('/confirm', first.id, 'an assumption holds; several ids at once, or "all"'),
          command('/refuse', `${first.id} WHY`, 'it does not, and why'),
        ]),
    ...(review.commands ?? []),
    ...(groups.length === 0 ? [] : [command('/checklist', '', 'what is known, with the words it is from')]),
    command('/history', '', 'everything that was said'),
    command('/help', '', 'this list'),
    command('/quit', '', `leave; nothing is lost: ${goOn} goes on here`),
  ];
}

const command = (name: string, argument: string, help: string): ConversationCommand => ({ name, argument, help });

const COMMAND = /^\/([a-z]{1,20})(?:\s+([\s\S]*))?$/;

export function readInput(typed: string, review: ConversationReview): ConversationInput {
  const text = typed.trim();
  if (text === '') return { do: 'nothing' };
  const [, name, rest = ''] = COMMAND.exec(text) ?? [];
  if (review.commands?.some((each) => each.name === `/${name}`)) return { do: 'say', text };
  if (name !== undefined) return byName(name, rest, review);
  const picked = pickedText(text, review.questions);
  if (picked === null && /^q$/i.test(text)) return refused(`"${text}" is not sent: /quit leaves.`);
  if (picked === null && looksPicked(text)) return refused(noSuchChoice(text, review.questions));
  return { do: 'say', text: picked ?? text };
}

function byName(name: string, rest: string, review: ConversationReview): ConversationInput {
  switch (name) {
    case 'done':
    case 'end':
      return review.end === null ? refused('Nothing ends this conversation but its result.') : { do: 'end' };
    case 'accept':
      return review.offer === null ? refused('No result is offered yet.') : { do: 'accept' };
    case 'attach':
      if (!review.canAttach) return refused('Nothing can be attached here.');
      return rest === '' ? refused('Name the file: /attach FILE') : { do: 'attach', rest };
    case 'confirm':
      return confirmed(rest, review);
    case 'refuse':
      return refusedAssumption(rest, review);
    case 'checklist':
    case 'history':
    case 'help':
      return { do: name };
    case 'quit':
      return { do: 'leave' };
    default:
      return refused(`There is no command "/${name}". /help lists them; to say it, put a word before it.`);
  }
}

const refused = (why: string): ConversationInput => ({ do: 'refuse', why });

function confirmed(rest: string, { assumptions }: ConversationReview): ConversationInput {
  const named = rest.trim().toLowerCase() === 'all' ? assumptions.map(({ id }) => id) : rest.split(/[\s,]+/);
  const ids = named.filter((id) => id !== '').map((id) => id.toUpperCase());
  const unknown = ids.find((id) => !assumptions.some((each) => each.id === id));
  if (ids.length === 0 || unknown !== undefined) return refused(expectedIds(unknown, assumptions));
  return { do: 'say', text: ids.map((id) => `confirm ${id}`).join('\n') };
}

function refusedAssumption(rest: string, { assumptions }: ConversationReview): ConversationInput {
  const [, named = '', why = ''] = /^(\S{1,20})\s*([\s\S]*)$/.exec(rest) ?? [];
  const id = named.replace(/:$/, '').toUpperCase();
  if (!assumptions.some((each) => each.id === id)) return refused(expectedIds(named || undefined, assumptions));
  return { do: 'say', text: why.trim() === '' ? `refuse ${id}` : `refuse ${id}: ${why.trim()}` };
}

function expectedIds(found: string | undefined, assumptions: ConversationReview['assumptions']): string {
  const open = assumptions.map(({ id }) => id).join(', ');
  if (open === '') return 'No assumption is open.';
  return `Expected one of ${open}, found ${found === undefined ? 'none' : `"${found}"`}.`;
}

const ALPHABET = 'abcdefghij';
const PICK = /^(\d)?\s?\.?([a-j]|\d)$/i;

/** The choices that were picked, in words; null: it is not a pick. `b` or `2` for one question, `1b 2a` for several. */
function pickedText(text: string, questions: readonly AgentQuestion[]): string | null {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length === 0 || parts.length > questions.length) return null;
  const picked = parts.map((part) => pickedBy(part, questions));
  if (picked.some((each) => each === null)) return null;
  const found = picked as readonly { readonly number: number; readonly label: string }[];
  if (new Set(found.map(({ number }) => number)).size < found.length) return null;
  return questions.length === 1
    ? (found[0]?.label ?? null)
    : found.map(({ number, label }) => `${number}. ${label}`).join('\n');
}

/** Letters of choices and nothing else: as words they would say nothing. A number alone may be an answer. */
const looksPicked = (text: string): boolean =>
  text.length <= 40 && text.split(/[\s,]+/).every((part) => /^\d?[a-j]$/i.test(part));

function noSuchChoice(text: string, questions: readonly AgentQuestion[]): string {
  const some = questions.flatMap(({ choices }, at) => (choices.length > 0 ? [`${at + 1}a`] : []));
  const known = some.length === 0 ? 'no question has choices' : `a choice is ${some.join(' or ')}, one for a question`;
  return `"${text}" is not one of the choices: ${known}. Nothing was sent. Add a word to send it as text.`;
}

function pickedBy(part: string, questions: readonly AgentQuestion[]) {
  const [, question, choice = ''] = PICK.exec(part) ?? [];
  const withChoices = questions.flatMap(({ choices }, at) => (choices.length > 0 ? [at] : []));
  // Without a question's number it is clear only where one has choices.
  const at = question !== undefined ? Number(question) - 1 : withChoices.length === 1 ? withChoices[0] : undefined;
  const place = /\d/.test(choice) ? Number(choice) - 1 : ALPHABET.indexOf(choice.toLowerCase());
  const label = at === undefined || choice === '' ? undefined : questions[at]?.choices[place]?.label;
  return label === undefined || at === undefined ? null : { number: at + 1, label };
}
