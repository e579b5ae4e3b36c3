// An item of a review as it is decided on: its text, what the lint found in it, and how the person decided.

import type {
  ItemField,
  ItemFinding,
  ItemsReview,
  ItemVerdict,
  ItemVerdictKind,
  ReviewItem,
} from '../../ports/review.ts';
import { counted, fit, oneLine, pad, severalLines } from '../shown-text.ts';
import { diffLines } from './show-diff.ts';
import { hangingLines, heading, paragraph, type Theme } from './theme.ts';

export type Verdicts = ReadonlyMap<string, ItemVerdict>;
export type Change = NonNullable<ItemVerdict['change']>;

const ID_WIDTH = 9;

/** The item as a person has rewritten it: whatever shows a field shows its new value. */
export function changedItem(item: ReviewItem, fields: readonly ItemField[], change: Change = {}): ReviewItem {
  const [long, title] = [fields.at(-1)?.name ?? '', fields.length > 1 ? (fields[0]?.name ?? '') : ''];
  const others = fields.map(({ name }) => name).filter((name) => name !== long && name !== title);
  const fact = (shown: string): string => {
    const name = others.find((one) => item.values[one] === shown);
    return (name === undefined ? undefined : change[name]) ?? shown;
  };
  return {
    ...item,
    title: change[title] ?? item.title,
    text: change[long] ?? item.text,
    facts: item.facts.map(fact),
    values: { ...item.values, ...change },
  };
}

/** The title, then the long one, then the others. */
export function inOrderAsked(fields: readonly ItemField[]): readonly ItemField[] {
  return [...fields.slice(0, 1), ...fields.slice(1).slice(-1), ...fields.slice(1, -1)];
}

/** The other one beside this one. */
export function alikeLines(item: ReviewItem, { paint, width }: Theme): string[] {
  return item.alike.flatMap(({ id, title, text, standing, differs }) => {
    const what = differs.length === 0 ? '' : `, but differs in ${differs.join(', ')}`;
    return [
      '',
      ...hangingLines('   = ', oneLine(`Much like ${id} (${standing})${what}:`), width, paint.yellow),
      ...hangingLines(`     ${pad(oneLine(item.id), ID_WIDTH)}`, oneLine(item.text), width),
      ...hangingLines(`     ${pad(oneLine(id), ID_WIDTH)}`, oneLine(`${title}: ${text}`), width),
    ];
  });
}

export function itemLines(item: ReviewItem, place: string, theme: Theme): string[] {
  const { paint, width } = theme;
  const facts = [...item.facts, place].filter((fact) => fact !== '').map(oneLine);
  return [
    ...heading(`${item.id}  ${item.title}`, '', theme),
    ...hangingLines(' ', facts.join(' · '), width, paint.dim),
    '',
    ...severalLines(item.text).flatMap((line) => hangingLines('   ', line, width)),
    ...findingsLines(item.findings, theme),
  ];
}

export function findingsLines(findings: readonly ItemFinding[], theme: Theme): string[] {
  return findings.length === 0 ? [] : ['', ...findings.flatMap((finding, at) => findingLines(finding, at + 1, theme))];
}

function findingLines(finding: ItemFinding, number: number, { paint, width }: Theme): string[] {
  const { rule, found, message, suggestion } = finding;
  const about = found === '' ? '' : ` "${fit(oneLine(found), 60)}":`;
  return [
    ...hangingLines('   ! ', `${rule}${about === '' ? ':' : about} ${oneLine(message)}`, width, paint.yellow),
    ...(suggestion === '' ? [] : hangingLines(`   ${number} → `, oneLine(suggestion), width)),
  ];
}

export function kindOf({ verdicts }: ItemsReview, verdict: ItemVerdict | undefined): ItemVerdictKind | undefined {
  return verdicts.find(({ value }) => value === verdict?.verdict);
}

export function verdictText(review: ItemsReview, verdict: ItemVerdict): string {
  const { reason, notes, change } = verdict;
  const what = kindOf(review, verdict)?.past ?? verdict.verdict;
  const words = notes ?? reason ?? '';
  const where = change === undefined ? '' : ` (${Object.keys(change).join(', ')})`;
  return `${what}${where}${words === '' ? '' : `: ${words}`}`;
}

/** What a change does to the text, for the person about to send it. */
export function changeLines(
  { fields }: ItemsReview,
  item: ReviewItem,
  { change }: ItemVerdict,
  theme: Theme,
): string[] {
  if (change === undefined) return [];
  const text = (of: Change): string =>
    inOrderAsked(fields)
      .map(({ name }) => of[name] ?? item.values[name] ?? '')
      .join('\n');
  const lines = diffLines(text({}), text(change), { ...theme, width: theme.width - 3 });
  return lines.map((line) => `   ${line}`);
}

/** All of them with their verdicts, numbered, and the counts. `findings`: in those that are kept, by id. */
export function summaryLines(
  review: ItemsReview,
  verdicts: Verdicts,
  findings: ReadonlyMap<string, readonly ItemFinding[]>,
  theme: Theme,
): string[] {
  const { paint, width } = theme;
  const lines = review.items.flatMap((item, at) => {
    const verdict = verdicts.get(item.id);
    const kind = kindOf(review, verdict);
    const now = changedItem(item, review.fields, verdict?.change);
    const rules = kind?.isKept === true ? (findings.get(item.id) ?? []).map(({ rule }) => rule) : [];
    const mark = rules.length === 0 ? ' ' : '!';
    const lead = `${String(at + 1).padStart(4)} ${mark}${kind?.sign ?? '·'} ${oneLine(item.id)}  `;
    const said = verdict === undefined ? 'not decided' : oneLine(verdictText(review, verdict));
    return [
      ...hangingLines(lead, oneLine(now.title), width),
      ...(rules.length === 0 ? [] : paragraph(`the lint: ${rules.join(', ')}`, 8, width, paint.yellow)),
      ...(kind?.needs === 'nothing' ? [] : paragraph(said, 8, width, paint.dim)),
    ];
  });
  return [...heading('Your review', countsText(review, verdicts), theme), '', ...lines];
}

/** `3 approved, 1 modified, 2 to decide`: what is kept comes first. */
export function countsText({ items, verdicts: kinds }: ItemsReview, verdicts: Verdicts): string {
  const kept = [...kinds.filter(({ isKept }) => isKept), ...kinds.filter(({ isKept }) => !isKept)];
  const shownCounts = [
    ...kept.map(({ value, past }) => ({
      ...{ word: past, count: items.filter(({ id }) => verdicts.get(id)?.verdict === value).length },
    })),
    { word: 'to decide', count: items.filter(({ id }) => !verdicts.has(id)).length },
  ].filter(({ count }) => count > 0);
  return shownCounts.map(({ word, count }) => `${count} ${word}`).join(', ') || 'none';
}

/** What repeats another proposal of the same batch was not decided before. */
export function leftOutLines({ leftOut }: ItemsReview, { paint, width }: Theme): string[] {
  if (leftOut.length === 0) return [];
  const head = `${counted(leftOut.length, 'proposal')} left out, because another says it already:`;
  return [
    '',
    ...paragraph(head, 1, width, paint.dim),
    ...leftOut.flatMap(({ id, title, why }) => paragraph(`${id} ${title}: ${why}`.trim(), 3, width, paint.dim)),
  ];
}
