// What must hold after every single event: counters agree with what they count, and everything points back.

import { awaitedKey, branchKey, type RunState, type Scope } from '../../src/engine/run-state.ts';

export function checkCounters(state: RunState): void {
  checkLive(state);
  checkBusy(state);
  checkTokens(state);
  checkTasks(state);
  checkOwners(state);
  checkQueues(state);
  checkResults(state);
  checkRecords(state);
  checkCalls(state);
  checkFiles(state);
}

/** Who waits for a file is found by it, the file is under way, and the step that gave it is done. */
function checkFiles(state: RunState): void {
  const waiting = new Map<string, number>();
  for (const { id, files = [], done } of state.tokens.values()) {
    expect(files.length === 0 || done === true, `token ${id} waits for files of a step that is not done`);
    for (const { path, new: hash, refused } of files) {
      if (refused !== undefined) continue;
      const key = awaitedKey(path, hash);
      expect(state.awaited.get(key)?.includes(id) === true, `token ${id} waits for ${path} unseen`);
      expect(state.files.get(path)?.includes(hash) === true, `token ${id} waits for ${path}, which nobody writes`);
      waiting.set(key, (waiting.get(key) ?? 0) + 1);
    }
  }
  for (const [key, ids] of state.awaited.entries())
    expect(ids.length === waiting.get(key), `${ids.length} tokens are said to wait for ${key}`);
}

/** What is reserved belongs to calls under way; a reply is kept only while its task may go on from it. */
function checkCalls(state: RunState): void {
  const reserved = new Map<string, number>();
  for (const { id, task, step, ended, tokens } of state.calls.values()) {
    expect(!ended || state.tasks.has(task), `call ${id} is kept for task ${task}, which is gone`);
    if (ended) continue;
    for (const key of ['', step]) reserved.set(key, (reserved.get(key) ?? 0) + tokens);
  }
  let [cost, calls] = [0, 0];
  for (const [step, spending] of state.spending.entries()) {
    const found = reserved.get(step) ?? 0;
    // Calls that ended without anyone knowing their cost stay reserved.
    expect(spending.reservedTokens >= found, `"${step}" has ${spending.reservedTokens} reserved, found ${found}`);
    if (step === '') continue;
    cost += spending.cost;
    calls += spending.calls;
  }
  const whole = state.spending.get('');
  expect((whole?.calls ?? 0) === calls, `the run counts ${whole?.calls} calls, its steps ${calls}`);
  expect(Math.abs((whole?.cost ?? 0) - cost) < 1e-9, `the run counts ${whole?.cost} of cost, its steps ${cost}`);
}

function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

/** Tokens and unfired scopes directly in a branch. */
function checkLive(state: RunState): void {
  const live = new Map<number, number>();
  const add = (scope: number, index: number) => {
    const key = branchKey(scope, index);
    live.set(key, (live.get(key) ?? 0) + 1);
  };
  for (const token of state.tokens.values()) add(token.scope, token.index);
  for (const scope of state.scopes.values()) if (!scope.fired) add(scope.parent, scope.parentIndex);
  for (const [key, branch] of state.branches.entries()) {
    const found = live.get(key) ?? 0;
    expect(branch.live === found, `branch ${branch.scope}/${branch.index} counts ${branch.live} alive, found ${found}`);
    expect(branch.scope === 0 || state.scopes.has(branch.scope), `branch ${branch.scope}/${branch.index} has no scope`);
    live.delete(key);
  }
  for (const [key, found] of live) expect(found === 0, `branch ${key} has ${found} alive and no record`);
}

/** A branch is busy by its tokens and by the unfired scopes in it with a place taken; places are busy branches. */
function checkBusy(state: RunState): void {
  const busy = new Map<number, number>();
  const add = (scope: number, index: number) => {
    const key = branchKey(scope, index);
    busy.set(key, (busy.get(key) ?? 0) + 1);
  };
  for (const token of state.tokens.values()) if (token.busy) add(token.scope, token.index);
  for (const scope of state.scopes.values()) if (!scope.fired && scope.places > 0) add(scope.parent, scope.parentIndex);
  const places = new Map<number, number>();
  for (const branch of state.branches.values()) {
    const found = busy.get(branchKey(branch.scope, branch.index)) ?? 0;
    if (branch.scope === 0) continue;
    expect(branch.busy === found, `branch ${branch.scope}/${branch.index} counts ${branch.busy} busy, found ${found}`);
    if (found > 0) places.set(branch.scope, (places.get(branch.scope) ?? 0) + 1);
  }
  for (const scope of state.scopes.values()) {
    const found = places.get(scope.id) ?? 0;
    expect(scope.places === found, `scope ${scope.id} counts ${scope.places} places taken, found ${found}`);
  }
}

