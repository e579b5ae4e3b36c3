// A proof of a signature that needs no store: the run's chain of commits, with the texts that hold the verdict, and
// what was shown. It is held against the document here; where the store is available, the proof is made from it first.

import { CHAIN_START, chained, sealed } from '../../engine/chain.ts';
import { eventsOf } from '../../engine/commit-text.ts';
import type { Actor, AnyEvent, Channel } from '../../engine/events.ts';
import { INLINE_BYTES_MAX } from '../../engine/value.ts';
import { lineDiff } from '../markdown/line-diff.ts';
import { approverText, type Signature } from './signature.ts';
import { type SignedKind, signatureIn, signatureNames, signedPart, statusLines, statusPlace } from './signed-part.ts';

export const PROOF_FORMAT = 'signoff-document-proof-1';

/** Where a kind of document is signed, as its system says. */
export interface SignedPlace {
  readonly kind: SignedKind;
  /** The gate, and the field of the record that it shows. */
  readonly step: string;
  readonly field: string;
  /** From the folder of its documents. */
  readonly file: string;
}

export interface ProofCommit {
  readonly first: number;
  readonly last: number;
  readonly at: number;
  readonly actor: Actor;
  readonly channel: Channel;
  /** Of those that hold the verdict and the order to write the file; of others the hash is enough. */
  readonly text: string | null;
  /** Hex. */
  readonly textHash: string;
}

export interface ProofSeal {
  readonly number: number;
  readonly at: number;
  readonly text: string;
  /** The hash of the seal before it. */
  readonly previous: string;
  readonly hash: string;
}

export interface DocumentProof {
  readonly format: typeof PROOF_FORMAT;
  readonly kind: SignedKind;
  readonly run: string;
  readonly commits: readonly ProofCommit[];
  /** The chain's hash after the last of them. */
  readonly head: string;
  /** The text that was shown to the signer. */
  readonly shown: string;
  /** The document as the run ordered it to be written. */
  readonly written: string;
  /** The first that seals the verdict; null: none has yet. */
  readonly seal: ProofSeal | null;
}

export interface ProvenSignature {
  readonly actor: Actor;
  readonly osUser: string | null;
  readonly source: string | null;
  readonly channel: Channel;
  readonly at: number;
  readonly step: string;
  /** Of the event that holds the verdict. */
  readonly number: number;
}

export interface CheckedDocument {
  readonly signature: ProvenSignature | null;
  /** null: the seal given, or in the proof, says nothing of it. */
  readonly seal: ProofSeal | null;
  /** What does not hold, in sentences; none: the signature is proved. */
  readonly problems: readonly string[];
}

type Sha256 = (text: string) => string;

export interface CheckSource {
  readonly place: Pick<SignedPlace, 'step' | 'field'>;
  readonly sha256: Sha256;
  /** The hash of one that was kept elsewhere. */
  readonly seal?: string | undefined;
}

export function checkDocument(
  document: string,
  proof: DocumentProof,
  { place, sha256, seal }: CheckSource,
): CheckedDocument {
  const { hashes, problem } = chainOf(proof, sha256);
  const found = verdictIn(proof, place, sha256);
  const problems = problem === null ? [] : [problem];
  if (found === null) {
    problems.push('Expected an approval of what was shown in the history, found none.');
    return { signature: null, seal: null, problems };
  }
  problems.push(...contentProblems(document, proof, sha256), ...statusProblems(document, proof, found, sha256));
  if (found.channel === 'rehearsal') problems.push('Expected a verdict that counts, found one given in a rehearsal.');
  const sealing = sealProblems(proof, hashes, found.number, seal, sha256);
  problems.push(...sealing);
  return { signature: found, seal: sealing.length === 0 ? proof.seal : null, problems };
}

/** The chain's hash after each commit, by its last event. */
function chainOf({ run, commits, head }: DocumentProof, sha256: Sha256) {
  const hashes = new Map<number, string>();
  let [previous, number] = [CHAIN_START, 0];
  for (const commit of commits) {
    if (commit.first !== number + 1 || commit.last < commit.first)
      return { hashes, problem: `Expected event ${number + 1} next, found a commit of ${commit.first}.` };
    const textHash = commit.text === null ? commit.textHash : sha256(commit.text);
    previous = chained(previous, run, commit, textHash, sha256);
    number = commit.last;
    hashes.set(number, previous);
  }
  if (previous === head) return { hashes, problem: null };
  const found = `found ${previous.slice(0, 12) || 'nothing'}`;
  return { hashes, problem: `Expected the chain to end in ${head.slice(0, 12)}, ${found}: the history was changed.` };
}

function eventsIn({ run, commits }: DocumentProof): AnyEvent[] {
  return commits.flatMap((commit) => (commit.text === null ? [] : eventsOf(commit.text, { run, ...commit })));
}

