// What a signed document says of its signature, as fields of its status block, and how they are read back.

import type { Section } from '../markdown/headings-of.ts';
import { oneLine, sectionsOf } from '../markdown/headings-of.ts';

export interface Signature {
  /** `user:ada`, and who stated that where nobody proved it. */
  readonly approver: string;
  /** When, as ISO 8601; '' in a rehearsal. */
  readonly approvedAt: string;
  /** `sha256:` and the digest of the signed part (signed-part.ts); '' in a rehearsal: nobody signed. */
  readonly signed: string;
  /** The run in whose history the verdict stands. */
  readonly run: string;
}

export const SIGNATURE_FIELDS = { approver: 'Approver', approvedAt: 'Approved', signed: 'Signed', run: 'Run' } as const;
export const WITHOUT_MODEL = 'without a model';

/** Names are stated, not proved, while nobody signs in; and in a rehearsal nobody decided anything. */
export function approverText(actor: string, statedBy: string | undefined, isRehearsal: boolean): string {
  if (isRehearsal) return oneLine(`${actor}, in a rehearsal: nobody signed this`);
  return statedBy === undefined ? oneLine(actor) : oneLine(`${actor}, stated by OS user ${statedBy}`);
}

/** What is empty has no field. */
export function signatureFields(signature: Signature): readonly (readonly [string, string])[] {
  return (['approver', 'approvedAt', 'signed', 'run'] as const).flatMap((key) =>
    signature[key] === '' ? [] : [[SIGNATURE_FIELDS[key], oneLine(signature[key])] as const],
  );
}

/** null: the section says nothing of one, or not all of it. */
export function readSignature(content: string, isStatus: (section: Section) => boolean): Signature | null {
  const section = sectionsOf(content, 2).find(isStatus);
  const body = section === undefined ? '' : content.slice(section.start, section.end);
  const [approver, approvedAt, signed, run] = Object.values(SIGNATURE_FIELDS).map((name) => fieldOf(body, name));
  if (!approver || !approvedAt || !signed || !run) return null;
  return { approver, approvedAt, signed, run };
}

/** '' where there is none. */
export function fieldOf(body: string, name: string): string {
  return new RegExp(String.raw`^[-*+] \*\*${name}\*\*:([^\r\n]*)`, 'm').exec(body)?.[1]?.trim() ?? '';
}
