// The documents that systems write into a project: found in their folders, and read from nowhere else.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { confineFile } from '../confine-file.ts';
import type { DocumentKind, DocumentKinds, System, Texts } from '../ports/system.ts';
import type { KnownSystems } from '../runtime/known-systems.ts';
import { readText } from '../runtime/read-text.ts';
import { reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';

/** A system that writes documents. */
export interface DocumentSystem {
  readonly system: string;
  readonly documents: DocumentKinds;
}

export interface FoundDocument {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** A folder of documents: what one run of a system was about. */
export interface FoundFolder extends DocumentSystem {
  readonly name: string;
  /** Those of its documents that are there, in the order they are written. */
  readonly found: readonly FoundDocument[];
}

/** The project's folder as it really is. */
export async function findProject({ readsFiles }: OperationContext, project: string): Promise<string> {
  if (!readsFiles) reject('invalid-request', 'Documents can be read only by a caller on this machine.');
  const real = await realpath(project).catch(() => null);
  if (real !== null && (await lstat(real)).isDirectory()) return real;
  return reject('unknown-folder', `Expected a folder at ${resolve(project)}, found none. Give it with --project.`);
}

/** The systems of a project that write documents; `wanted`: only this one, which may be the project's own. Unless it is
 *  wanted, nothing of the project is loaded. */
export async function writingSystems(
  context: OperationContext,
  project: string,
  wanted?: string,
): Promise<readonly DocumentSystem[]> {
  const known = await context.systems(project);
  const named = wanted === undefined ? null : await known.find(wanted);
  const all = named === null ? await known.shipped() : [named];
  const writing = writingAmong(all);
  const own = wanted === undefined ? writing : writing.filter(({ system }) => system === wanted);
  if (own.length > 0 || wanted === undefined) return own;
  const there = writing.map(({ system }) => system).join(', ');
  return reject('unknown-system', `Expected a system that writes documents (${there}), found "${wanted}".`);
}

function writingAmong(systems: readonly System[]): readonly DocumentSystem[] {
  return systems.flatMap(({ name, documents }) => (documents === undefined ? [] : [{ system: name, documents }]));
}

export async function folderNames(project: string, { folder, name }: DocumentKinds): Promise<readonly string[]> {
  const place = await confineFile(project, folder);
  if (place === null) return reject('path-outside-workspace', outsideMessage(project, folder));
  const entries = await readdir(place.target, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => name.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink()))
    .map((entry) => entry.name)
    .sort();
}

export async function readFolder(project: string, writing: DocumentSystem, name: string): Promise<FoundFolder> {
  const found: FoundDocument[] = [];
  for (const kind of writing.documents.kinds) {
    const document = writing.documents.name.test(name) ? await readDocument(project, writing, name, kind) : null;
    if (document !== null) found.push(document);
  }
  return { ...writing, name, found };
}

const NAMED_MAX = 5;

/** An empty folder was taken by a run whose first document is not approved; else something else wrote there. */
export async function noDocuments(
  project: string,
  { system, documents }: DocumentSystem,
  name: string,
): Promise<string> {
  const place = await confineFile(project, `${documents.folder}/${name}`);
  const entries = place === null ? [] : (await readdir(place.target).catch(() => [])).sort();
  if (entries.length === 0) return `no documents yet; its first one waits for review: signoff ${system} --resume.`;
  const more = entries.length > NAMED_MAX ? ` and ${entries.length - NAMED_MAX} more` : '';
  return `no documents of "${system}", only ${entries.slice(0, NAMED_MAX).join(', ')}${more}.`;
}

/** The folder of this name, of whichever system: at least one document must be there. Where systems write into one
 *  folder, the last of those that `can` do what is asked is meant. */
export async function findFolder(
  context: OperationContext,
  project: string,
  name: string,
  system?: string,
  can: (documents: DocumentKinds) => boolean = () => true,
): Promise<FoundFolder> {
  const there = await foldersNamed(context, project, name, system);
  const able = there.filter(({ documents }) => can(documents));
  const [first, ...others] = oneFolder(able.length > 0 ? able : there, name);
  return others.at(-1) ?? first;
}

/** The same, as each of the systems that wrote into it knows it. */
export async function findFolders(
  context: OperationContext,
  project: string,
  name: string,
  system?: string,
): Promise<readonly FoundFolder[]> {
  return oneFolder(await foldersNamed(context, project, name, system), name);
}

type Folders = readonly [FoundFolder, ...FoundFolder[]];

async function foldersNamed(
  context: OperationContext,
  project: string,
  name: string,
  system: string | undefined,
): Promise<readonly FoundFolder[]> {
  const known = await context.systems(project);
  // A request for one document may mean one of the project's own systems, which are then loaded.
  const systems =
    system === undefined ? writingAmong(await known.all()) : await writingSystems(context, project, system);
  const folders = await Promise.all(systems.map((writing) => readFolder(project, writing, name)));
  const there = folders.filter(({ found }) => found.length > 0);
  return there.length > 0 ? there : nothingFound(project, systems, name, unseenIn(known));
}

function oneFolder(folders: readonly FoundFolder[], name: string): Folders {
  const [first, ...others] = folders;
  if (first !== undefined && others.every(({ documents }) => documents.folder === first.documents.folder))
    return [first, ...others];
  const among = folders.map((each) => each.system).join(', ');
  return reject(
    'ambiguous-document',
    `Expected one system's "${name}", found it of ${among}. Say which with --system.`,
  );
}

/** Why systems of the project were not looked at. */
function unseenIn(known: KnownSystems): readonly string[] {
  return known.entries.flatMap(({ name }) => known.whyLacking(name)?.message ?? []);
}

async function nothingFound(
  project: string,
  systems: readonly DocumentSystem[],
  name: string,
  unseen: readonly string[],
): Promise<never> {
  const places = new Map<string, string>();
  const nouns = new Set<string>();
  for (const writing of systems) {
    const { folder, noun } = writing.documents;
    const names = await folderNames(project, writing.documents);
    if (names.includes(name))
      return reject(
        'document-missing',
        `Expected a document of "${name}", found ${await noDocuments(project, writing, name)}`,
      );
    // Several systems write into one folder.
    places.set(folder, names.slice(0, 20).join(', ') || 'none');
    nouns.add(`${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`);
  }
  const there = [...places].map(([folder, names]) => `in ${folder} there are ${names}`);
  const expected = `Expected the name of ${[...nouns].join(' or ')} of ${project}, found "${name}"`;
  return reject('unknown-feature', [`${expected}; ${there.join(', ')}.`, ...unseen].join(' '));
}

/** The folder's document of this name, which must be there. */
export function documentNamed({ documents, found }: FoundFolder, name: string): FoundDocument {
  const document = found.find((each) => each.name === name);
  if (document !== undefined) return document;
  const kind = documents.kinds.find((each) => each.name === name);
  if (kind === undefined)
    return reject('document-missing', `Expected one of ${documents.kinds.map(nameOf).join(', ')}, found "${name}".`);
  const there = found.map(({ path }) => path).join(', ');
  return reject('document-missing', `Expected ${kind.file} of the ${documents.noun}, found only ${there}.`);
}

const nameOf = ({ name }: DocumentKind): string => name;

/** The one that is written last. */
/** The system's main document, else the newest. */
export function newestOf(folder: FoundFolder): FoundDocument {
  const { main } = folder.documents;
  const own = folder.found.find(({ name }) => name === main);
  return own ?? folder.found.at(-1) ?? documentNamed(folder, folder.documents.kinds[0]?.name ?? '');
}

export const textsOf = ({ found }: FoundFolder): Texts =>
  Object.fromEntries(found.map(({ name, text }) => [name, text]));

async function readDocument(
  project: string,
  { documents }: DocumentSystem,
  folder: string,
  { name, file }: DocumentKind,
): Promise<FoundDocument | null> {
  const path = `${documents.folder}/${folder}/${file}`;
  const confined = await confineFile(project, path);
  if (confined === null) return reject('path-outside-workspace', outsideMessage(project, path));
  const stat = await lstat(confined.target).catch(() => null);
  if (stat === null) return null;
  // A pipe would keep us waiting.
  const read = stat.isFile() ? readText(confined.target) : { code: 'file-unreadable', found: 'no plain file' };
  if ('text' in read) return { name, path, text: read.text };
  return reject(read.code, `Expected a text file at ${path}, found ${read.found}.`);
}

function outsideMessage(project: string, path: string): string {
  return `Expected ${path} inside ${project}, found that it leads out of it.`;
}
