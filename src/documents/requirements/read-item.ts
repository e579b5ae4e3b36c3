// One item of a requirements file as a decided requirement, with what could not be read as meant.

import type { Piece } from './outline-requirements.ts';
import { SECTION_HEADINGS } from './outline-requirements.ts';
import { type Field, readFields, readParagraphs } from './read-fields.ts';
import type { DecidedRequirement, FileProblem, Priority, Standing } from './requirement.ts';
import { PRIORITIES } from './requirement.ts';
import { lineOf } from './requirement-text.ts';

export const STATUSES: { readonly [standing in Standing]: string } = {
  approved: 'Approved',
  modified: 'Approved (Modified)',
  rejected: 'Rejected',
  'out-of-scope': 'Out of scope',
};

const LABELS = [
  ...['priority', 'category', 'description', 'status', 'reason'],
  ...['original id', 'modification notes', 'superseded by'],
] as const;
type Label = (typeof LABELS)[number];

export interface ReadItem {
  /** null: neither its section nor its status says how it stands. */
  readonly item: DecidedRequirement | null;
  readonly problems: readonly FileProblem[];
}

export function readItem(piece: Piece, text: string): ReadItem {
  const all = readFields(piece, text);
  const problems: FileProblem[] = [];
  const report = (code: string, message: string, line = piece.line) => problems.push({ code, message, line });
  const field = (label: Label): Field | undefined => all.find((each) => each.label === label);
  for (const label of LABELS) {
    const again = all.filter((each) => each.label === label)[1];
    if (again !== undefined) {
      report(
        'field-repeated',
        `Expected one ${titled(label)} in ${piece.name}, found another; the first counts.`,
        again.line,
      );
    }
  }
  const standing = readStanding(piece, field('status'), report);
  const description = field('description')?.value ?? readParagraphs(piece, text);
  const missing = missingFields(piece.title, description, standing, field);
  if (missing.length > 0) {
    const message =
      `Expected ${piece.name} to have ${list(missing)}, found none. Add ` + `${missing.length === 1 ? 'it' : 'them'}.`;
    report('field-missing', message);
  }
  const priority = readPriority(piece.name, field('priority'), report);
  if (standing === null) return { item: null, problems };
  const item = {
    id: piece.name,
    title: piece.title,
    description,
    priority,
    category: lineOf(field('category')?.value ?? ''),
    standing,
    ...given('reason', field('reason')?.value),
    ...given('originalId', requirementId(field('original id')?.value)),
    ...given('modificationNotes', field('modification notes')?.value),
    ...given('supersededBy', requirementId(field('superseded by')?.value)),
  };
  return { item, problems };
}

type Report = (code: string, message: string, line?: number) => void;

/** The section says how an item stands: people move items more often than they edit the status. */
function readStanding(piece: Piece, status: Field | undefined, report: Report): Standing | null {
  const said = status === undefined ? null : standingOf(status.value);
  const placed = piece.section === 'history' ? null : piece.section;
  if (status !== undefined && said === null) {
    const message =
      `Expected the status of ${piece.name} to be ${Object.values(STATUSES).join(' | ')}, found ` +
      `"${lineOf(status.value)}".`;
    report('status-unknown', message, status.line);
  }
  if (placed === null) {
    const where = piece.under === '' ? 'before the first section' : `under "${piece.under}"`;
    const sections = Object.values(SECTION_HEADINGS).slice(0, -1).join(', ');
    report(
      said === null ? 'standing-unknown' : 'requirement-misplaced',
      `Expected ${piece.name} under one of ${sections}, found it ${where}; ` +
        (said === null
          ? 'it counts as undecided. Move it.'
          : `it counts as ${STATUSES[said]}, as its status says. Move it.`),
    );
    return said;
  }
  if (said !== null && said !== placed) {
    const message =
      `Expected the status of ${piece.name} to be ${STATUSES[placed]}, as it stands under "${piece.under}", ` +
      `found ${STATUSES[said]}; the section counts. Correct the status, or move it.`;
    report('requirement-misplaced', message, status?.line);
  }
  return placed;
}

export function standingOf(words: string): Standing | null {
  const plain = words
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  if (plain === 'approved' || plain === 'rejected') return plain;
  if (plain === 'approved modified' || plain === 'modified') return 'modified';
  return plain === 'out of scope' ? 'out-of-scope' : null;
}

function missingFields(
  title: string,
  description: string,
  standing: Standing | null,
  field: (label: Label) => Field | undefined,
): string[] {
  const needed: Label[] = ['priority', 'category', 'status'];
  if (standing === 'modified') needed.push('original id', 'modification notes');
  if (standing === 'rejected' || standing === 'out-of-scope') needed.push('reason');
  return [
    ...(title === '' ? ['a title'] : []),
    ...(description === '' ? ['a Description'] : []),
    ...needed.filter((label) => (field(label)?.value ?? '') === '').map((label) => `a ${titled(label)}`),
  ].map((words) => words.replace(/^a (?=[AEIO])/, 'an '));
}

function readPriority(id: string, field: Field | undefined, report: Report): Priority {
  const said = (field?.value ?? '')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
  const priority = PRIORITIES.find((each) => each === said);
  if (priority === undefined && field !== undefined && field.value !== '') {
    const message =
      `Expected the priority of ${id} to be ${PRIORITIES.join(', ')}, found "${lineOf(field.value)}"; it ` +
      'counts as medium.';
    report('priority-unknown', message, field.line);
  }
  return priority ?? 'medium';
}

const requirementId = (value: string | undefined): string | undefined =>
  /\bREQ-\d{3,}\b/i.exec(value ?? '')?.[0].toUpperCase();

function given<const Key extends string>(key: Key, value: string | undefined): { readonly [key in Key]?: string } {
  return (value === undefined || value === '' ? {} : { [key]: value }) as { readonly [key in Key]?: string };
}

function titled(label: Label): string {
  return label.replace(/\bid\b/, 'ID').replace(/^[a-z]| (?!by)[a-z]/g, (start) => start.toUpperCase());
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
