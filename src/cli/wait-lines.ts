// What a driven run waits for, in words for the person who started it.

import { type PlacedWait, waitTexts } from '../engine/wait-text.ts';
import { comesByItself, type Wait } from '../engine/waits-for.ts';
import type { RunDriver, RunWait } from '../runtime/run-driver.ts';

const LISTED_MAX = 5;

/** Each kind once. Holds are left out: they are shown with their moves. */
export function waitsOf(driver: RunDriver, isMeant: (wait: Wait) => boolean = () => true): string[] {
  const meant = driver.waits().filter(({ wait }) => wait.for !== 'hold' && isMeant(wait));
  return waitTexts(meant.map(placed), driver.now()).map(({ text }) => text);
}

/** What comes by itself and is worth telling: work that is about to begin is not. */
export function comingTexts(driver: RunDriver): string[] {
  return waitsOf(driver, isComing(driver));
}

/** Changes when something else is waited for, and not as time passes. */
export function waitsKey(driver: RunDriver): string {
  return JSON.stringify(driver.waits().map(keyOf));
}

/** Says each thing once, however long it is waited for: each try that fails would say it again. */
export class ReportedWaits {
  readonly #reported = new Set<string>();

  /** All that comes by itself, or only what limits the run; '' where nothing of it is new. */
  newWaits(driver: RunDriver, only: 'coming' | 'limits'): string {
    const isMeant = only === 'coming' ? isComing(driver) : isLimit;
    const keys = driver.waits().flatMap((each) => (isMeant(each.wait) ? [keyOf(each)] : []));
    if (keys.every((key) => this.#reported.has(key))) return '';
    for (const key of keys) this.#reported.add(key);
    return shortList(waitsOf(driver, isMeant));
  }
}

/** The end of a limit is put off with each try. */
function keyOf({ run, wait }: RunWait): string {
  return JSON.stringify([run.id, wait.for === 'limit' ? { ...wait, until: null } : wait]);
}

const isLimit = (wait: Wait): boolean => wait.for === 'limit';
const isComing =
  (driver: RunDriver) =>
  (wait: Wait): boolean =>
    wait.for !== 'work' && comesByItself(wait, driver.now());

export function shortList(waits: readonly string[]): string {
  const more = waits.length - LISTED_MAX;
  return more > 0 ? `${waits.slice(0, LISTED_MAX).join(', ')} and ${more} more` : waits.join(', ');
}

const placed = ({ run, wait }: RunWait): PlacedWait => ({ wait, workflow: run.workflow.name });
