// One file that nobody means well with, and what `signoff check` and `signoff run` must make of it.

export interface HostileCase {
  readonly name: string;
  readonly diagram: string;
  readonly isMarkdown?: true;
  /** The codes `check` finds, each once, in order; null where a workflow and problems are both right. */
  readonly finds: readonly string[] | null;
  readonly run?: HostileRun;
}

export interface HostileRun {
  /** The texts of the files given with --answers and --input-file. */
  readonly answers: string;
  readonly input?: string;
  readonly args?: readonly string[];
  /** The exit codes that are right. */
  readonly exits: readonly number[];
}

/** Replies `output` to every task of these steps. */
export function replies(
  steps: readonly string[],
  output: string = '"done"',
  exits: readonly number[] = [0],
): HostileRun {
  return { answers: `{${steps.map((id) => `${JSON.stringify(id)}: {"output": ${output}}`).join(', ')}}`, exits };
}

export const config = (id: string, json: object): string => `%% @${id}: ${JSON.stringify(json)}\n`;

/** One task, with this configuration. */
export const task = (json: object): string => `graph TD\nA[Work]\n${config('A', json)}`;

/** A decision behind a task: to B if the condition holds, else to C. The condition stands in the configuration. */
export function routed(condition: string, more = ''): string {
  const branches = [{ condition, targetStepId: 'B' }];
  const drawn = 'graph TD\nA[Work] --> D{Which?}\nD -->|x| B[Yes]\nD -->|y| C[No]\n';
  return drawn + config('D', { branches, defaultBranch: 'C' }) + more;
}
