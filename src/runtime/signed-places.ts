// Where the documents of systems are signed: the gate, what it shows there, and the form of the signature.

import type { SignedPlace } from '../documents/signing/document-proof.ts';
import { type SignedKind, signatureIn, signedPart } from '../documents/signing/signed-part.ts';
import type { DocumentKind, DocumentKinds, Texts } from '../ports/system.ts';
import { sha256 } from './sha256.ts';

export interface SystemPlace extends SignedPlace {
  /** All that lies in the folder with it. */
  readonly documents: DocumentKinds;
}

/** null: nobody signs it. */
export function signedPlace({ file, keptIn, signed }: DocumentKind, documents: DocumentKinds): SystemPlace | null {
  if (signed === undefined || keptIn === undefined) return null;
  return { kind: signed.form, step: signed.step, field: keptIn, file, documents };
}

export function signedPlaces(
  systems: readonly { readonly documents?: DocumentKinds | undefined }[],
): readonly SystemPlace[] {
  return systems.flatMap(
    ({ documents }) => documents?.kinds.flatMap((kind) => signedPlace(kind, documents) ?? []) ?? [],
  );
}

/** Where a text of this kind at this path is signed; systems that sign in the same form are distinguished by the
 *  file. */
export function placeAt(places: readonly SystemPlace[], kind: SignedKind, path: string): SystemPlace | null {
  const same = places.filter((place) => place.kind === kind);
  return same.find(({ file }) => `/${path}`.endsWith(`/${file}`)) ?? same[0] ?? null;
}

/** What was changed since it was signed, in sentences, by the documents' own words: who signed is not asked here. */
export async function changedSinceSigned(documents: DocumentKinds, texts: Texts): Promise<readonly string[]> {
  const edited = documents.kinds.flatMap(({ name, file, signed }) => {
    const text = texts[name];
    const signature = signed === undefined || text === undefined ? null : signatureIn(signed.form, text);
    if (signed === undefined || text === undefined || signature === null) return [];
    const isSame = signature.signed === sha256(signedPart(signed.form, text));
    return isSame ? [] : [`${file} was changed since it was approved.`];
  });
  return [...edited, ...((await documents.changedSince?.(texts)) ?? [])];
}
