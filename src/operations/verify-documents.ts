// Operations that prove a document's signature: against the history in the store, or by a proof that needs no store.

import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { lineDiff } from '../documents/markdown/line-diff.ts';
import { checkDocument, type DocumentProof, type ProofSeal } from '../documents/signing/document-proof.ts';
import { readProof } from '../documents/signing/read-proof.ts';
import { SIGNED_KINDS } from '../documents/signing/signed-kinds.ts';
import { signedPart } from '../documents/signing/signed-part.ts';
import { proveDocument, sha256 } from '../runtime/prove-document.ts';
import { readText } from '../runtime/read-text.ts';
import { defineOperation, RejectionError, reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';
import { findSigned, type SignedDocument } from './signed-documents.ts';

const DIFFERENCES_MAX = 200;
const HEX = /^(?:sha256:)?[0-9a-f]{64}$/i;

const document = z
  .string()
  .min(1)
  .describe('a signed document, or the name of a folder of documents: the last one that each system had signed');
const project = z.string().min(1).default('.').describe("the project's folder, for a feature's id");

const seal = z.object({ number: z.number(), at: z.string(), hash: z.string() }).nullable();

const verified = z.object({
  ok: z.boolean(),
  document: z.string(),
  kind: z.enum(SIGNED_KINDS),
  run: z.string(),
  signature: z
    .object({
      actor: z.string(),
      osUser: z.string().nullable().describe('who stated the name; null: nobody is known to have'),
      source: z.string().nullable(),
      channel: z.string(),
      at: z.string(),
      step: z.string(),
      event: z.number(),
      signed: z.string().describe('the hash of what was shown, without what says how the document stands'),
    })
    .nullable(),
  head: z.string(),
  seal,
  problems: z.array(z.string()),
  differences: z.array(z.object({ kind: z.enum(['added', 'removed']), text: z.string() })),
  proves: z.array(z.string()),
  cannotProve: z.array(z.string()),
});
type VerifyResult = z.infer<typeof verified>;

export const verify = defineOperation({
  name: 'documents.verify',
  summary: 'prove who signed a document, when and what, against the history; says what was changed since',
  who: 'viewer',
  changes: false,
  places: ['document'],
  input: z.object({
    document,
    project,
    proof: z.string().min(1).optional().describe('a file that documents proof wrote; no store is needed then'),
    seal: z.string().regex(HEX, 'a hash of 64 hex digits').optional().describe('the hash of a seal kept elsewhere'),
  }),
  output: verified.extend({
    ok: z.boolean().describe('of all of them'),
    others: z.array(verified).describe('documents of the same folder that other systems had signed'),
    notSigned: z.array(z.string()).describe('documents of the folder that nobody has signed yet'),
  }),
  async handler(context, input) {
    const { signed, notSigned } = await findSigned(context, input.document, input.project);
    const [first, ...others] = signed;
    const evidence = input.proof ?? input.seal;
    if (others.length > 0 && evidence !== undefined) return severalFor(evidence, signed);
    const own = await verifiedOne(context, first, input, others.length === 0);
    const rest: VerifyResult[] = [];
    for (const found of others) rest.push(await verifiedOne(context, found, input, false));
    return { ...own, ok: [own, ...rest].every(({ ok }) => ok), others: rest, notSigned: [...notSigned] };
  },
});

export const prove = defineOperation({
  name: 'documents.proof',
  summary: "write a file that proves a document's signature without the store",
  who: 'viewer',
  changes: false,
  places: ['document'],
  input: z.object({
    document,
    project,
    out: z.string().min(1).optional().describe('where to, instead of beside the document; it must not exist yet'),
  }),
  output: z.object({
    document: z.string(),
    file: z.string(),
    run: z.string(),
    head: z.string(),
    seal,
  }),
  async handler(context, input) {
    const { signed } = await findSigned(context, input.document, input.project);
    const [found, ...others] = signed;
    if (others.length > 0) return severalFor('a proof', signed);
    const proof = await proofFromStore(context, found);
    const { problems } = checkDocument(found.text, proof, { place: found.place, sha256 });
    if (problems.length > 0)
      reject('signature-not-proved', `Expected a signature that can be proved, found: ${problems.join(' ')}`, problems);
    const file = input.out ?? `${found.path}.proof.json`;
    try {
      await writeFile(file, `${JSON.stringify(proof, null, 2)}\n`, { flag: 'wx' });
    } catch (thrown) {
      const { code = String(thrown) } = thrown as NodeJS.ErrnoException;
      const why = code === 'EEXIST' ? 'that it exists already' : code;
      reject('proof-not-written', `Expected to write ${file}, found ${why}. Name another with --out.`);
    }
    return { document: found.path, file, run: proof.run, head: proof.head, seal: sealShown(proof.seal) };
  },
});

interface Evidence {
  readonly proof?: string | undefined;
  readonly seal?: string | undefined;
}

/** Of several, one that cannot be proved at all does not keep the others from it. */
async function verifiedOne(
  context: OperationContext,
  found: SignedDocument,
  { proof: path, seal: kept }: Evidence,
  isOnly: boolean,
): Promise<VerifyResult> {
  try {
    const proof = path === undefined ? await proofFromStore(context, found) : proofAt(path, found);
    return checked(found, proof, kept, path !== undefined);
  } catch (thrown) {
    if (isOnly || !(thrown instanceof RejectionError)) throw thrown;
    return {
      ...{ ok: false, document: found.path, kind: found.place.kind, run: found.run, signature: null, head: '' },
      ...{ seal: null, problems: [thrown.rejection.message, ...found.changed], differences: [] },
      ...{ proves: [], cannotProve: [] },
    };
  }
}

function severalFor(what: string, signed: readonly SignedDocument[]): never {
  const paths = signed.map(({ path }) => path).join(', ');
  return reject('ambiguous-document', `Expected one document for ${what}, found ${paths}. Name one by its path.`);
}

async function proofFromStore(context: OperationContext, { place, run, text }: SignedDocument): Promise<DocumentProof> {
  const store = await context.store();
  const row = await store.run(run);
  if (row === null)
    return reject('unknown-run', `Expected the run ${run}, which the document names, in ${store.place}, found none.`);
  const proof = await proveDocument(store, row, place, text);
  return typeof proof === 'string' ? reject('signature-not-proved', proof) : proof;
}

function proofAt(path: string, { place: { kind } }: SignedDocument): DocumentProof {
  const read = readText(path);
  if (!('text' in read)) return reject(read.code, `Expected a text file at ${path}, found ${read.found}.`);
  const proof = readProof(read.text);
  return proof?.kind === kind
    ? proof
    : reject('proof-unreadable', `Expected a proof of a ${kind} in ${path}, found something else.`);
}

function checked(
  found: SignedDocument,
  proof: DocumentProof,
  kept: string | undefined,
  isAlone: boolean,
): VerifyResult {
  const { place } = found;
  const { signature, seal, ...own } = checkDocument(found.text, proof, { place, sha256, seal: kept });
  const problems = [...own.problems, ...found.changed];
  const [then, now] = [signedPart(place.kind, proof.shown), signedPart(place.kind, found.text)];
  const differences = lineDiff(then, now).flatMap(({ kind, text }) => (kind === 'same' ? [] : [{ kind, text }]));
  const shownSignature = signature && {
    ...{ actor: signature.actor, osUser: signature.osUser, source: signature.source, channel: signature.channel },
    ...{ at: new Date(signature.at).toISOString(), step: signature.step, event: signature.number },
    signed: `sha256:${sha256(then)}`,
  };
  return {
    ...{ ok: problems.length === 0, document: found.path, kind: place.kind, run: proof.run },
    ...{ signature: shownSignature, head: proof.head, seal: sealShown(seal), problems },
    differences: differences.slice(0, DIFFERENCES_MAX),
    proves: problems.length > 0 ? [] : provedBy(proof, seal, kept, isAlone),
    cannotProve: limitsOf(signature?.osUser ?? null, seal, kept),
  };
}

function provedBy(
  { commits, head }: DocumentProof,
  seal: ProofSeal | null,
  kept: string | undefined,
  isAlone: boolean,
) {
  const events = commits.at(-1)?.last ?? 0;
  const chain = `The ${events} events of the run chain to ${head}${isAlone ? '.' : ', which is what the store has.'}`;
  if (seal === null) return [chain];
  const given = kept === undefined ? 'compare its hash with one kept elsewhere' : 'whose hash was given';
  return [chain, `The verdict is under seal ${seal.number}, ${seal.hash}: ${given}.`];
}

function limitsOf(osUser: string | null, seal: ProofSeal | null, kept: string | undefined): string[] {
  const owner = "That the store's owner did not rewrite the whole history: only a seal kept elsewhere does";
  const by = osUser === null ? 'the caller' : `OS user ${osUser}`;
  const name = `That the name is right: it was stated by ${by}, not proved.`;
  return [...(seal !== null && kept !== undefined ? [] : [`${owner} (--seal HASH).`]), name];
}

function sealShown(seal: ProofSeal | null) {
  return seal && { number: seal.number, at: new Date(seal.at).toISOString(), hash: seal.hash };
}
