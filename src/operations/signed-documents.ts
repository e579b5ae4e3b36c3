// Finds signed documents by path, or by the name of their folder: of each system that wrote there, the last it signs.

import { resolve } from 'node:path';
import { signatureIn, signedKindOf, statusPlace } from '../documents/signing/signed-part.ts';
import type { DocumentKinds, Texts } from '../ports/system.ts';
import { readText } from '../runtime/read-text.ts';
import { placeAt, type SystemPlace, signedPlace, signedPlaces } from '../runtime/signed-places.ts';
import { reject } from './define-operation.ts';
import { documentNamed, type FoundFolder, findFolders, findProject, textsOf } from './document-files.ts';
import type { OperationContext } from './operation-context.ts';

export interface SignedDocument {
  readonly path: string;
  readonly text: string;
  readonly place: SystemPlace;
  /** As it says itself. */
  readonly run: string;
  /** What lies beside it and is not what was signed with it, in sentences. */
  readonly changed: readonly string[];
}

export interface SignedDocuments {
  readonly signed: readonly [SignedDocument, ...SignedDocument[]];
  /** Documents of the folder that are to be signed and say nothing of it yet. */
  readonly notSigned: readonly string[];
}

export async function findSigned(
  context: OperationContext,
  named: string,
  inProject: string,
): Promise<SignedDocuments> {
  if (/[./\\]/.test(named)) return { signed: [await signedAt(context, named, inProject)], notSigned: [] };
  const project = await findProject(context, inProject);
  const folders = await findFolders(context, project, named);
  const read = await Promise.all(folders.map((folder) => signedIn(project, folder)));
  const [first, ...others] = read.flatMap((each) => (typeof each === 'object' && each !== null ? [each] : []));
  const notSigned = read.filter((each) => typeof each === 'string');
  if (first !== undefined) return { signed: [first, ...others], notSigned };
  if (notSigned[0] !== undefined) return unsigned(notSigned[0], 'signature');
  const [folder] = folders;
  const checked = folder?.documents.checkedBy;
  if (folder !== undefined && checked !== undefined) return neverSigned(project, folder, checked);
  // It is not there, and that is reported.
  documentNamed(folder as FoundFolder, folder?.documents.kinds.findLast(({ signed }) => signed)?.name ?? '');
  return unsigned(named, 'signature');
}

/** Its path where it is not signed; null where it is not there. */
async function signedIn(project: string, folder: FoundFolder): Promise<SignedDocument | string | null> {
  const { documents, found } = folder;
  const kind = documents.kinds.findLast(({ signed }) => signed !== undefined);
  const place = kind === undefined ? null : signedPlace(kind, documents);
  const document = found.find(({ name }) => name === kind?.name);
  if (place === null || document === undefined) return null;
  const path = `${project}/${document.path}`;
  return (await signedText(path, document.text, place, textsOf(folder))) ?? path;
}

async function signedAt(context: OperationContext, path: string, inProject: string): Promise<SignedDocument> {
  if (!context.readsFiles) reject('invalid-request', 'Documents can be read only by a caller on this machine.');
  const read = readText(path);
  if (!('text' in read)) return reject(read.code, `Expected a text file at ${path}, found ${read.found}.`);
  const known = await context.systems(await findProject(context, inProject));
  const kind = signedKindOf(read.text);
  // What the project brings along is loaded only where nothing that ships signs such documents.
  const place =
    placeAt(signedPlaces(await known.shipped()), kind, resolve(path)) ??
    placeAt(signedPlaces(await known.all()), kind, resolve(path));
  const found = place === null ? null : await signedText(path, read.text, place, textsBeside(path, place));
  return found ?? unsigned(path, `Approver, Approved, Signed and Run in its ${statusPlace(kind)}`);
}

async function signedText(
  path: string,
  text: string,
  place: SystemPlace,
  texts: Texts | null,
): Promise<SignedDocument | null> {
  const signature = signatureIn(place.kind, text);
  if (signature === null) return null;
  const changed = texts === null ? [] : ((await place.documents.changedSince?.(texts)) ?? []);
  return { path, text, place, run: signature.run, changed };
}

/** null where it lies alone, as a copy does. */
function textsBeside(path: string, { file, documents }: SystemPlace): Texts | null {
  const full = resolve(path);
  if (!full.endsWith(`/${file}`)) return null;
  const folder = full.slice(0, -file.length);
  return Object.fromEntries(documents.kinds.flatMap((kind) => textBeside(folder, kind)));
}

function textBeside(folder: string, { name, file }: DocumentKinds['kinds'][number]): [string, string][] {
  const read = readText(`${folder}${file}`);
  return 'text' in read ? [[name, read.text]] : [];
}

function neverSigned(project: string, { documents, name }: FoundFolder, command: string): never {
  const written = command.replaceAll('{folder}', `${documents.folder}/${name}`);
  const found = `Expected documents that are signed, found the ${documents.noun} "${name}" in ${project}`;
  return reject('document-not-signed', `${found}, which nobody signs. "signoff ${written}" checks it there.`);
}

function unsigned(path: string, missing: string): never {
  return reject('document-not-signed', `Expected a signed document at ${path}, found no ${missing}.`);
}
