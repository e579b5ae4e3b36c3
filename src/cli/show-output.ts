// What operations give, as words for people, and as the program's exit code.

import type { RunStatus } from '../engine/run-state.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import type { Lines, Screen } from './screen.ts';
import { agentLines } from './show-agents.ts';
import { callLines } from './show-calls.ts';
import { conformLines } from './show-conform.ts';
import { documentLines } from './show-documents.ts';
import { noticeLines } from './show-notices.ts';
import { runLines } from './show-runs.ts';
import { storeLines } from './show-store.ts';
import { taskLines } from './show-tasks.ts';
import { workflowLines } from './show-workflows.ts';
import { jsonText } from './terminal-text.ts';

const LINES: Lines = {
  ...{ ...workflowLines, ...runLines, ...taskLines, ...agentLines, ...callLines },
  ...{ ...documentLines, ...conformLines, ...noticeLines, ...storeLines },
};

export function outputLines(operation: string, output: unknown, screen: Screen): string[] {
  const shows = Object.hasOwn(LINES, operation) ? LINES[operation] : undefined;
  const lines = shows === undefined ? jsonText(output).split('\n') : shows(output as never, screen);
  // A line is one line: no name or tag begins another that looks like ours.
  return lines.map((line) => (line.includes('\n') ? line.replace(/(?<!\s)\s*\n\s*/g, ' ') : line));
}

const JUDGING: ReadonlySet<string> = new Set([
  ...[
    'workflows.check',
    'tasks.check',
    'documents.lint',
    'documents.verify',
    'store.verify',
    'doctor',
    'agents.test',
    'conform',
  ],
]);

/** Operations that look at something say by the exit code what they found. */
export function exitCodeFor(operation: string, output: unknown): ExitCode {
  const found = output as {
    ok?: boolean;
    possible?: boolean;
    allowed?: boolean;
    status?: RunStatus;
    partial?: unknown;
    waited?: string;
  };
  if (JUDGING.has(operation)) return found.ok ? EXIT.done : EXIT.refused;
  if (operation === 'agents.allow') return found.allowed ? EXIT.done : EXIT.refused;
  if (operation === 'runs.migrate') return found.possible ? EXIT.done : EXIT.refused;
  if (operation !== 'runs.wait') return EXIT.done;
  if (found.waited === 'time-up') return EXIT.refused;
  if (found.status === 'completed') return found.partial ? EXIT.partial : EXIT.done;
  return found.status === 'on_hold' || found.status === 'paused' ? EXIT.onHold : EXIT.refused;
}
