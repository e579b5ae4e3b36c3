// Which part of a document a signature covers: all of it but what others fill in later, whatever an editor does to its
// line ends. Its hash is the SHA-256 of this text in UTF-8.

import { bareName } from '../markdown/bare-name.ts';
import { linesOf, type Section, sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import { withoutWrittenLine } from '../markdown/written-line.ts';
import { approvalLines, FRONT_FIELDS, frontField, hasFrontStatus, withoutApproval } from './front-signature.ts';
import { readSignature, SIGNATURE_FIELDS, type Signature } from './signature.ts';
import type { SignedKind } from './signed-kinds.ts';

export type { SignedKind };

/** What a text is, by the place that says how it stands. */
export function signedKindOf(text: string): SignedKind {
  if (hasFrontStatus(plain(text))) return 'design';
  return sectionsOf(text, 2).some(isStatusOf('prd')) ? 'prd' : 'brief';
}

const FIELD = /^[-*+] \*\*[^*]+\*\*:/;
const ROW = /^ {0,3}\|/;

const plain = (document: string): string => linesOf(document.replace(/^\uFEFF/, '')).join('\n');

/** Of a PRD without its status block (the fields; a sentence there is signed) and the rows of the traceability table,
 *  of a brief without what its section Status says, of a design without the lines of its front matter that approval
 *  writes and of being written without a model. Line ends, a byte order mark and blank lines at both ends do not
 *  count. */
export function signedPart(kind: SignedKind, document: string): string {
  const text = plain(document);
  if (kind === 'design') return without(withoutWrittenLine(withoutApproval(text)), []);
  return kind === 'prd' ? signedPrd(text) : signedBrief(text);
}

/** What the document says of its signature; null: nothing, or not all of it. */
export function signatureIn(kind: SignedKind, document: string): Signature | null {
  if (kind !== 'design') return readSignature(document, isStatusOf(kind));
  const text = plain(document);
  const [approver = '', approvedAt = '', signed = '', run = ''] = Object.values(FRONT_FIELDS).map((name) =>
    frontField(text, name),
  );
  return approver && approvedAt && signed && run ? { approver, approvedAt, signed, run } : null;
}

/** Where it says that, within a sentence. */
export const statusPlace = (kind: SignedKind): string => (kind === 'design' ? 'front matter' : 'status block');

/** The fields of the signature there, by their names. */
export const signatureNames = (kind: SignedKind): { readonly [name in keyof Signature]: string } =>
  kind === 'design' ? FRONT_FIELDS : SIGNATURE_FIELDS;

/** The section that says how the document stands. */
export function isStatusOf(kind: Exclude<SignedKind, 'design'>): (section: Section) => boolean {
  return ({ heading }) => (kind === 'prd' ? heading.text === PRD_SECTIONS.status : bareName(heading.text) === 'status');
}

/** What the status block says, line by line; blank ones, line ends and spaces at their ends do not count. */
export function statusLines(kind: SignedKind, document: string): readonly string[] {
  const text = plain(document);
  if (kind === 'design') return approvalLines(text);
  const status = sectionsOf(text, 2).find(isStatusOf(kind));
  if (status === undefined) return [];
  const lines = text.slice(status.start, status.end).split('\n');
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}

function signedPrd(text: string): string {
  const sections = sectionsOf(text, 2);
  const status = sections.find(isStatusOf('prd'));
  const table = sections.find(({ heading }) => heading.text === PRD_SECTIONS.traceability);
  const cuts: Cut[] = [];
  // Its heading goes too: a PRD that lacks the block is given one when it is finalised.
  if (status !== undefined)
    cuts.push({ from: status.heading.start, to: status.end, leaves: withoutLines(text, status, FIELD) });
  if (table !== undefined) cuts.push({ from: table.start, to: table.end, leaves: withoutLines(text, table, ROW) });
  return without(text, cuts);
}

function signedBrief(text: string): string {
  const status = sectionsOf(text, 2).find(isStatusOf('brief'));
  return without(text, status === undefined ? [] : [{ from: status.start, to: status.end, leaves: '' }]);
}

interface Cut {
  readonly from: number;
  readonly to: number;
  /** What stays of it. */
  readonly leaves: string;
}

function without(text: string, cuts: readonly Cut[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { from, to, leaves } of [...cuts].sort((a, b) => a.from - b.from)) {
    pieces.push(text.slice(at, from), leaves);
    at = to;
  }
  pieces.push(text.slice(at));
  const said = pieces.map(withoutBlankEnds).filter((piece) => piece !== '');
  return `${said.join('\n\n')}\n`;
}

function withoutLines(text: string, { start, end }: { readonly start: number; readonly end: number }, gone: RegExp) {
  return text
    .slice(start, end)
    .split('\n')
    .filter((line) => !gone.test(line) && line.trim() !== '')
    .join('\n');
}

function withoutBlankEnds(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && text[from] === '\n') from++;
  while (to > from && text[to - 1] === '\n') to--;
  return text.slice(from, to);
}
