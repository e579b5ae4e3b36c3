// How a person rewrites a requirement: in their editor as a small text, or field by field.

import { type ItemVerdict, PRIORITIES, type Priority, type Requirement } from '../../documents/requirement.ts';
import { type Asked, BACK, isUnsaid } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { type Desk, notEmpty } from './desk.ts';
import { editorIn } from './edit-text.ts';
import { paragraph } from './look.ts';

type Fields = Omit<Requirement, 'id'>;
const NOTES = 'Changed in the review.';

/** `now`: with what was changed in it before; what comes of it is a change of `item`. */
export async function askModification(
  desk: Desk,
  item: Requirement,
  now: Requirement,
  signal: AbortSignal,
): Promise<Asked<ItemVerdict>> {
  const given = editorIn(process.env) === null ? await byField(desk, now, signal) : await byEditor(desk, now);
  if (isUnsaid(given)) return given;
  const { notes, ...fields } = given;
  const change = changeOf(item, fields);
  if (Object.keys(change).length > 0) return { verdict: 'modify', notes: notes === '' ? NOTES : notes, change };
  desk.say([' You changed nothing in it.']);
  return BACK;
}

function changeOf(item: Requirement, now: Fields): Partial<Fields> {
  const names = ['title', 'description', 'priority', 'category'] as const;
  return Object.fromEntries(names.flatMap((name) => (now[name] === item[name] ? [] : [[name, now[name]]])));
}

type Changed = Fields & { readonly notes: string };

async function byField(desk: Desk, item: Requirement, signal: AbortSignal): Promise<Asked<Changed>> {
  const ask = (name: string, initial: string, check = notEmpty) => desk.line(name, { initial, check }, signal);
  const title = await ask('Title', item.title);
  if (isUnsaid(title)) return title;
  const description = await ask('Description', item.description);
  if (isUnsaid(description)) return description;
  const priority = await ask('Priority: high, medium or low', item.priority, checkPriority);
  if (isUnsaid(priority)) return priority;
  const category = await ask('Category', item.category);
  if (isUnsaid(category)) return category;
  const notes = await desk.line('Why is it changed?', { placeholder: 'kept with the requirement' }, signal);
  if (isUnsaid(notes)) return notes;
  return {
    ...{ title: title.trim(), description: description.trim(), category: category.trim(), notes: notes.trim() },
    priority: priority.trim().toLowerCase() as Priority,
  };
}

function checkPriority(line: string): string | undefined {
  const said = line.trim().toLowerCase();
  return PRIORITIES.some((one) => one === said) ? undefined : `Expected ${PRIORITIES.join(', ')}.`;
}

async function byEditor(desk: Desk, item: Requirement): Promise<Asked<Changed>> {
  const name = `${item.id.replace(/[^\w-]/g, '_')}.txt`;
  let text = requirementText(item);
  let problem = '';
  for (let tries = 0; tries < TRIES_MAX; tries++) {
    const edited = await desk.edit(text, name);
    const read = 'problem' in edited ? edited : readRequirementText(edited.text);
    if (!('problem' in read)) return read;
    ({ problem } = read);
    // Whoever closes the editor with nothing changed has given up.
    if ('problem' in edited || (tries > 0 && edited.text === text)) break;
    text = `${NOT_TAKEN} ${problem}\n${withoutNotes(edited.text)}`;
  }
  const { paint, width } = desk.look();
  desk.say(paragraph(problem, 1, width, paint.yellow));
  return BACK;
}

/** What is typed is not lost: the editor opens again, with what is wrong on top. */
const NOT_TAKEN = '# NOT TAKEN:';
const TRIES_MAX = 20;

function withoutNotes(text: string): string {
  const lines = text.split('\n');
  return lines.filter((line, at) => at > 0 || !line.startsWith(NOT_TAKEN)).join('\n');
}

export function requirementText({ id, title, description, priority, category }: Requirement): string {
  return [
    `# ${oneLine(id)}: change what you like. Lines that begin with "#" here at the top are left out.`,
    `Title: ${oneLine(title)}`,
    `Priority: ${priority}`,
    `Category: ${oneLine(category)}`,
    'Notes: ',
    '',
    description,
    '',
  ].join('\n');
}

/** Everything after the first empty line is the description. */
export function readRequirementText(text: string): Changed | { readonly problem: string } {
  const whole = text.replace(/\r\n?/g, '\n').replace(/^\s+/, '');
  const end = whole.indexOf('\n\n');
  const head = (end < 0 ? whole : whole.slice(0, end)).split('\n').filter((line) => !line.startsWith('#'));
  const fields = new Map<string, string>();
  for (const line of head) {
    const [, name = '', value = ''] = /^([a-z]+):(.*)$/i.exec(line) ?? [];
    fields.set(name.toLowerCase(), value.trim());
  }
  const [title = '', category = '', notes = ''] = [fields.get('title'), fields.get('category'), fields.get('notes')];
  const priority = fields.get('priority')?.toLowerCase() ?? '';
  const description = end < 0 ? '' : whole.slice(end).trim();
  const empty = Object.entries({ title, category, description }).flatMap(([name, value]) =>
    value === '' ? [name] : [],
  );
  if (empty.length > 0)
    return { problem: `Expected words for ${empty.join(' and ')}, found none. Nothing was changed.` };
  if (checkPriority(priority) !== undefined)
    return { problem: `Expected the priority ${PRIORITIES.join(', ')}, found "${priority}". Nothing was changed.` };
  return { title, category, notes, description, priority: priority as Priority };
}
