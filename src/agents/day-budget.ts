// What an agent, or all together, may cost in a day of UTC: reserved in a record that all processes share before a call
// is sent, and settled when it has ended.

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Need, outputThatFits } from '../engine/budget.ts';
import { moneyText, moneyTextUp } from '../engine/budget-words.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import type { AgentReport } from '../ports/agent-host.ts';
import type { Store } from '../ports/store.ts';
import { LEAVING } from './admit-call.ts';

export interface DayBudget {
  /** null: of all agents together. */
  readonly agent: string | null;
  readonly costPerDay: number;
}

export interface DayBudgets {
  readonly store: Pick<Store, 'spent' | 'changeShared' | 'shared'>;
  readonly budgets: readonly DayBudget[];
  now(): number;
  /** Calls under way keep the room, at the latest until then; null: it is waited no longer. */
  waits(until: number | null): void;
}

/** `output`: the most tokens of output that are reserved; null: no day is bounded. */
export interface DayGrant {
  readonly kind: 'go';
  readonly output: number | null;
  /** The call has ended, or was never sent. null: nobody knows what it cost, so that what is reserved for it counts
   *  until the day is over. */
  settle(cost: number | null): Promise<void>;
}

type BudgetHold = Extract<AgentReport, { readonly kind: 'hold' }>;
type BudgetWait = { readonly kind: 'wait'; readonly until: number };
type TaskRelease = Extract<AgentReport, { readonly kind: 'release' }>;

const LOOK_MS = 100;
/** A call ends with its timeout; its process then needs a moment to say so. */
const SETTLE_MS = 5000;
const DAY_MS = 86_400_000;
const FREE: DayGrant = { kind: 'go', output: null, settle: async () => {} };

/** Reserves what the call may cost with each budget, waiting while only calls under way keep it from that. `need` null:
 *  nobody knows its price. `signal`: nobody waits any more. What a process that died has reserved is free again after
 *  `timeoutMs`. */
