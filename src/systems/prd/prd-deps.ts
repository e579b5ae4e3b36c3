// What the code of the PRD workflow reads of the world, and where a feature's files are.

import { hash as digest } from 'node:crypto';
import { approverText, type Signature } from '../../documents/signing/signature.ts';
import { type SignedKind, signedPart } from '../../documents/signing/signed-part.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { AcceptCall, CodeCall } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';

/** `domain`: where neither the command nor the request names one. */
export type PrdDeps = Pick<SystemDeps, 'files' | 'now'> & Partial<Pick<SystemDeps, 'domain'>>;

export type FeatureFile = 'feature-brief.md' | 'requirements.md' | 'PRD.md';

/** The folder of the brief, else of the feature in the workspace; it is never stored
 *  (docs/sources/prd-workflow.md#requirements-path). */
export function pathOf({ data }: Pick<CodeCall, 'data'>, file: FeatureFile | `PRD.${string}.md`): string {
  const brief = data.featureBriefPath;
  const folder =
    typeof brief === 'string' ? brief.slice(0, brief.lastIndexOf('/')) : `${data.prdWorkspacePath}/${data.featureId}`;
  return `${folder}/${file}`;
}

export function textHash(text: string): string {
  return `sha256:${digest('sha256', text, 'hex')}`;
}

export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** `user:ada` is written as `ada`. */
export function nameOf(actor: string): string {
  return actor.startsWith('user:') ? actor.slice('user:'.length) : actor;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** What an approval of this document says, and its hash; it goes into the review's output and the document itself. In a
 *  rehearsal it says that nobody signed, and no more. */
export function signatureOf(call: AcceptCall, kind: SignedKind, document: string, now: number): Signature {
  const isRehearsal = call.isRehearsal === true;
  return {
    approver: approverText(call.by, call.statedBy, isRehearsal),
    approvedAt: isRehearsal ? '' : new Date(now).toISOString(),
    signed: isRehearsal ? '' : signedHash(kind, document),
    run: call.run.id,
  };
}

export const signedHash = (kind: SignedKind, document: string): string => textHash(signedPart(kind, document));

/** Of a step's output: it was written without a model. */
export const NO_MODEL = { writtenBy: 'rules' } as const;

export const ownWriting = ({ provider }: AcceptCall): JsonObject => (provider === 'offline' ? NO_MODEL : {});

export function isWithoutModel(output: Json | undefined): boolean {
  return isJsonObject(output) && output.writtenBy === NO_MODEL.writtenBy;
}
