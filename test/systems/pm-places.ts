// PM runs brought to rest in each of their states, with a request pending, so that signals can be tried on them.

import type { TestContext } from 'node:test';
import type { EngineOptions } from '../../src/runtime/engine-options.ts';
import { INVALID, type PmFixture, type PmRun, pmFixture, SPEC } from './pm-fixture.ts';

export const STATES = ['WAITING', 'INTERVIEWING', 'DRAFTING', 'SUBMITTING', 'ERROR', 'DONE'] as const;
export type PmState = (typeof STATES)[number];

/** Code of a state that waits until it is let go. */
export class HeldCode {
  readonly #names: ReadonlySet<string>;
  #release: () => void = () => undefined;
  #released: Promise<void> = Promise.resolve();
  #isHolding = false;
  readonly #arrived = Promise.withResolvers<void>();
  /** Resolves when the code is called and waits. */
  readonly arrived: Promise<void> = this.#arrived.promise;

  constructor(...names: readonly string[]) {
    this.#names = new Set(names);
  }

  hold(): void {
    this.#isHolding = true;
    this.#released = new Promise((resolve) => {
      this.#release = resolve;
    });
  }

  letGo(): void {
    this.#release();
    this.#released = Promise.resolve();
  }

  readonly around = (code: EngineOptions['code']): EngineOptions['code'] => {
    const actions = Object.entries(code?.actions ?? {}).map(([name, action]) => [
      name,
      async (call: Parameters<typeof action>[0]) => {
        if (this.#names.has(name) && this.#isHolding) this.#arrived.resolve();
        if (this.#names.has(name)) await this.#released;
        return action(call);
      },
    ]);
    return { ...code, actions: Object.fromEntries(actions) };
  };
}

export interface Place {
  readonly fixture: PmFixture;
  readonly run: PmRun;
  readonly held: HeldCode;
}

const HELD: { readonly [state in PmState]?: string } = {
  ...{ SUBMITTING: 'pm.submit', ERROR: 'pm.reset', DONE: 'pm.end' },
};

/** A person is the architect: nobody answers the first request. */
export async function runIn(t: TestContext, state: PmState, place: string | undefined): Promise<Place> {
  const held = new HeldCode(HELD[state] ?? '');
  const fixture = await pmFixture(t, { code: held.around, ...(place !== undefined && { place }) });
  // What is held would keep the engine from closing.
  t.after(() => held.letGo());
  const run = await fixture.start({ architect: 'person', upload: SPEC });
  await run.inState('WAITING', 2);
  held.hold();
  if (state === 'INTERVIEWING' || state === 'DRAFTING') await run.sends('interview_request');
  if (state === 'INTERVIEWING') await run.task('INTERVIEWING');
  if (state === 'DRAFTING') {
    await run.says('More of it.');
    await run.ends();
    await run.task('preview');
  }
  if (state === 'SUBMITTING') await run.sends('spec_upload', { markdown: SPEC });
  if (state === 'ERROR') await run.sends('spec_upload', { markdown: INVALID });
  if (state === 'DONE') await run.sends('shutdown');
  await run.inState(state);
  if (HELD[state] !== undefined) await held.arrived;
  return { fixture, run, held };
}
