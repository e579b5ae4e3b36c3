// How long a brief may be. Rules read every sentence of it, and it is part of every prompt.

const BRIEF_BYTES_MAX = 200_000;

/** What is wrong with its length; nothing where it is fine. */
export function tooLongBrief(brief: string): readonly string[] {
  const bytes = Buffer.byteLength(brief);
  if (bytes <= BRIEF_BYTES_MAX) return [];
  const found = (bytes / 1_000).toFixed(0);
  return [`Expected a brief of at most ${BRIEF_BYTES_MAX / 1_000} KB, found ${found} KB`];
}