/** The last approval of exactly what was shown. */
function verdictIn(
  proof: DocumentProof,
  { step, field }: CheckSource['place'],
  sha256: Sha256,
): ProvenSignature | null {
  const shown = shownHash(field, proof.shown, sha256);
  const event = eventsIn(proof).findLast(
    ({ type, data }) =>
      type === 'VerdictBound' && data.step === step && data.verdict === 'approve' && data.shown === shown,
  );
  if (event?.type !== 'VerdictBound') return null;
  const { actor, channel, at, number, data } = event;
  const { osUser = null, source = null } = data.stated ?? {};
  return { actor, osUser, source, channel, at, step, number };
}

/** As a gate that shows one field of the record binds its verdict: a long text stands there by its own hash. */
function shownHash(field: string, text: string, sha256: Sha256): string {
  const json = JSON.stringify(text);
  const value = json.length <= INLINE_BYTES_MAX ? text : { $ref: `sha256:${sha256(json)}`, bytes: json.length };
  return `sha256:${sha256(JSON.stringify([[`data.${field}`, value]]))}`;
}

function contentProblems(document: string, { kind, shown }: DocumentProof, sha256: Sha256): string[] {
  const [now, then] = [document, shown].map((text) => sha256(signedPart(kind, text)));
  if (now === then) return [];
  const hashes = `${then?.slice(0, 12)} was signed, the file has ${now?.slice(0, 12)}`;
  return [`Expected the document as it was signed, found that it was changed since (${hashes}).`];
}

/** What the status block says of the signature must be what the run wrote there. */
function statusProblems(
  document: string,
  proof: DocumentProof,
  { actor, osUser, channel }: ProvenSignature,
  sha256: Sha256,
): string[] {
  const { kind, written } = proof;
  const digest = `sha256:${sha256(written)}`;
  const isOrdered = eventsIn(proof).some(
    ({ type, data }) =>
      type === 'TaskCompleted' && (data.files ?? []).some((file) => 'new' in file && file.new === digest),
  );
  if (!isOrdered) return ['Expected the signed document among the files the run wrote, found it not there.'];
  const approver = approverText(actor, osUser ?? undefined, channel === 'rehearsal');
  const expected = signatureIn(kind, written);
  const found = signatureIn(kind, document);
  if (found === null) return [`Expected a ${statusPlace(kind)} that says who signed, found none.`];
  const differing = (['approver', 'approvedAt', 'signed', 'run'] as const).filter(
    (name) => found[name] !== (name === 'approver' ? approver : expected?.[name]),
  );
  return [
    ...differing.map((name) =>
      said(kind, name, name === 'approver' ? approver : (expected?.[name] ?? ''), found[name]),
    ),
    ...lineProblems(kind, written, document),
  ];
}

/** No signature covers the block, and nobody but the run writes it. */
function lineProblems(kind: SignedKind, written: string, document: string): string[] {
  const [then, now] = [written, document].map((text) => withoutSignature(kind, statusLines(kind, text)));
  return lineDiff((then ?? []).join('\n'), (now ?? []).join('\n')).flatMap(({ kind: change, text }) => {
    if (change === 'same' || text === '') return [];
    const line = JSON.stringify(text);
    return change === 'removed'
      ? [`Expected ${line} in the ${statusPlace(kind)}, as the run wrote it, found it changed or gone.`]
      : [`Expected nothing in the ${statusPlace(kind)} that the run did not write, found ${line}.`];
  });
}

/** Its first fields of the signature are given by name. */
function withoutSignature(kind: SignedKind, lines: readonly string[]): readonly string[] {
  const left = new Set<string>(Object.values(signatureNames(kind)));
  const field = kind === 'design' ? /^([a-z_]+):/ : /^[-*+] \*\*([^*]+)\*\*:/;
  return lines.filter((line) => !left.delete(field.exec(line)?.[1] ?? ''));
}

function said(kind: SignedKind, name: keyof Signature, expected: string, found: string): string {
  return `Expected "${signatureNames(kind)[name]}: ${expected}" in the ${statusPlace(kind)}, found "${found}".`;
}

function sealProblems(
  { seal }: DocumentProof,
  hashes: ReadonlyMap<number, string>,
  number: number,
  kept: string | undefined,
  sha256: Sha256,
): string[] {
  if (seal === null)
    return kept === undefined ? [] : ['Expected a seal in the proof, found none: it was made too early.'];
  const wanted = kept?.replace(/^sha256:/, '').toLowerCase();
  if (wanted !== undefined && wanted !== seal.hash)
    return [`Expected the seal ${wanted.slice(0, 12)}, found seal ${seal.number}, ${seal.hash.slice(0, 12)}.`];
  const isSeal = sealed(seal.previous, seal.at, seal.text, sha256) === seal.hash;
  const isIn = entriesOf(seal.text).some(([, head, hash]) => head >= number && hashes.get(head) === hash);
  return isSeal && isIn ? [] : [`Expected seal ${seal.number} to hold this history, found that it does not.`];
}

/** `[key, head, hash]` of each run that it seals. */
export function entriesOf(text: string): readonly (readonly [number, number, string])[] {
  try {
    return JSON.parse(text) as [number, number, string][];
  } catch {
    return [];
  }
}
