// A process that leads a research run with a model on loopback, and dies at a given point: by SIGKILL, right after a
// commit of the kind that was named.

import { fileURLToPath } from 'node:url';
import { dyingProcess } from '../support/dying-process.ts';

const PROGRAM = fileURLToPath(new URL('./research-dying-program.ts', import.meta.url));

export interface ResearchProgramSettings {
  readonly place: string;
  readonly project: string;
  readonly run: string;
  /** Base URL of the model. */
  readonly model: string;
  /** `WORKFLOW: EVENT DETAIL`: it dies at its first commit that has one of these. */
  readonly dies: readonly string[];
  /** Where it writes what it died of, which worker it called and which one was finished, a line each. */
  readonly log: string;
}

/** `SIGKILL`: it died where it was told to; null: it came to the end. */
export const researchProcess = (settings: ResearchProgramSettings): Promise<string | null> =>
  dyingProcess(PROGRAM, [JSON.stringify(settings)]);
