// The lines that a patch adds, with their numbers in the new file.

export interface AddedLine {
  readonly line: number;
  readonly text: string;
  /** The line after it in the new file, where the patch shows it. */
  readonly next: string | null;
}

export function addedLines(patch: string): readonly AddedLine[] {
  const shown: { line: number; text: string; isAdded: boolean }[] = [];
  let line = 0;
  for (const row of patch.split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(row);
    if (hunk !== null) line = Number(hunk[1]);
    else if (!row.startsWith('-') && !row.startsWith('\\')) {
      shown.push({ line, text: row.slice(1), isAdded: row.startsWith('+') });
      line++;
    }
  }
  return shown.flatMap(({ isAdded, ...own }, at) => {
    if (!isAdded) return [];
    const next = shown[at + 1];
    return [{ ...own, next: next?.line === own.line + 1 ? next.text : null }];
  });
}
