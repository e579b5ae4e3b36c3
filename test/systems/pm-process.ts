// A process that leads PM runs, or only what a test lets it do, and dies at a given point: by SIGKILL, right after a
// commit of the kind that was named.

import { fileURLToPath } from 'node:url';
import { dyingProcess } from '../support/dying-process.ts';

const PROGRAM = fileURLToPath(new URL('./pm-dying-program.ts', import.meta.url));

export interface PmProgramSettings {
  readonly place: string;
  readonly project: string;
  readonly run: string;
  /** Which side it answers for: it leaves gates of the other to others. */
  readonly answers: readonly ('person' | 'architect')[];
  /** `WORKFLOW: EVENT DETAIL`: it dies at its first commit that has one of these. */
  readonly dies: readonly string[];
  /** Where it writes what it died of. */
  readonly log: string;
}

/** `SIGKILL`: it died where it was told to; null: it came to the end. */
export const pmProcess = (settings: PmProgramSettings): Promise<string | null> =>
  dyingProcess(PROGRAM, [JSON.stringify(settings)]);