export async function reserveDay(
  days: DayBudgets,
  need: Need | null,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DayGrant | BudgetHold | TaskRelease> {
  // What costs nothing breaks no budget.
  const isFree = need !== null && need.fixed === 0 && need.each === 0;
  if (days.budgets.length === 0 || isFree) return FREE;
  try {
    return await untilGranted(days, need, timeoutMs, signal);
  } finally {
    days.waits(null);
  }
}

async function untilGranted(
  days: DayBudgets,
  need: Need | null,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DayGrant | BudgetHold | TaskRelease> {
  for (;;) {
    const taken: Place[] = [];
    const answer = await takeAll(days, need, timeoutMs, taken);
    if (answer.kind === 'go') return answer;
    for (const place of taken) await place.leave();
    if (answer.kind === 'hold') return answer;
    days.waits(answer.until);
    if (signal.aborted) return { kind: 'release', reason: LEAVING };
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

async function takeAll(
  days: DayBudgets,
  need: Need | null,
  timeoutMs: number,
  taken: Place[],
): Promise<DayGrant | BudgetHold | BudgetWait> {
  let wanted = need?.wanted ?? 0;
  for (const budget of days.budgets) {
    if (need === null) return refused(unpriced(budget));
    const found = await take(days, budget, { ...need, wanted }, timeoutMs, taken);
    if (typeof found !== 'number') return found;
    wanted = found;
  }
  return {
    kind: 'go',
    output: wanted,
    settle: async (cost) => {
      // Where the store is away, it ends by itself later.
      for (const place of taken) await (cost === null ? place.keepForDay() : place.leave()).catch(() => {});
    },
  };
}

async function take(
  days: DayBudgets,
  budget: DayBudget,
  need: Need,
  timeoutMs: number,
  taken: Place[],
): Promise<number | BudgetHold | BudgetWait> {
  const name = nameOf(budget);
  const { costPerDay: max } = budget;
  const judged = async ({ living, spent }: Reservations): Promise<number | 'wait' | 'spent'> =>
    outputThatFits({ max, spent: spent + (await spentToday(days, budget)), living }, need);
  const now = days.now();
  const [record] = (await days.store.shared(name)).filter((each) => each.name === name);
  const reserved = reservedIn(record?.content ?? null, now);
  const seen = await judged(reserved);
  if (typeof seen === 'number') {
    const place = new Place(days, name);
    // It stands in the record before what was spent is read again: a call that ends in between is seen in one of the
    // two.
    const before = await place.enter(need.fixed + need.each * need.wanted, now + timeoutMs + SETTLE_MS);
    taken.push(place);
    const granted = await judged(before);
    if (typeof granted === 'number') {
      if (granted < need.wanted) await place.shrink(need.fixed + need.each * granted);
      return granted;
    }
    return { kind: 'wait', until: before.until };
  }
  if (seen === 'wait') return { kind: 'wait', until: reserved.until };
  const then = reserved.spent + (await spentToday(days, budget)) + need.fixed + need.each * need.least;
  const found = `with this call ${moneyTextUp(then)} could be spent today. Raise it, or wait.`;
  return refused(`The budget of ${whoseOf(budget)} is ${moneyText(max)} a day; ${found}`);
}

/** One reservation in the record of a budget. */
class Place {
  readonly #days: DayBudgets;
  readonly #name: string;
  readonly #id = randomUUID();

  constructor(days: DayBudgets, name: string) {
    this.#days = days;
    this.#name = name;
  }

  /** Gives what was reserved before it. */
  enter(cost: number, until: number): Promise<Reservations> {
    const now = this.#days.now();
    return this.#days.store.changeShared(this.#name, (content) => {
      const living = livingIn(content, now);
      return { next: { ...living, [this.#id]: { cost, until } }, answer: reservedIn(living, now) };
    });
  }

  shrink(cost: number): Promise<void> {
    return this.#change((own) => ({ ...own, cost }));
  }

  keepForDay(): Promise<void> {
    const until = (Math.floor(this.#days.now() / DAY_MS) + 1) * DAY_MS;
    return this.#change((own) => ({ ...own, until, isSpent: true }));
  }

  leave(): Promise<void> {
    return this.#change(() => null);
  }

  #change(to: (own: Reservation) => Reservation | null): Promise<void> {
    const now = this.#days.now();
    return this.#days.store.changeShared(this.#name, (content) => {
      const { [this.#id]: own, ...others } = livingIn(content, now);
      const next = own === undefined ? null : to(own);
      const all = next === null ? others : { ...others, [this.#id]: next };
      return { next: Object.keys(all).length === 0 ? null : all, answer: undefined };
    });
  }
}

/** `isSpent`: its call has ended and nobody knows what it cost. */
type Reservation = { readonly cost: number; readonly until: number; readonly isSpent?: boolean };

interface Reservations {
  readonly living: number;
  readonly spent: number;
  /** When the first of the living is over at the latest. */
  readonly until: number;
}

function livingIn(content: JsonObject | null, now: number): { readonly [id: string]: Reservation } {
  const living: Record<string, Reservation> = {};
  for (const [id, reservation] of Object.entries(content ?? {})) {
    if (!isJsonObject(reservation)) continue;
    const { cost, until, isSpent } = reservation;
    if (typeof cost !== 'number' || typeof until !== 'number' || until <= now) continue;
    living[id] = { cost, until, ...(isSpent === true && { isSpent }) };
  }
  return living;
}

function reservedIn(content: JsonObject | null, now: number): Reservations {
  const sum = { living: 0, spent: 0 };
  const ends: number[] = [];
  for (const { cost, until, isSpent } of Object.values(livingIn(content, now))) {
    sum[isSpent ? 'spent' : 'living'] += cost;
    if (isSpent !== true) ends.push(until);
  }
  return { ...sum, until: ends.length === 0 ? now : Math.min(...ends) };
}

async function spentToday({ store, now }: DayBudgets, { agent }: DayBudget): Promise<number> {
  const day = new Date(now()).toISOString().slice(0, 10);
  const rows = await store.spent({ from: day, to: day, ...(agent !== null && { agent }) });
  return rows.reduce((sum, row) => sum + row.cost, 0);
}

const nameOf = ({ agent }: DayBudget): string => (agent === null ? 'day/all' : `day/agent/${agent}`);
const whoseOf = ({ agent }: DayBudget): string => (agent === null ? 'all agents' : `agent "${agent}"`);

function refused(message: string): BudgetHold {
  return { kind: 'hold', code: 'agent-budget-spent', message, draft: null };
}

function unpriced(budget: DayBudget): string {
  const fix = 'Set one under "prices" in signoff.config.json.';
  return `There is no price for the model: the day's budget of ${whoseOf(budget)} lets no call of it through. ${fix}`;
}
