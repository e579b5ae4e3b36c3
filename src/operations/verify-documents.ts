// Operations that prove a document's signature: against the history in the store, or by a proof that needs no store.

import { writeFile } from 'node:fs/promises';
import * as z from 'zod';
import { lineDiff } from '../documents/markdown/line-diff.ts';
import { checkDocument, type DocumentProof, type ProofSeal } from '../documents/signing/document-proof.ts';
import { readProof } from '../documents/signing/read-proof.ts';
import { readSignature } from '../documents/signing/signature.ts';
import {
  isStatusOf,
  SIGNED_KINDS,
  type SignedKind,
  signedKindOf,
  signedPart,
} from '../documents/signing/signed-part.ts';
import { proveDocument, sha256 } from '../runtime/prove-document.ts';
import { readText } from '../runtime/read-text.ts';
import { defineOperation, reject } from './define-operation.ts';
import { documentNamed, findFolder, findProject } from './document-files.ts';
import type { OperationContext } from './operation-context.ts';

const DIFFERENCES_MAX = 200;
const HEX = /^(?:sha256:)?[0-9a-f]{64}$/i;

const document = z
  .string()
  .min(1)
  .describe('a signed document, or the name of a folder of documents: the last one in it');
const project = z.string().min(1).default('.').describe("the project's folder, for a feature's id");

interface Found {
  readonly path: string;
  readonly text: string;
  readonly kind: SignedKind;
  /** As its status block says. */
  readonly run: string;
}

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
  output: z.object({
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
        signed: z.string().describe('the hash of what was shown, without status block and table'),
      })
      .nullable(),
    head: z.string(),
    seal: z.object({ number: z.number(), at: z.string(), hash: z.string() }).nullable(),
    problems: z.array(z.string()),
    differences: z.array(z.object({ kind: z.enum(['added', 'removed']), text: z.string() })),
    proves: z.array(z.string()),
    cannotProve: z.array(z.string()),
  }),
  async handler(context, input) {
    const found = await findDocument(context, input.document, input.project);
    const proof = input.proof === undefined ? await proofFromStore(context, found) : proofAt(input.proof, found);
    return checked(found, proof, input.seal, input.proof !== undefined);
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
    seal: z.object({ number: z.number(), at: z.string(), hash: z.string() }).nullable(),
  }),
  async handler(context, input) {
    const found = await findDocument(context, input.document, input.project);
    const proof = await proofFromStore(context, found);
    const { problems } = checkDocument(found.text, proof, sha256);
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

async function findDocument(context: OperationContext, named: string, inProject: string): Promise<Found> {
  const { path, text } = /[./\\]/.test(named) ? fileNamed(context, named) : await lastOf(context, named, inProject);
  const kind = signedKindOf(text);
  const signature = readSignature(text, isStatusOf(kind));
  if (signature !== null) return { path, text, kind, run: signature.run };
  const found = 'no Approver, Approved, Signed and Run in its status block';
  return reject('document-not-signed', `Expected a signed document at ${path}, found ${found}.`);
}

function fileNamed({ readsFiles }: OperationContext, path: string) {
  if (!readsFiles) reject('invalid-request', 'Documents can be read only by a caller on this machine.');
  const read = readText(path);
  return 'text' in read
    ? { path, text: read.text }
    : reject(read.code, `Expected a text file at ${path}, found ${read.found}.`);
}

/** The document that is written last. */
async function lastOf(context: OperationContext, name: string, inProject: string) {
  const project = await findProject(context, inProject);
  const folder = await findFolder(context, project, name, undefined, ({ items }) => items !== undefined);
  const { path, text } = documentNamed(folder, folder.documents.kinds.at(-1)?.name ?? '');
  return { path: `${project}/${path}`, text };
}

async function proofFromStore(context: OperationContext, { kind, run, text }: Found): Promise<DocumentProof> {
  const store = await context.store();
  const row = await store.run(run);
  if (row === null)
    return reject('unknown-run', `Expected the run ${run}, which the document names, in ${store.place}, found none.`);
  const proof = await proveDocument(store, row, kind, text);
  return typeof proof === 'string' ? reject('signature-not-proved', proof) : proof;
}

function proofAt(path: string, { kind }: Found): DocumentProof {
  const read = readText(path);
  if (!('text' in read)) return reject(read.code, `Expected a text file at ${path}, found ${read.found}.`);
  const proof = readProof(read.text);
  return proof?.kind === kind
    ? proof
    : reject('proof-unreadable', `Expected a proof of a ${kind} in ${path}, found something else.`);
}

function checked(found: Found, proof: DocumentProof, kept: string | undefined, isAlone: boolean) {
  const { signature, seal, problems } = checkDocument(found.text, proof, sha256, kept);
  const [then, now] = [signedPart(found.kind, proof.shown), signedPart(found.kind, found.text)];
  const differences = lineDiff(then, now).flatMap(({ kind, text }) => (kind === 'same' ? [] : [{ kind, text }]));
  const shownSignature = signature && {
    ...{ actor: signature.actor, osUser: signature.osUser, source: signature.source, channel: signature.channel },
    ...{ at: new Date(signature.at).toISOString(), step: signature.step, event: signature.number },
    signed: `sha256:${sha256(then)}`,
  };
  return {
    ...{ ok: problems.length === 0, document: found.path, kind: found.kind, run: proof.run },
    ...{ signature: shownSignature, head: proof.head, seal: sealShown(seal), problems: [...problems] },
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
  const owner = "That the store's owner did not write the whole history anew: only a seal kept elsewhere does";
  const by = osUser === null ? 'the caller' : `OS user ${osUser}`;
  const name = `That the name is right: it was stated by ${by}, not proved.`;
  return [...(seal !== null && kept !== undefined ? [] : [`${owner} (--seal HASH).`]), name];
}

function sealShown(seal: ProofSeal | null) {
  return seal && { number: seal.number, at: new Date(seal.at).toISOString(), hash: seal.hash };
}
