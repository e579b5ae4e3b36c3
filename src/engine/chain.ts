// The hash chain of a run's history: each commit's hash takes in the one before, so that nothing can be changed unseen.

export interface ChainedCommit {
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly actor: string;
  readonly channel: string;
}

/** The head before the first commit. */
export const CHAIN_START = '';

/** Both hashes are hex digests of SHA-256; `textHash` is that of the commit's text, which may be all that is left. */
export function chained(
  previous: string,
  run: string,
  commit: ChainedCommit,
  textHash: string,
  sha256: (text: string) => string,
): string {
  const { first, last, at, actor, channel } = commit;
  return sha256(`${previous}\n${run}\n${first}\n${last}\n${at}\n${JSON.stringify(actor)}\n${channel}\n${textHash}`);
}

/** The hash of a seal takes in the seal before it (CHAIN_START for the first), when it was made and what it seals. */
export function sealed(previous: string, at: number, text: string, sha256: (text: string) => string): string {
  return sha256(`${previous}\n${at}\n${text}`);
}
