// Subscriptions and deliveries of notices for people.

import type { ShownDelivery, ShownSubscription } from '../operations/notice-shapes.ts';
import { relativeTime } from './relative-time.ts';
import { type Lines, moreLines, type Screen } from './screen.ts';
import { counted, oneLine } from './shown-text.ts';
import { program, storeFlag } from './started-as.ts';
import { type Column, tableLines } from './table.ts';

export const noticeLines: Lines = {
  'notices.add': (one: ShownSubscription & { replaced: boolean }) => [
    `${one.replaced ? 'Replaced' : 'Added'} "${one.id}": ${whereOf(one)} receives ${whatOf(one)}.`,
    `Notices are delivered by ${program()} work. Try it with: ${program()} notices test ${one.id}${storeFlag()}`,
  ],
  'notices.list': subscriptionLines,
  'notices.remove': ({ id }: { id: string }) => [`Removed "${id}". What waits for it is not sent.`],
  'notices.deliveries': deliveryLines,
  'notices.replay': ({ id }: ShownDelivery) => [
    `${id} is sent again; ${program()} notices deliveries says what came of it.`,
  ],
  'notices.test': tested,
};

const whereOf = ({ url, to }: ShownSubscription): string => oneLine(url ?? to.join(', '));

function whatOf({ events, workflow }: ShownSubscription): string {
  return `${events.join(', ')}${workflow === null ? '' : ` of ${oneLine(workflow)}`}`;
}

function subscriptionLines(
  { subscriptions }: { subscriptions: readonly ShownSubscription[] },
  screen: Screen,
): string[] {
  const { paint, width } = screen;
  if (subscriptions.length === 0)
    return [
      'No subscriptions. Add a webhook or mail with:',
      `  ${program()} notices add chat --url https://example.org/hook --secret CHAT_HOOK_SECRET`,
      `  ${program()} notices add ada --to ada@example.org --events task-assigned`,
    ];
  const columns: Column<ShownSubscription>[] = [
    { title: 'NAME', text: ({ id }) => id, paint: paint.bold },
    { title: 'BY', text: ({ kind }) => kind },
    { title: 'TO', text: whereOf, shrinksTo: 20 },
    { title: 'ABOUT', text: whatOf, shrinksTo: 16 },
    { title: '', text: ({ active }) => (active ? '' : 'inactive'), paint: paint.yellow },
  ];
  return tableLines(subscriptions, columns, paint, width);
}

interface Deliveries {
  readonly deliveries: readonly ShownDelivery[];
  readonly next: string | null;
  readonly total: number;
}

function deliveryLines({ deliveries, next, total }: Deliveries, { paint, width, now }: Screen): string[] {
  if (deliveries.length === 0)
    return [`No deliveries. They are sent while ${program()} work runs: see ${program()} notices list.`];
  const columns: Column<ShownDelivery>[] = [
    { title: 'DELIVERY', text: ({ id }) => id },
    { title: 'STATUS', text: ({ status }) => status, paint: (text, { status }) => colour(status, paint)(text) },
    { title: 'TRIES', text: ({ attempts }) => String(attempts) },
    { title: 'MADE', text: ({ at }) => relativeTime(at, now) },
    { title: 'NEXT', text: ({ nextAt }) => (nextAt === null ? '' : relativeTime(nextAt, now)) },
    { title: 'ANSWER', text: ({ lastStatus, lastError }) => lastError ?? String(lastStatus ?? ''), shrinksTo: 20 },
  ];
  const count = total > deliveries.length ? [paint.dim(`${deliveries.length} of ${counted(total, 'delivery')}`)] : [];
  return [...tableLines(deliveries, columns, paint, width), ...count, ...moreLines(next, paint)];
}

function colour(status: ShownDelivery['status'], paint: Screen['paint']): (text: string) => string {
  return { pending: paint.yellow, delivered: paint.green, failed: paint.red }[status];
}

function tested(
  { id, subscription, status, attempts, lastStatus, lastError }: ShownDelivery,
  screen: Screen,
): string[] {
  const { paint } = screen;
  if (status === 'delivered') return [`${paint.green('Delivered')} to "${subscription}": ${lastStatus ?? 'done'}.`];
  if (attempts > 0) {
    const word = status === 'failed' ? paint.red('Failed') : paint.yellow('Not delivered yet');
    return [`${word}: ${oneLine(lastError ?? '')}`, `Its id is ${id}`];
  }
  return [
    `Nobody has sent it yet: is ${program()} work running? It waits, and is sent when one does.`,
    `Its id is ${id}`,
  ];
}
