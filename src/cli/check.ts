// `signoff check FILE...`: problems and warnings of diagrams.

import type { SystemEntry } from '../ports/system.ts';
import { loadWorkflowFile } from '../runtime/load-workflow.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { paintFor } from './paint.ts';
import { countLine, countProblems, problemLine, widthFor } from './show-problems.ts';
import { stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';

interface CheckOptions {
  readonly json: boolean;
  /** Every diagram knows these by name. */
  readonly systems: readonly SystemEntry[];
}

export async function check(files: readonly string[], { json, systems }: CheckOptions): Promise<ExitCode> {
  const checked = [];
  for (const file of files) {
    const { problems, workflow } = await loadWorkflowFile(file, { systems });
    checked.push({ file, ok: workflow !== null, problems });
  }
  const count = countProblems(checked.flatMap(({ problems }) => problems));
  if (json) {
    stdout.write(`${jsonText({ files: checked, ...count })}\n`);
  } else {
    const paint = paintFor(stdout);
    const lines = checked.flatMap(({ file, problems }) =>
      problems.map((found) => problemLine(file, found, paint, widthFor(stdout))),
    );
    stdout.write(`${[...lines, countLine(count, files.length, paint)].join('\n')}\n`);
  }
  return count.problems > 0 ? EXIT.refused : EXIT.done;
}
