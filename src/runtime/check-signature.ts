// Whether the signature of a document in a project holds: by the history in the store, else by a proof beside the file.

import { checkDocument, type DocumentProof, type SignedPlace } from '../documents/signing/document-proof.ts';
import { readProof } from '../documents/signing/read-proof.ts';
import { signatureIn, signedKindOf, statusPlace } from '../documents/signing/signed-part.ts';
import { StoreFault } from '../errors.ts';
import type { ProjectFiles } from '../ports/project-files.ts';
import type { Store } from '../ports/store.ts';
import type { SignatureCheck } from '../ports/system.ts';
import { proveDocument, sha256 } from './prove-document.ts';
import { placeAt, type SystemPlace } from './signed-places.ts';

export const PROOF_ENDING = '.proof.json';

export interface SignatureSources {
  readonly files: Pick<ProjectFiles, 'read'>;
  /** The store is opened for this alone, and only where the document says that someone signed it. */
  openStore(): Promise<Store>;
  places(): Promise<readonly SystemPlace[]>;
}

export async function checkSignature(
  path: string,
  { files, openStore, places }: SignatureSources,
): Promise<SignatureCheck> {
  const text = await files.read(path);
  if (text === null) return unproved(`Expected a signed document at ${path}, found nothing there.`);
  const kind = signedKindOf(text);
  const signature = signatureIn(kind, text);
  const place = placeAt(await places(), kind, path);
  if (signature === null || place === null)
    return unproved(`Expected a signed document at ${path}, found no signature in its ${statusPlace(kind)}.`);
  const stored = await fromStore(openStore, signature.run, place, text);
  if (typeof stored !== 'string') return checked(text, stored, place, 'history');
  const beside = await files.read(`${path}${PROOF_ENDING}`);
  if (beside === null) {
    const fix = `"signoff documents proof ${path}" writes one where it was signed.`;
    return unproved(stored, `Nor is there a proof beside it (${PROOF_ENDING}): ${fix}`);
  }
  const proof = readProof(beside);
  if (proof?.kind === kind && proof.run === signature.run) return checked(text, proof, place, 'proof');
  return unproved(stored, `Expected a proof of this ${kind} in ${path}${PROOF_ENDING}, found something else.`);
}

/** A sentence where the store cannot tell. */
async function fromStore(
  openStore: () => Promise<Store>,
  run: string,
  place: SignedPlace,
  text: string,
): Promise<DocumentProof | string> {
  let store: Store | null = null;
  try {
    store = await openStore();
    const row = await store.run(run);
    if (row === null) return `Expected the run ${run}, which the document names, in ${store.place}, found none.`;
    return await proveDocument(store, row, place, text);
  } catch (thrown) {
    if (!(thrown instanceof StoreFault)) throw thrown;
    return `The store could not be asked: ${thrown.message}`;
  } finally {
    await store?.close();
  }
}

function checked(text: string, proof: DocumentProof, place: SignedPlace, by: 'history' | 'proof'): SignatureCheck {
  const { signature, problems } = checkDocument(text, proof, { place, sha256 });
  return {
    ...{ isProved: problems.length === 0, by, problems, signer: signature?.actor ?? null },
    signedAt: signature === null ? null : new Date(signature.at).toISOString(),
  };
}

const unproved = (...problems: string[]): SignatureCheck => ({
  ...{ isProved: false, by: null, signer: null, signedAt: null, problems },
});
