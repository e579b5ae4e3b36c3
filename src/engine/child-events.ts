// What happens to a run because of child runs: those a step waits for, and those that go on beside it (sub-2, sub-3).

import type { Value } from './value.ts';

export interface ChildEventData {
  ChildStarted: {
    readonly task: number;
    readonly token: number;
    readonly step: string;
    readonly visit: number;
    readonly parent?: number;
    readonly child: string;
    readonly workflow: string | null;
    readonly source?: Value;
    readonly input: Value;
    readonly detached?: boolean;
    readonly reply?: string;
  };
  /** The action of a step started a run beside this one; `id` names it within this run. */
  DetachedChildStarted: {
    readonly task: number;
    readonly step: string;
    readonly id: string;
    readonly child: string;
    readonly workflow: string;
    readonly input: Value;
  };
  /** Of one that nobody waits for. Its id may be named again. */
  ChildNotStarted: { readonly child: string; readonly code: string; readonly message: string };
  ChildRetried: { readonly task: number; readonly child: string };
  ChildRestarted: {
    readonly task: number;
    readonly child: string;
    readonly workflow: string | null;
    readonly source?: Value;
    readonly input: Value;
  };
}
