// Takes every figure of one contender: each repetition in a fresh place, each act in a process of its own.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Act } from './child.ts';
import { AT_ONCE, CHAIN_STEPS, type Place } from './contender.ts';
import type { ListedContender } from './contender-list.ts';
import { type Figure, type FigureName, type Figures, median, type Sizes } from './figures.ts';
import type { Home } from './home.ts';
import { rssMb } from './process-memory.ts';
import { CAP_SECONDS, type ChildResult, OverCap, runChild } from './run-child.ts';
import { number } from './table.ts';

const WORKER_PROCESSES = 3;
/** What took this long is not repeated. */
const SHORT_MS = 10_000;
const SETTLE_MS = 300;
const MEGABYTE = 1e6;

type Sample = Readonly<Partial<Record<FigureName, number | null>>>;

interface Subject {
  readonly listed: ListedContender;
  readonly home: Home;
  readonly sizes: Sizes;
}

export async function measure(subject: Subject, say: (line: string) => void): Promise<Figures> {
  const { listed, sizes } = subject;
  const figures: Partial<Record<FigureName, Figure>> = {};
  for (const [names, take] of samplers(subject)) {
    const taken = await repeat(sizes.repetitions, names, take);
    Object.assign(figures, taken);
    say(`${listed.id}: ${words(taken)}`);
  }
  return figures;
}

type Sampler = readonly [names: readonly FigureName[], take: () => Promise<Sample>];

function samplers(subject: Subject): Sampler[] {
  const { listed, sizes } = subject;
  const { wave } = listed;
  const rate = (name: FigureName, count: number, act: Act): Sampler => [
    [name],
    async () => ({ [name]: (count * 1000) / (await once(subject, act)).ms }),
  ];
  const chain = (name: FigureName, atOnce: number) =>
    rate(name, sizes.chainRuns * CHAIN_STEPS, { act: 'chain', runs: sizes.chainRuns, atOnce });
  const map = (name: 'mapSmall' | 'mapMedium' | 'mapLarge') =>
    rate(name, sizes[name], { act: 'map', items: sizes[name], wave });
  const across = { act: 'map-across', items: sizes.mapMedium, processes: WORKER_PROCESSES } as const;
  return listed.workloads.flatMap((workload): Sampler[] => {
    if (workload === 'chain') return [chain('chainOne', 1), chain('chainMany', AT_ONCE)];
    if (workload === 'map') {
      return [map('mapSmall'), map('mapMedium'), ...(listed.isLargeMapped ? [map('mapLarge')] : [])];
    }
    if (workload === 'pause') return [[PAUSE_FIGURES, () => pauseAndResume(subject)]];
    if (workload === 'loop') return [[['loopMs', 'loopMb'], () => loop(subject)]];
    return [rate('mapAcross', sizes.mapMedium, across)];
  });
}

const PAUSE_FIGURES = ['paused', 'resumed', 'coldMs', 'rssMb', 'serverRssMb', 'bytesPerRun'] as const;

async function once(subject: Subject, act: Act): Promise<ChildResult> {
  return runChild(subject.listed.file, await freshPlace(subject), act);
}

async function freshPlace({ listed, home }: Subject): Promise<Place> {
  const place = await home.fresh();
  await runChild(listed.file, place, { act: 'prepare' });
  return place;
}

async function pauseAndResume(subject: Subject): Promise<Sample> {
  const { listed, home, sizes } = subject;
  const runs = sizes.pausedRuns;
  const place = await freshPlace(subject);
  const emptyBytes = await home.bytesOf(place);
  let ownRssMb: number | null = null;
  const paused = await runChild(listed.file, place, { act: 'pause', runs }, async (pid) => {
    await sleep(SETTLE_MS);
    ownRssMb = rssMb(pid);
  });
  const serverRssMb = home.serverRssMb();
  const resumed = await runChild(listed.file, place, { act: 'resume', runs });
  return {
    paused: (runs * 1000) / paused.ms,
    resumed: (runs * 1000) / resumed.ms,
    coldMs: resumed.coldMs ?? null,
    rssMb: ownRssMb,
    serverRssMb,
    bytesPerRun: ((await home.bytesOf(place)) - emptyBytes) / runs,
  };
}

async function loop(subject: Subject): Promise<Sample> {
  const { listed, home, sizes } = subject;
  const place = await freshPlace(subject);
  const before = await home.serverBytesWritten();
  const { ms, bytesWritten } = await runChild(listed.file, place, { act: 'loop', loops: sizes.loops });
  const after = await home.serverBytesWritten();
  const bytes = before === null || after === null ? bytesWritten : after - before;
  return { loopMs: ms, loopMb: Number.isNaN(bytes) ? null : bytes / MEGABYTE };
}

async function repeat(times: number, names: readonly FigureName[], take: () => Promise<Sample>): Promise<Figures> {
  const samples: Sample[] = [];
  try {
    for (let done = 0, from = performance.now(); done < times && performance.now() - from < SHORT_MS; done += 1) {
      samples.push(await take());
    }
  } catch (error) {
    const figure =
      error instanceof OverCap ? { overSeconds: CAP_SECONDS } : { failed: String((error as Error).message) };
    return Object.fromEntries(names.map((name) => [name, figure]));
  }
  const figureOf = (name: FigureName): [FigureName, Figure][] => {
    const values = samples.map((sample) => sample[name]).filter((value) => typeof value === 'number');
    return values.length === 0 ? [] : [[name, { value: median(values), repetitions: values.length }]];
  };
  return Object.fromEntries(names.flatMap(figureOf));
}

function words(taken: Figures): string {
  const parts = Object.entries(taken).map(([name, figure]) => {
    if ('failed' in figure) return `did not run: ${figure.failed}`;
    return 'overSeconds' in figure ? `${name} over ${figure.overSeconds} s` : `${name} ${number(figure.value)}`;
  });
  return [...new Set(parts)].join(', ');
}
