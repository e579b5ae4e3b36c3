// The pure engine's speed: events a second, foreach and loops that stay linear, and how long compiling takes.

import { compileDrawing } from '../../src/diagram/compile/compile-drawing.ts';
import { readConfig } from '../../src/diagram/config/config-block.ts';
import { parseDiagramHere } from '../../src/diagram/read/parse-here.ts';
import { readSource } from '../../src/diagram/read/source.ts';
import { Drive, hash, workflowOf } from './drive.ts';

const chain = await workflowOf(
  `graph TD\n${Array.from({ length: 9 }, (_, i) => `S${i}[Step ${i}] --> S${i + 1}[Step ${i + 1}]`).join('\n')}`,
);
const each = await workflowOf(`graph TD
A[List] --> F[[Each: item]] --> W[Work] --> J[Join]
%% @F: {"itemsPath":"run.input.items","maxItems":100000,"concurrency":100}`);
const loop = await workflowOf(`graph TD
A[Again] --> D{More?}
D -->|"output.more"| A
D -->|default| E([END])
%% @workflow: {"limits":{"visits":1000000}}`);

const runs = Number(process.argv[2] ?? 3000);
chainRun(300);
const best = Math.max(...Array.from({ length: 5 }, () => chainRun(runs)));
report(
  'decide + evolve + serialise, 10-step chain',
  `${Math.round(best).toLocaleString('en')} events/s`,
  best >= 300_000,
);

eachRun(1000);
const small = Math.min(...Array.from({ length: 7 }, () => eachRun(1000)));
const large = Math.min(...Array.from({ length: 3 }, () => eachRun(100_000)));
report('foreach, µs an item at 1,000 and 100,000', `${small.toFixed(2)} and ${large.toFixed(2)}`, large <= 1.5 * small);

loopRun(10_000);
const [first, last] = loopRun(100_000);
report(
  '100,000-visit loop, ms of the first and last 5 %',
  `${first.toFixed(0)} and ${last.toFixed(0)}`,
  last <= 1.25 * first,
);

const { parser, ours } = await compileRun(500);
report('compile of 500 steps, our part in ms', `${ours.toFixed(1)} (the parser: ${parser.toFixed(0)})`, ours < 50);

function chainRun(count: number): number {
  let events = 0;
  const from = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    const drive = new Drive(chain);
    drive.start({ pr: 7 });
    for (let step = 0; step < 10; step++) {
      drive.send({ type: 'ClaimTask', task: step + 1, worker: 'bench', kind: 'hosted' });
      drive.send({ type: 'CompleteTask', task: step + 1, lease: 1, output: { ok: true } });
    }
    events += drive.events;
  }
  return (events * 1e6) / cpuSince(from);
}

function eachRun(items: number): number {
  globalThis.gc?.();
  const drive = new Drive(each);
  const ref = `sha256:${'0'.repeat(64)}`;
  drive.payloads.set(ref, { items: Array.from({ length: items }, (_, i) => ({ id: i })) });
  const from = process.cpuUsage();
  drive.start({ $ref: ref, bytes: items * 10 });
  while (drive.state.status === 'running') if (!drive.step({ ok: true })) break;
  if (drive.state.status !== 'completed') throw new Error(`the foreach ended ${drive.state.status}`);
  return cpuSince(from) / items;
}

/** CPU milliseconds of the first and the last 5 % of the visits. */
function loopRun(visits: number): [number, number] {
  const drive = new Drive(loop);
  drive.start({});
  const part = visits / 20;
  const visit = (count: number): number => {
    const from = process.cpuUsage();
    for (let i = 0; i < count; i++) drive.step({ more: true });
    return cpuSince(from) / 1000;
  };
  const first = visit(part);
  visit(visits - 2 * part);
  return [first, visit(part)];
}

/** Reading Mermaid is the parser's part; configuration, steps, scopes and checks are ours. */
async function compileRun(steps: number): Promise<{ parser: number; ours: number }> {
  const source = readSource('bench.mmd', longDiagram(steps));
  await parseDiagramHere(source);
  const parsing = process.cpuUsage();
  const { drawing } = await parseDiagramHere(source);
  const parser = cpuSince(parsing) / 1000;
  if (drawing === null) throw new Error('the diagram does not parse');
  const once = (): number => {
    const from = process.cpuUsage();
    const { workflow, problems } = compileDrawing(source, drawing, readConfig(source.diagram), {
      fileName: 'bench.mmd',
      hash,
    });
    if (workflow === null) throw new Error(problems[0]?.message);
    return cpuSince(from) / 1000;
  };
  return { parser, ours: Math.min(...Array.from({ length: 5 }, once)) };
}

/** Blocks of ten: a foreach with a body and a join, a decision that loops back, a gate. */
function longDiagram(steps: number): string {
  const lines = ['graph TD'];
  const config = ['%% === WORKFLOW_CONFIG ==='];
  for (let i = 0; i < steps / 10; i++) {
    lines.push(`A${i}[Plan ${i}] --> B${i}[[Each: part ${i}]] --> C${i}[Draft] --> D${i}[Check] --> E${i}[Join parts]`);
    lines.push(
      `E${i} --> F${i}{Good?}`,
      `F${i} -->|"output.total >= 80"| G${i}(Approve)`,
      `F${i} -->|default| H${i}[Revise] --> A${i}`,
    );
    lines.push(`G${i} --> I${i}[Publish] --> J${i}[Announce]${i + 1 < steps / 10 ? ` --> A${i + 1}` : ''}`);
    config.push(`%% @B${i}: {"itemsPath":"output.parts","itemVariable":"part","prompt":"Do {{part.name}}"}`);
    config.push(`%% @C${i}: {"prompt":"Draft {{part.name}} of {{run.input.title}}","retry":{"attempts":2}}`);
  }
  return [...lines, ...config, '%% === END_CONFIG ==='].join('\n');
}

function cpuSince(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from);
  return user + system;
}

function report(what: string, figure: string, met: boolean): void {
  process.stdout.write(`${met ? 'met   ' : 'MISSED'} ${what}: ${figure}\n`);
  if (!met) process.exitCode = 1;
}
