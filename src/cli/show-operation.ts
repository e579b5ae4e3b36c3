// What an operation of a system gave, on the terminal or as JSON, and its exit code.

import type { Rejection } from '../engine/context.ts';
import type { Json } from '../json.ts';
import type { SystemOperation } from '../ports/system-operation.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { printRejection } from './perform-command.ts';
import { widthFor } from './show-problems.ts';
import { severalLines } from './shown-text.ts';
import { asStarted } from './started-as.ts';
import { stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

export async function showOperation(
  { show }: SystemOperation,
  { output, hasFindings }: { readonly output: Json; readonly hasFindings: boolean },
  isJson: boolean,
): Promise<ExitCode> {
  const lines = isJson ? [jsonText(output)] : (await show(output, widthFor(stdout))).map(shownLine);
  stdout.write(`${lines.join('\n')}\n`);
  return hasFindings ? EXIT.refused : EXIT.done;
}

/** What stands in a project's files may hold anything: nothing of it moves the cursor or begins a line. */
const shownLine = (line: string): string => asStarted(severalLines(line).join(' '));

export const refusedOperation = (rejection: Rejection, isJson: boolean): ExitCode => printRejection(rejection, isJson);
