// What the agent layer costs: CPU of a task that an agent does at once, against the same task done by registered code.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { agentConfig } from '../../src/agents/agent-config.ts';
import { openAgents } from '../../src/agents/open-agents.ts';
import type { OfflineWriter } from '../../src/ports/provider.ts';
import { addDiagram } from '../../src/runtime/add-diagram.ts';
import { openEngine } from '../../src/runtime/open-engine.ts';
import { validate } from '../../src/runtime/validate.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-store.ts';
import { TRUSTING } from '../../test/support/trusting.ts';

const TASKS = Number(process.argv[2] ?? 500);
const REPEATS = 5;
const TARGET_MS = 3;
const OUTPUT = { score: 90 };
const BY = { actor: 'user:bench', channel: 'engine' } as const;
const LIMIT_MS = 10 * 60_000;
const writers: readonly OfflineWriter[] = [{ workflow: null, step: 'Each', write: () => OUTPUT }];

type Who = 'code' | 'rules' | 'model';

interface Figure {
  readonly who: Who;
  readonly atOnce: number;
  readonly cpuMs: number;
  readonly wallMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'signoff-agents-bench-'));
let server: ChildProcess | null = null;
try {
  const modelUrl = await startServer();
  const figures: Figure[] = [];
  for (const atOnce of [1, 50]) {
    for (const who of ['code', 'rules', 'model'] as const) figures.push(await median(who, atOnce, modelUrl));
  }
  print(figures);
} finally {
  server?.kill();
  rmSync(folder, { recursive: true });
}

/** In another process, so that its work is not counted. */
async function startServer(): Promise<string> {
  const script = join(folder, 'script.json');
  writeFileSync(script, JSON.stringify({ output: OUTPUT }));
  const program = fileURLToPath(new URL('../../test/support/model-server-program.ts', import.meta.url));
  server = spawn(process.execPath, [program, script], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (server.stdout === null) throw new Error('Expected the model server to say its address.');
  const [line] = await once(createInterface({ input: server.stdout }), 'line');
  return String(line);
}

/** After one that is not counted: code is compiled then. */
async function median(who: Who, atOnce: number, modelUrl: string): Promise<Figure> {
  await measure(who, atOnce, modelUrl);
  const seen: Figure[] = [];
  for (let i = 0; i < REPEATS; i++) seen.push(await measure(who, atOnce, modelUrl));
  const middle = (name: 'cpuMs' | 'wallMs'): number =>
    seen.map((each) => each[name]).sort((a, b) => a - b)[REPEATS >> 1] ?? 0;
  return { who, atOnce, cpuMs: middle('cpuMs'), wallMs: middle('wallMs') };
}

/** One run of TASKS items on a fresh store; milliseconds a task. */
async function measure(who: Who, atOnce: number, modelUrl: string): Promise<Figure> {
  const own = mkdtempSync(join(folder, 'store-'));
  const store = await openSqliteStore({ path: join(own, 'signoff.db') });
  const content = { agentPrompt: 'You are quick.', model: 'bench', limits: { concurrency: atOnce } };
  await store.putRecord('agent', 'quick', content, { at: 0, ...BY, text: '[["AgentAdded",{}]]' });
  const model = { SIGNOFF_PROVIDER: 'anthropic', ANTHROPIC_API_KEY: 'none', ANTHROPIC_BASE_URL: modelUrl };
  const agents = await openAgents({
    trust: TRUSTING,
    ...{ store, folder: own, config: agentConfig.parse({}), writers, validate },
    env: who === 'model' ? model : { SIGNOFF_PROVIDER: 'offline' },
  });
  const code = { actions: { quick: () => ({ output: OUTPUT }) } };
  const engine = await openEngine({ ...{ store, agents, code }, role: 'embedded', processesWork: true });
  try {
    const stored = await addDiagram(store, 'bench.mmd', diagramFor(who, atOnce), BY);
    if (typeof stored === 'string') throw new Error(stored);
    const input = { items: Array.from({ length: TASKS }, (_, n) => ({ n, path: `src/part-${n}.ts` })) };
    const cpu = process.cpuUsage();
    const from = performance.now();
    const started = await engine.start(stored, input, { by: BY });
    if (!started.ok) throw new Error(started.rejection.message);
    const result = await engine.result(started.run, AbortSignal.timeout(LIMIT_MS));
    const wallMs = (performance.now() - from) / TASKS;
    const { user, system } = process.cpuUsage(cpu);
    if (result?.status !== 'completed') throw new Error(`Expected the run to complete, found ${result?.status}.`);
    return { who, atOnce, cpuMs: (user + system) / 1000 / TASKS, wallMs };
  } finally {
    await engine.close();
    await agents.close();
    await store.close();
    rmSync(own, { recursive: true });
  }
}

function diagramFor(who: Who, atOnce: number): string {
  const worker = who === 'code' ? { action: 'quick' } : { assignee: 'agent:quick' };
  const each = { itemsPath: 'run.input.items', maxItems: TASKS, concurrency: atOnce, itemVariable: 'file', ...worker };
  const prompt = 'Review {{file.path}}. Output: {score: 0-100}';
  return `flowchart TD\n  Each[[Each: Review]] --> All[Join]\n%% @Each: ${JSON.stringify({ ...each, prompt })}\n`;
}

function print(figures: readonly Figure[]): void {
  const names: Readonly<Record<Who, string>> = {
    ...{ code: 'registered code', rules: 'agent, rules that answer at once', model: 'agent, model server on loopback' },
  };
  const codeMs = (atOnce: number): number =>
    figures.find((each) => each.who === 'code' && each.atOnce === atOnce)?.cpuMs ?? 0;
  const row = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(34) : cell.padStart(14))).join('');
  const lines = figures.map(({ who, atOnce, cpuMs, wallMs }) => {
    const more = who === 'code' ? '' : (cpuMs - codeMs(atOnce)).toFixed(2);
    return row([names[who], String(atOnce), cpuMs.toFixed(2), more, wallMs.toFixed(2)]);
  });
  const model = cpus()[0]?.model ?? 'unknown processor';
  const machine = `${model}, ${availableParallelism()} cores, Node ${process.version}`;
  const head = row(['ms a task', 'at once', 'CPU', 'more CPU', 'wall']);
  process.stdout.write(`${machine}\n${TASKS} tasks, median of ${REPEATS}\n${head}\n${lines.join('\n')}\n\n`);
  for (const { atOnce, cpuMs } of figures.filter(({ who }) => who === 'rules')) {
    const found = cpuMs - codeMs(atOnce);
    const isMet = found < TARGET_MS;
    const what = `overhead of the agent layer, ${atOnce} at once: ${found.toFixed(2)} ms of CPU a call`;
    process.stdout.write(`${isMet ? 'met   ' : 'MISSED'} ${what}, target under ${TARGET_MS}\n`);
    if (!isMet) process.exitCode = 1;
  }
}
