// How a person rewrites an item: in their editor as a small text, or field by field.

import type { ItemField, ItemsReview, ItemVerdict, ReviewItem } from '../../ports/review.ts';
import { BACK, isPromptExit, type PromptResult } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { editorIn } from './edit-text.ts';
import { notEmpty, type ReviewTerminal } from './review-terminal.ts';
import { inOrderAsked } from './show-items.ts';
import { paragraph } from './theme.ts';

type Values = { readonly [field: string]: string };
/** What its fields say by now, and why. */
export interface RewrittenItem {
  readonly values: Values;
  readonly notes: string;
}

const NOTES = 'Changed in the review.';

/** `now`: with what was changed in it before; what comes of it is a change of `item`. */
export async function askModification(
  terminal: ReviewTerminal,
  review: ItemsReview,
  item: ReviewItem,
  now: ReviewItem,
  signal: AbortSignal,
): Promise<PromptResult<Omit<ItemVerdict, 'verdict'>>> {
  const given = await (editorIn(process.env) === null
    ? byField(terminal, review, now, signal)
    : byEditor(terminal, review, now));
  if (isPromptExit(given)) return given;
  const { notes, values } = given;
  const names = inOrderAsked(review.fields).map(({ name }) => name);
  const change = Object.fromEntries(
    names.flatMap((name) => (values[name] === item.values[name] ? [] : [[name, values[name] ?? '']])),
  );
  if (Object.keys(change).length > 0) return { notes: notes === '' ? NOTES : notes, change };
  terminal.say([' You changed nothing in it.']);
  return BACK;
}

async function byField(
  terminal: ReviewTerminal,
  { fields, noun: [one] }: ItemsReview,
  item: ReviewItem,
  signal: AbortSignal,
): Promise<PromptResult<RewrittenItem>> {
  const values: Record<string, string> = {};
  for (const field of inOrderAsked(fields)) {
    const check = (line: string): string | undefined =>
      field.values === undefined ? notEmpty(line) : oneOf(field, line) === undefined ? expected(field) : undefined;
    const line = await terminal.line(question(field), { initial: item.values[field.name] ?? '', check }, signal);
    if (isPromptExit(line)) return line;
    values[field.name] = oneOf(field, line) ?? line.trim();
  }
  const notes = await terminal.line('Why is it changed?', { placeholder: `kept with the ${one}` }, signal);
  return isPromptExit(notes) ? notes : { values, notes: notes.trim() };
}

/** `Priority: high, medium or low`. */
function question({ label, values }: ItemField): string {
  if (values === undefined) return label;
  return `${label}: ${values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`;
}

const oneOf = ({ values }: ItemField, said: string): string | undefined =>
  values?.find((value) => value.toLowerCase() === said.trim().toLowerCase());

const expected = ({ values = [] }: ItemField): string => `Expected ${values.join(', ')}.`;

async function byEditor(
  terminal: ReviewTerminal,
  { fields }: ItemsReview,
  item: ReviewItem,
): Promise<PromptResult<RewrittenItem>> {
  const name = `${item.id.replace(/[^\w-]/g, '_')}.txt`;
  let text = itemText(fields, item);
  let problem = '';
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const edited = await terminal.edit(text, name);
    const read = 'problem' in edited ? edited : readItemText(fields, edited.text);
    if (!('problem' in read)) return read;
    ({ problem } = read);
    // Closing the editor with nothing changed cancels the edit.
    if ('problem' in edited || (tries > 0 && edited.text === text)) break;
    text = `${NOT_TAKEN} ${problem}\n${withoutNotes(edited.text)}`;
  }
  const { paint, width } = terminal.theme();
  terminal.say(paragraph(problem, 1, width, paint.yellow));
  return BACK;
}

/** What is typed is not lost: the editor opens again, with what is wrong on top. */
const NOT_TAKEN = '# NOT TAKEN:';
const TRIES_MAX = 20;
const WHY = 'Notes';

function withoutNotes(text: string): string {
  const lines = text.split('\n');
  return lines.filter((line, at) => at > 0 || !line.startsWith(NOT_TAKEN)).join('\n');
}

export function itemText(fields: readonly ItemField[], { id, values }: ReviewItem): string {
  return [
    `# ${oneLine(id)}: change what you like. Lines that begin with "#" here at the top are left out.`,
    ...fields.slice(0, -1).map(({ name, label }) => `${label}: ${oneLine(values[name] ?? '')}`),
    `${WHY}: `,
    '',
    values[fields.at(-1)?.name ?? ''] ?? '',
    '',
  ].join('\n');
}

/** Everything after the first empty line is the last field. */
export function readItemText(fields: readonly ItemField[], text: string): RewrittenItem | { readonly problem: string } {
  const whole = text.replace(/\r\n?/g, '\n').replace(/^\s+/, '');
  const end = whole.indexOf('\n\n');
  const head = (end < 0 ? whole : whole.slice(0, end)).split('\n').filter((line) => !line.startsWith('#'));
  const said = new Map<string, string>();
  for (const line of head) {
    const [, name = '', value = ''] = /^([^:]+):(.*)$/.exec(line) ?? [];
    said.set(name.trim().toLowerCase(), value.trim());
  }
  const long = fields.at(-1);
  if (long !== undefined) said.set(long.label.toLowerCase(), end < 0 ? '' : whole.slice(end).trim());
  const inField = ({ label }: ItemField): string => said.get(label.toLowerCase()) ?? '';
  const empty = fields.filter((field) => field.values === undefined && inField(field) === '');
  if (empty.length > 0) {
    const names = empty.map(({ label }) => label.toLowerCase()).join(' and ');
    return { problem: `Expected words for ${names}, found none. Nothing was changed.` };
  }
  const strange = fields.find((field) => field.values !== undefined && oneOf(field, inField(field)) === undefined);
  if (strange !== undefined) {
    const { label, values = [] } = strange;
    const what = `Expected the ${label.toLowerCase()} ${values.join(', ')}`;
    return { problem: `${what}, found "${inField(strange).toLowerCase()}". Nothing was changed.` };
  }
  return {
    values: Object.fromEntries(fields.map((field) => [field.name, oneOf(field, inField(field)) ?? inField(field)])),
    notes: said.get(WHY.toLowerCase()) ?? '',
  };
}
