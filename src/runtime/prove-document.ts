// Makes the proof of a document's signature from the store: the run's commits, what its gate showed, the first seal.

import { hash } from 'node:crypto';
import {
  type DocumentProof,
  entriesOf,
  PROOF_FORMAT,
  type ProofCommit,
  type SignedPlace,
} from '../documents/signing/document-proof.ts';
import { signedPart } from '../documents/signing/signed-part.ts';
import { CHAIN_START } from '../engine/chain.ts';
import { eventsOf } from '../engine/commit-text.ts';
import { readValue, referencesOf, type Value } from '../engine/value.ts';
import type { Json } from '../json.ts';
import type { RunRow, Store, StoredCommit } from '../ports/store.ts';
import { placeOf } from './live-run.ts';

export const sha256 = (text: string): string => hash('sha256', text, 'hex');

const PAGE = 500;

/** An approval in the history, with the record's field as it stood then, and the file that was ordered after it. */
interface Approval {
  readonly number: number;
  readonly first: number;
  readonly shown: Value;
  written: { readonly first: number; readonly content: Value } | null;
}

/** A sentence where there is nothing to prove it by. */
export async function proveDocument(
  store: Store,
  row: RunRow,
  place: SignedPlace,
  document: string,
): Promise<DocumentProof | string> {
  const { kind } = place;
  const { commits, approvals } = await readHistory(store, row, place);
  if (approvals.length === 0 && commits.some(({ text }) => text === null))
    return 'Expected an approval in its history, found that its data was erased.';
  const found = await signedOne(store, approvals, place, document);
  if (typeof found === 'string') return found;
  const { number, first, shown, written, writtenAt } = found;
  const needed = new Set([first, writtenAt]);
  const kept = commits.map(({ text, textHash, ...commit }): ProofCommit => {
    const own = text === null ? (textHash ?? '').replace(/^sha256:/, '') : sha256(text);
    return { ...commit, text: needed.has(commit.first) ? text : null, textHash: own };
  });
  const seal = await sealOf(store, row, Math.max(number, writtenAt));
  return { format: PROOF_FORMAT, kind, run: row.run, commits: kept, head: row.hash, shown, written, seal };
}

async function readHistory(store: Store, { key, run, head }: RunRow, { step, field, file }: SignedPlace) {
  const commits: StoredCommit[] = [];
  const approvals: Approval[] = [];
  let now: Value | undefined;
  for (let number = 0; number < head; ) {
    const page = await store.commitsOf(key, number, PAGE);
    if (page.length === 0) break;
    for (const commit of page) {
      if (commit.first > head) break;
      commits.push(commit);
      if (commit.text === null) continue;
      // The answer may change the record in its own commit: what was shown is what stood there before.
      const shown = now;
      let ordered: Value | null = null;
      for (const { type, data, number: at } of eventsOf(commit.text, placeOf(run, commit))) {
        if (type === 'DataSet') now = data.values[field] ?? now;
        if (type === 'TaskCompleted') {
          const order = data.files?.find(({ path }) => path.endsWith(`/${file}`));
          ordered = order !== undefined && 'content' in order ? order.content : null;
          if (ordered !== null) wrote(approvals, commit.first, ordered);
        }
        if (type !== 'VerdictBound' || data.step !== step || data.verdict !== 'approve' || shown === undefined)
          continue;
        approvals.push({ number: at, first: commit.first, shown, written: null });
        // Some documents are ordered with the answer itself.
        if (ordered !== null) wrote(approvals, commit.first, ordered);
      }
    }
    number = page.at(-1)?.last ?? head;
  }
  return { commits, approvals };
}

/** The last order after an approval is what stands. */
function wrote(approvals: readonly Approval[], first: number, content: Value): void {
  const last = approvals.at(-1);
  if (last !== undefined) last.written = { first, content };
}

/** The one that signs this document, else the last. */
async function signedOne(store: Store, approvals: readonly Approval[], { kind, step }: SignedPlace, document: string) {
  const signed = signedPart(kind, document);
  let found = null;
  for (const { number, first, shown: value, written: order } of approvals) {
    if (order === null) continue;
    const [shown, written] = [await textOf(store, value), await textOf(store, order.content)];
    if (shown === null || written === null) continue;
    const one = { number, first, shown, written, writtenAt: order.first };
    if (found === null || signedPart(kind, shown) === signed || signedPart(kind, found.shown) !== signed) found = one;
  }
  if (found !== null) return found;
  return approvals.length === 0
    ? `Expected an approval at ${step} in its history, found none.`
    : 'Expected what was shown at the approval in the store, found that it was removed or erased.';
}

async function textOf(store: Store, value: Value): Promise<string | null> {
  const refs = referencesOf(value);
  const texts = refs.length === 0 ? new Map<string, string>() : await store.payloads(refs);
  if (refs.some((ref) => !texts.has(ref))) return null;
  const payloads = new Map([...texts].map(([ref, text]) => [ref, JSON.parse(text) as Json]));
  const read = readValue(value, [], payloads);
  return typeof read === 'string' ? read : null;
}

/** The first seal over an event of this run at or after `number`. */
async function sealOf(store: Store, { key }: RunRow, number: number) {
  let previous = CHAIN_START;
  for (let after = 0; ; ) {
    const page = await store.seals(after, PAGE);
    if (page.length === 0) return null;
    for (const { id, at, text, hash: own } of page) {
      const isIt = entriesOf(text).some(([of, head]) => of === key && head >= number);
      if (isIt) return { number: id, at, text, previous, hash: own };
      [previous, after] = [own, id];
    }
  }
}
