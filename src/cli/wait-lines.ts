// What a driven run waits for, in words for whoever started it.

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
  return waitsOf(driver, (wait) => wait.for !== 'work' && comesByItself(wait, driver.now()));
}

/** Changes when something else is waited for, and not as time passes. */
export function waitsKey(driver: RunDriver): string {
  return JSON.stringify(driver.waits().map(({ run, wait }) => [run.id, wait]));
}

export function limitTexts(driver: RunDriver): string[] {
  return waitsOf(driver, (wait) => wait.for === 'limit');
}

/** Changes when something else limits the run; its end is put off with each call that begins. */
export function limitsKey(driver: RunDriver): string {
  return JSON.stringify([...new Set(driver.waits().flatMap(({ wait }) => (wait.for === 'limit' ? [wait.what] : [])))]);
}

export function listed(waits: readonly string[]): string {
  const more = waits.length - LISTED_MAX;
  return more > 0 ? `${waits.slice(0, LISTED_MAX).join(', ')} and ${more} more` : waits.join(', ');
}

const placed = ({ run, wait }: RunWait): PlacedWait => ({ wait, workflow: run.workflow.name });
