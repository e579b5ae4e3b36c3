// The documents of a feature in a project's folder: found, and read from nowhere else.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { confineFile } from '../runtime/confine-file.ts';
import { readText } from '../runtime/read-text.ts';
import { reject } from './define-operation.ts';
import type { OperationContext } from './operation-context.ts';

export const DOCUMENTS = { brief: 'feature-brief.md', requirements: 'requirements.md', prd: 'PRD.md' } as const;
export type DocumentName = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = ['requirements', 'brief', 'prd'] as const;

const WORKSPACE = 'magi-sdd';
const FEATURE_ID = /^[a-z][a-z0-9-]{2,49}$/;

export interface FeatureDocument {
  readonly name: DocumentName;
  readonly path: string;
  readonly text: string;
}

/** The project's folder as it really is. */
export async function findProject({ readsFiles }: OperationContext, project: string): Promise<string> {
  if (!readsFiles) reject('invalid-request', 'Expected a caller on this machine, found one elsewhere.');
  const real = await realpath(project).catch(() => null);
  if (real !== null && (await lstat(real)).isDirectory()) return real;
  return reject('unknown-folder', `Expected a folder at ${resolve(project)}, found none. Give it with --project.`);
}

export async function featureIds(project: string): Promise<readonly string[]> {
  const workspace = await confineFile(project, WORKSPACE);
  if (workspace === null) return reject('path-outside-workspace', outside(project, WORKSPACE));
  const entries = await readdir(workspace.target, { withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => FEATURE_ID.test(entry.name) && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => name)
    .sort();
}

/** Those documents of the feature that are there. */
export async function documentsOf(project: string, featureId: string): Promise<readonly FeatureDocument[]> {
  const found: FeatureDocument[] = [];
  for (const name of DOCUMENT_NAMES) {
    const document = FEATURE_ID.test(featureId) ? await readDocument(project, featureId, name) : null;
    if (document !== null) found.push(document);
  }
  return found;
}

/** The folder is made with the first draft of a brief, its files when people approve them. */
export const NO_DOCUMENTS = 'no documents yet; its brief waits for review: signoff prd --resume.';

/** At least one of them must be there. */
export async function readFeature(project: string, featureId: string): Promise<readonly FeatureDocument[]> {
  const found = await documentsOf(project, featureId);
  if (found.length > 0) return found;
  const ids = await featureIds(project);
  if (ids.includes(featureId))
    return reject('document-missing', `Expected a document of "${featureId}", found ${NO_DOCUMENTS}`);
  const there = ids.slice(0, 20).join(', ') || 'none';
  const place = `${project}/${WORKSPACE}`;
  return reject('unknown-feature', `Expected a feature in ${place}, found "${featureId}"; there are ${there}.`);
}

/** The feature's document of this name, which must be there. */
export function documentNamed(documents: readonly FeatureDocument[], name: DocumentName): FeatureDocument {
  const found = documents.find((document) => document.name === name);
  if (found !== undefined) return found;
  const there = documents.map(({ path }) => path).join(', ');
  return reject('document-missing', `Expected ${DOCUMENTS[name]} of the feature, found only ${there}.`);
}

async function readDocument(project: string, featureId: string, name: DocumentName): Promise<FeatureDocument | null> {
  const path = `${WORKSPACE}/${featureId}/${DOCUMENTS[name]}`;
  const confined = await confineFile(project, path);
  if (confined === null) return reject('path-outside-workspace', outside(project, path));
  const stat = await lstat(confined.target).catch(() => null);
  if (stat === null) return null;
  // A pipe would keep us waiting.
  const read = stat.isFile() ? readText(confined.target) : { code: 'file-unreadable', found: 'no plain file' };
  if ('text' in read) return { name, path, text: read.text };
  return reject(read.code, `Expected a text file at ${path}, found ${read.found}.`);
}

function outside(project: string, path: string): string {
  return `Expected ${path} inside ${project}, found that it leads out of it.`;
}
