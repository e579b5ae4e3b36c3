// How a PRD run stands, for programs and for the last words to a person: files, score, counts, what was decided.

import { isAbsolute, join } from 'node:path';
import { isStartOver, type Modification } from '../../documents/brief.ts';
import { parseRequirements } from '../../documents/parse-requirements.ts';
import type { Standing } from '../../documents/requirement.ts';
import { statusOf } from '../../engine/run-state.ts';
import { readValue } from '../../engine/value.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { DrivenRuns } from '../../runtime/drive-runs.ts';
import type { ShownRun } from '../../runtime/run-driver.ts';
import { dataOf, textIn } from './gates.ts';
import type { Stopped } from './play-prd.ts';
import { countsText, type ReviewCounts } from './show-requirement.ts';

export interface Decided {
  readonly step: string;
  readonly what: string;
  readonly by: string;
}

export interface PrdResult {
  readonly run: string;
  /** `open`: not over, it can be gone on with. */
  readonly status: 'finalized' | 'failed' | 'cancelled' | 'open';
  readonly featureId: string | null;
  readonly project: string;
  readonly files: readonly string[];
  /** Files that hold something else than was to be replaced; nothing was overwritten. */
  readonly conflicts: readonly string[];
  readonly score: number | null;
  readonly counts: Omit<ReviewCounts, 'open'>;
  readonly decided: readonly Decided[];
  readonly messages: readonly string[];
  readonly stopped: Stopped | null;
}

export interface PrdPlace {
  readonly project: string;
  readonly stopped: Stopped | null;
  /** The text of requirements.md; null where there is none. */
  readonly requirements: string | null;
}

export function prdResult(driver: DrivenRuns, run: ShownRun, { project, stopped, requirements }: PrdPlace): PrdResult {
  const { payloads } = driver;
  const score = dataOf(run, payloads, 'gapAnalysisScore');
  const messages = dataOf(run, payloads, 'prdWorkflowFatalErrorMessages');
  const status = statusIn(driver, run);
  // A run that was retried still holds why it failed before.
  const said = Array.isArray(messages) && status === 'failed' ? messages.map(String) : [];
  return {
    ...{ run: run.id, status, project, ...filesOf(run, project) },
    featureId: textIn(run, payloads, 'featureId') || null,
    score: typeof score === 'number' ? score : null,
    counts: countsIn(requirements),
    decided: decisionsOf(driver, run),
    messages: status === 'failed' && said.length === 0 ? [failureText(driver, run)] : said,
    stopped,
  };
}

function statusIn(driver: DrivenRuns, run: ShownRun): PrdResult['status'] {
  const status = statusOf(run.state);
  if (status === 'failed' || status === 'cancelled') return status;
  if (status !== 'completed') return 'open';
  const prd = dataOf(run, driver.payloads, 'prdStatus');
  // A run that came to its end through the failure step is over and has no PRD.
  return isJsonObject(prd) && prd.status === 'finalized' ? 'finalized' : 'failed';
}

function failureText(driver: DrivenRuns, run: ShownRun): string {
  const output = driver.read(run.state.output);
  const message = isJsonObject(output) ? (output.message ?? output) : output;
  return typeof message === 'string' ? message : JSON.stringify(message);
}

function filesOf({ events }: ShownRun, project: string) {
  const files = new Set<string>();
  const conflicts = new Map<string, string>();
  const whole = (path: string): string => (isAbsolute(path) ? path : join(project, path));
  for (const event of events) {
    if (event.type === 'FileWritten') {
      files.add(whole(event.data.path));
      conflicts.delete(event.data.path);
    }
    if (event.type === 'FileRefused') conflicts.set(event.data.path, event.data.message);
  }
  return { files: [...files], conflicts: [...conflicts.values()] };
}

/** As the file has them: hands edit it too. */
function countsIn(requirements: string | null): PrdResult['counts'] {
  const items = requirements === null ? [] : parseRequirements(requirements).items;
  const count = (standing: Standing): number => items.filter((item) => item.standing === standing).length;
  return {
    ...{ approved: count('approved'), modified: count('modified'), rejected: count('rejected') },
    outOfScope: count('out-of-scope'),
  };
}

function decisionsOf({ payloads }: DrivenRuns, { events }: ShownRun): Decided[] {
  const steps = new Map<number, string>();
  const decided: Decided[] = [];
  for (const event of events) {
    if (event.type === 'TaskOpened') steps.set(event.data.task, event.data.step);
    if (event.type !== 'TaskCompleted' || !event.actor.startsWith('user:')) continue;
    const step = steps.get(event.data.task) ?? '';
    const output = readValue(event.data.output, [], payloads);
    const what = isJsonObject(output) ? textOf(step, output) : null;
    if (what !== null) decided.push({ step, what, by: event.actor });
  }
  return decided;
}

function textOf(step: string, output: { readonly [name: string]: Json }): string | null {
  if (step === 'FBReview' || step === 'PR') {
    const isApproved = (step === 'PR' ? output.prdApproved : output.approved) === true;
    const why = typeof output.userFeedback === 'string' && output.userFeedback !== '' ? `: ${output.userFeedback}` : '';
    const changes = output.modifications;
    const isAnew = Array.isArray(changes) && isStartOver(changes as readonly Modification[]);
    return isApproved ? 'approved' : `${isAnew ? 'to be started over' : 'changes requested'}${why}`;
  }
  if (step === 'GA') {
    const wish = output.userWantsToContinueDespiteGaps;
    return wish === true ? 'refine' : wish === false ? 'proceed to the PRD' : 'left to the threshold';
  }
  if (step !== 'RR') return null;
  const length = (list: Json | undefined): number => (Array.isArray(list) ? list.length : 0);
  const now = {
    ...{ approved: length(output.approvedRequirements), modified: length(output.modifiedRequirements) },
    ...{ rejected: length(output.rejectedRequirements), outOfScope: length(output.outOfScopeRequirements) },
  };
  return countsText({ ...now, open: 0 });
}
