// `--from-brief FILE`: a run that begins with a brief someone has written. It is reviewed and signed like any other.

import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sectionsOf } from '../../documents/headings-of.ts';
import { briefProblems, parseBrief, sectionNamed } from '../../documents/parse-brief.ts';
import type { Task } from '../../engine/run-state.ts';
import { type Payloads, readValue } from '../../engine/value.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import type { Sender } from '../../runtime/pending-write.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { workspaceFiles } from '../../runtime/workspace-files.ts';
import { BadUse } from '../exit-codes.ts';

export interface GivenBrief {
  readonly markdown: string;
  /** What was asked for, as the brief quotes it. */
  readonly utterance: string;
  /** What its folder might be called. */
  readonly featureId: string;
}

/** As it stands in the run's input: whoever goes on with the run has it, whatever became of the file. */
export const briefInput = ({ markdown, featureId }: GivenBrief): JsonObject => ({ brief: { markdown, featureId } });

/** null: the run begins with none, or has it already. */
function briefOwed({ state }: ShownRun, payloads: Payloads): Omit<GivenBrief, 'utterance'> | null {
  const { markdown, featureId } = asObject(readValue(state.input, ['brief'], payloads));
  const isThere = typeof readValue(state.values.get('featureBriefContent')?.value, [], payloads) === 'string';
  if (isThere || typeof markdown !== 'string' || typeof featureId !== 'string') return null;
  return { markdown, featureId };
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** No agent of ours takes the step that writes the brief. */
export const GIVEN_BY_CLIENT = { FB: 'agent:client' } as const;
const CLIENT = 'agent:client';
const ID_MAX = 50;
const ID_MIN = 3;
const NAMES_MAX = 1000;
const LOOK_MS = 100;
const BEGIN_MS = 20_000;

export function readGivenBrief(file: string, utterance: string | undefined): GivenBrief {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new BadUse(`Expected a feature brief at ${file}, but: ${reason}. Nothing was run.`);
  }
  const markdown = asDraft(text);
  const wrong = briefProblems(markdown);
  if (wrong.length > 0) throw new BadUse(`Expected a feature brief in ${file}. ${wrong.join(' ')} Nothing was run.`);
  const { title, sections } = parseBrief(markdown);
  const quoted = (sections['User Utterance'] ?? '').replace(/^[ \t]*>[ \t]?/gm, '').trim();
  const folder = basename(file) === 'feature-brief.md' ? basename(dirname(file)) : '';
  return {
    markdown,
    utterance: utterance?.trim() || quoted || title,
    featureId: /^[a-z][a-z0-9-]{2,49}$/.test(folder) ? folder : idOf(title),
  };
}

/** What another run says of its approval does not hold for this one. */
function asDraft(text: string): string {
  const status = sectionsOf(text, 2).find(({ heading }) => sectionNamed(heading.text) === 'Status');
  if (status === undefined) return text;
  const rest = text.slice(status.end);
  return `${text.slice(0, status.start)}\n\nDraft\n${rest === '' ? '' : `\n${rest}`}`;
}

function idOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  const short = words.slice(0, ID_MAX).replace(/-[^-]*$/, words.length > ID_MAX ? '' : '$&');
  return short.length < ID_MIN ? 'feature' : short;
}

/** Gives a run the brief that it begins with, if it has not got it yet. A text says why it could not be given. */
export async function giveBrief(
  driver: DrivenRuns,
  run: string,
  project: string,
  channel: Sender['channel'],
): Promise<string | null> {
  const owed = briefOwed(driver.runOf(run), driver.payloads);
  const open = owed === null ? undefined : await briefTask(driver, run);
  // The run has ended or failed before: what is said of it then is told by whoever plays it.
  if (owed === null || open === undefined) return null;
  const taken = new Set(await workspaceFiles([project]).folders(join(project, 'magi-sdd')));
  const sender: Sender = { actor: CLIENT, channel };
  // Whoever was killed between claiming it and giving the brief has left the lease to us.
  if (open.lease?.worker !== CLIENT) {
    const claimed = await driver.engine.claim(run, open.id, CLIENT, 'outside', sender);
    if (!claimed.ok) return claimed.rejection.message;
  }
  const lease = (await driver.engine.view(run))?.state.tasks.get(open.id)?.fence ?? 0;
  const output = { featureBriefMarkdown: owed.markdown, recommendedFeatureId: freeId(owed.featureId, taken) };
  const answered = await driver.answer(run, open.id, { output, lease }, sender);
  return answered.ok ? null : answered.rejection.message;
}

async function briefTask(driver: DrivenRuns, run: string): Promise<Task | undefined> {
  const { state } = driver.runOf(run);
  for (const end = Date.now() + BEGIN_MS; Date.now() < end; ) {
    await driver.idle();
    const open = [...state.tasks.values()].find(({ step }) => step === 'FB');
    if (open !== undefined || state.status !== 'running') return open;
    await driver.wait(LOOK_MS, AbortSignal.timeout(LOOK_MS));
  }
  return undefined;
}

function freeId(wanted: string, taken: ReadonlySet<string>): string {
  for (let at = 1; at < NAMES_MAX; at++) {
    const end = at === 1 ? '' : `-${at}`;
    const id = `${wanted.slice(0, ID_MAX - end.length)}${end}`;
    if (!taken.has(id)) return id;
  }
  return wanted;
}
