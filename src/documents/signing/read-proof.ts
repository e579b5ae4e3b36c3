// Reads a proof of a signature from a file: anyone may have written it, so that nothing in it is taken for granted.

import { type DocumentProof, PROOF_FORMAT, type ProofCommit, type ProofSeal } from './document-proof.ts';
import { SIGNED_KINDS } from './signed-kinds.ts';

/** null: it is none. */
export function readProof(text: string): DocumentProof | null {
  const given = objectIn(text);
  if (given === null || given.format !== PROOF_FORMAT || !SIGNED_KINDS.some((kind) => kind === given.kind)) return null;
  const isText = ['run', 'head', 'shown', 'written'].every((name) => typeof given[name] === 'string');
  const { commits, seal } = given;
  if (!isText || !Array.isArray(commits) || !commits.every(isCommit) || !(seal === null || isSeal(seal))) return null;
  return given as unknown as DocumentProof;
}

type Fields = { readonly [name: string]: unknown };

function objectIn(text: string): Fields | null {
  try {
    const given: unknown = JSON.parse(text);
    return typeof given === 'object' && given !== null ? (given as Fields) : null;
  } catch {
    return null;
  }
}

const has = (given: unknown, type: 'string' | 'number', names: readonly string[]): boolean =>
  typeof given === 'object' && given !== null && names.every((name) => typeof (given as Fields)[name] === type);

function isCommit(given: unknown): given is ProofCommit {
  const { text } = (given ?? {}) as Fields;
  const isRead = text === null || typeof text === 'string';
  return (
    isRead && has(given, 'number', ['first', 'last', 'at']) && has(given, 'string', ['actor', 'channel', 'textHash'])
  );
}

const isSeal = (given: unknown): given is ProofSeal =>
  has(given, 'number', ['number', 'at']) && has(given, 'string', ['text', 'previous', 'hash']);
