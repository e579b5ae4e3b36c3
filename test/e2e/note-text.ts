// The text of a file that test programs write: large enough to be a payload, and to be caught half written.

export function noteText(run: string, signature = 'unsigned'): string {
  return `${run} ${signature}\n`.repeat(8_000);
}