function checkTokens(state: RunState): void {
  for (const token of state.tokens.values()) {
    const { id, scope, index } = token;
    const at = state.scopes.get(scope);
    expect(scope === 0 || at !== undefined, `token ${id} is in scope ${scope}, which does not exist`);
    expect(at === undefined || index < at.started, `token ${id} is in branch ${index}, which has not started`);
    if (token.task !== undefined)
      expect(state.tasks.get(token.task)?.token === id, `token ${id} names task ${token.task}`);
    if (token.hold !== undefined)
      expect(state.holds.get(token.hold)?.token === id, `token ${id} names hold ${token.hold}`);
    if (token.wait !== undefined)
      expect(state.waits.get(token.wait)?.includes(id) === true, `token ${id} waits unseen`);
    if (token.queued !== undefined) expect(state.parked.get(token.queued) === id, `token ${id} is queued unseen`);
  }
}

function checkTasks(state: RunState): void {
  for (const task of state.tasks.values()) {
    if (task.kind === 'foreach') {
      expect(task.scope !== undefined, `container ${task.id} has no scope`);
      const scope = state.scopes.get(task.scope);
      expect(scope === undefined || scope.task === task.id, `container ${task.id} is not its scope's`);
    } else if (task.kind !== 'review') {
      const token = state.tokens.get(task.token);
      expect(token?.task === task.id, `task ${task.id} of "${task.step}" is not its token's`);
      expect(token.step === task.step, `task ${task.id} is of "${task.step}", its token on "${token.step}"`);
    }
    expect(
      (task.status === 'in_progress') === (task.lease !== undefined),
      `task ${task.id} is ${task.status}, lease ${task.lease?.kind}`,
    );
    for (const timer of task.timers ?? [])
      expect(state.timers.get(timer)?.task === task.id, `task ${task.id} names timer ${timer}`);
  }
}

function checkOwners(state: RunState): void {
  for (const timer of state.timers.values()) {
    const { id, task, token, scope } = timer;
    const owned =
      (task !== undefined && state.tasks.get(task)?.timers?.includes(id)) ||
      (token !== undefined && state.tokens.get(token)?.timers?.includes(id)) ||
      (scope !== undefined && state.scopes.get(scope)?.timer === id);
    expect(owned === true, `timer ${id} (${timer.kind}) has no owner`);
  }
  for (const hold of state.holds.values()) {
    const owned =
      hold.token === undefined
        ? hold.scope !== undefined && state.scopes.get(hold.scope)?.hold === hold.id
        : state.tokens.get(hold.token)?.hold === hold.id;
    expect(owned, `hold ${hold.id} (${hold.code}) on "${hold.step}" has no owner`);
  }
}

function checkQueues(state: RunState): void {
  for (const [key, id] of state.parked.entries()) {
    expect(state.tokens.get(id)?.queued === key, `place ${key} of the queue holds token ${id}`);
    const [scope, at] = key.split(' ').map(Number) as [number, number];
    const owner = state.scopes.get(scope);
    expect(owner !== undefined, `the queue of scope ${scope} outlives it`);
    expect(at >= owner.parkedHead && at < owner.parkedTail, `place ${key} is outside the queue`);
  }
  for (const [key, waiting] of state.waits.entries()) {
    expect(waiting.length > 0, `nobody waits for ${key}`);
    for (const id of waiting) expect(state.tokens.get(id)?.wait === key, `token ${id} does not wait for ${key}`);
  }
}

function checkResults(state: RunState): void {
  const counts = new Map<string, number>();
  for (const [key, result] of state.results.entries()) {
    const scope = Math.floor(key / branchKey(1, 0));
    expect(state.scopes.has(scope), `a result of scope ${scope} outlives it`);
    counts.set(`${scope} ${result.as}`, (counts.get(`${scope} ${result.as}`) ?? 0) + 1);
  }
  for (const scope of state.scopes.values()) {
    for (const as of ['arrived', 'failed', 'left'] as const) {
      const found = counts.get(`${scope.id} ${as}`) ?? 0;
      expect(scope[as] === found, `scope ${scope.id} counts ${scope[as]} ${as}, found ${found}`);
    }
    expect(settledOf(scope) <= scope.started, `scope ${scope.id} settled more than it started`);
  }
}

function settledOf(scope: Scope): number {
  return scope.arrived + scope.failed + scope.left;
}

/** What a step did in a branch is forgotten with the branch. */
function checkRecords(state: RunState): void {
  for (const key of state.records.keys()) {
    const branch = key.split(' ')[1];
    if (branch !== undefined) expect(state.branches.has(Number(branch)), `the record "${key}" outlives its branch`);
  }
}
