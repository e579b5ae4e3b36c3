// A conversation for a person: what was said, and the block over their input: what is known by now, what is to be
// decided, and what can be typed.

import type {
  AgentQuestion,
  ConversationCommand,
  ConversationReview,
  Fact,
  FactGroup,
  Level,
  SpokenMessage,
} from '../../ports/review.ts';
import type { Paint } from '../paint.ts';
import { counted, fit, oneLine, pad, severalLines, widthOf } from '../shown-text.ts';
import { markdownLines } from './show-markdown.ts';
import { hangingLines, paragraph, type Theme } from './theme.ts';

const MARKS: { readonly [level in Level]: string } = { good: '✓', fair: '?', poor: '!', plain: '·' };
const ASSUMPTIONS_MAX = 3;
const APART = '   ';

/** Over the input, all the time. */
export function inputBlock(review: ConversationReview, theme: Theme): string[] {
  const { paint, width } = theme;
  return [
    '',
    paint.dim(` ${'─'.repeat(Math.max(8, width - 1))}`),
    ...review.groups.flatMap((group) => compactGroup(group, theme)),
    ...openAssumptions(review, theme),
    ...(review.offer === null ? [] : hangingLines(' ★ ', offerText(review.offer, review), width, paint.green)),
    ...paragraph(hintText(review), 1, width, paint.dim),
  ];
}

/** What the agent has just said need not be said again. */
function offerText(offer: string, { messages }: ConversationReview): string {
  const said = messages.findLast(({ from }) => from === 'agent')?.text ?? '';
  return oneLine(said).includes(oneLine(offer))
    ? 'A result is offered, as it stands above.'
    : `Offered: ${oneLine(offer)}`;
}

/** A heading with how many are settled, and the names in as few lines as they need. */
function compactGroup({ title, facts }: FactGroup, theme: Theme): string[] {
  const { paint } = theme;
  const settled = facts.filter(({ level }) => level === 'good').length;
  const head = title === null ? [] : [` ${paint.bold(oneLine(title))}  ${paint.dim(`${settled} of ${facts.length}`)}`];
  return [...head, ...namesInLines(facts, theme)];
}

function namesInLines(facts: readonly Fact[], { paint, width }: Theme): string[] {
  const longest = Math.max(0, ...facts.map(({ name }) => widthOf(oneLine(name))));
  const columns = Math.max(1, Math.floor((width - 1) / (longest + 2 + APART.length)));
  const cells = facts.map(({ name, level }) => ({ name: oneLine(name), level }));
  const lines: string[] = [];
  for (let at = 0; at < cells.length; at += columns) {
    const row = cells.slice(at, at + columns);
    const painted = row.map(
      ({ name, level }) => `${markOf(level, paint)} ${namePaint(level, paint)(pad(name, longest))}`,
    );
    lines.push(`   ${painted.join(APART)}`);
  }
  return lines;
}

const markOf = (level: Level, paint: Paint): string => levelPaint(level, paint)(MARKS[level]);

function levelPaint(level: Level, paint: Paint): (text: string) => string {
  if (level === 'plain') return paint.dim;
  return level === 'good' ? paint.green : level === 'fair' ? paint.yellow : paint.red;
}

const namePaint = (level: Level, paint: Paint): ((text: string) => string) =>
  level === 'plain' ? paint.dim : (text) => text;

function openAssumptions({ assumptions }: ConversationReview, { paint, width }: Theme): string[] {
  if (assumptions.length === 0) return [];
  const shown = assumptions.slice(0, ASSUMPTIONS_MAX);
  const more = assumptions.length - shown.length;
  return [
    ` ${paint.bold(`${counted(assumptions.length, 'assumption')} to decide`)}`,
    ...shown.map(({ id, text }) => `   ${paint.yellow(id)}  ${fit(oneLine(text), width - widthOf(id) - 6)}`),
    ...(more > 0 ? [`   ${paint.dim(`and ${more} more: /checklist`)}`] : []),
  ];
}

function hintText({ questions, assumptions, offer, end, canAttach }: ConversationReview): string {
  const ways = [
    'Type your answer; Enter sends it, an empty line sends nothing.',
    ...(pickExample(questions) === null ? [] : [`${pickExample(questions)} picks a choice.`]),
    // Taking an offer ends it too: one way is enough to mention.
    ...(offer !== null ? ['/accept takes the offer.'] : end === null ? [] : [`/done: ${end.label}.`]),
    ...(assumptions.length > 0 ? ['/confirm or /refuse an assumption.'] : []),
    ...(canAttach ? ['/attach FILE.'] : []),
    '/help',
  ];
  return ways.join(' ');
}

function pickExample(questions: readonly AgentQuestion[]): string | null {
  const at = questions.findIndex(({ choices }) => choices.length > 0);
  if (at < 0) return null;
  return questions.filter(({ choices }) => choices.length > 0).length === 1 ? '"a"' : `"${at + 1}a"`;
}

export function messageLines({ from, text, attachments = [] }: SpokenMessage, theme: Theme): string[] {
  const { paint, width } = theme;
  const files = attachments.map((name) => paint.dim(`   + ${fit(oneLine(name), width - 6)}`));
  if (from === 'person') {
    const words = severalLines(text).flatMap((line) => hangingLines('   ', line, width));
    return ['', ` ${paint.bold(paint.cyan('you'))}`, ...(text === '' ? [] : words), ...files];
  }
  return ['', ...markdownLines(text, { paint, width: width - 1 }).map((line) => (line === '' ? '' : ` ${line}`))];
}

/** Everything that is known, with the words it is from. */
export function checklistLines({ groups, assumptions }: ConversationReview, theme: Theme): string[] {
  const { paint, width } = theme;
  const known = groups.flatMap(({ title, facts }) => [
    '',
    ...(title === null ? [] : [` ${paint.bold(oneLine(title))}`]),
    ...facts.flatMap(({ name, text, level, details }) => [
      `   ${markOf(level, paint)} ${oneLine(name)}${text === '' ? '' : `  ${paint.dim(oneLine(text))}`}`,
      ...details.flatMap((line) => hangingLines('       ', oneLine(line), width, paint.dim)),
    ]),
  ]);
  const open = assumptions.flatMap(({ id, text }) => hangingLines(`   ${id}  `, oneLine(text), width));
  return [...known, ...(open.length === 0 ? [] : ['', ` ${paint.bold('Assumptions to decide')}`, ...open])];
}

export function commandLines(commands: readonly ConversationCommand[], { paint, width }: Theme): string[] {
  const names = commands.map(({ name, argument }) => `${name} ${argument}`.trimEnd());
  const longest = Math.max(...names.map(widthOf));
  return [
    '',
    ...commands.flatMap(({ help }, at) => {
      const [first = '', ...more] = hangingLines(' '.repeat(longest + 5), help, width);
      return [`   ${paint.bold(paint.cyan(pad(names[at] ?? '', longest)))}  ${first.trimStart()}`, ...more];
    }),
  ];
}
