// The labels of a requirement's fields, in the forms people write them.

export type FieldLabel = 'type' | 'priority' | 'dependencies' | 'description' | 'criteria' | 'sources';

export interface LabelMatch {
  /** null: a field that the form does not have. */
  readonly label: FieldLabel | null;
  readonly isBold: boolean;
  readonly isBullet: boolean;
  /** Offsets in the line: where the label begins and where its value does. */
  readonly start: number;
  readonly end: number;
}

const LABELS: ReadonlyMap<string, FieldLabel> = new Map([
  ['type', 'type'],
  ['priority', 'priority'],
  ...['dependencies', 'dependency', 'depends on'].map((name) => [name, 'dependencies'] as const),
  ['description', 'description'],
  ...['acceptance criteria', 'acceptance criterion', 'criteria'].map((name) => [name, 'criteria'] as const),
  ...['source', 'sources'].map((name) => [name, 'sources'] as const),
]);
const KNOWN = [...LABELS.keys()]
  .sort((a, b) => b.length - a.length)
  .join('|')
  .replaceAll(' ', '[ -]');
const LEAD = String.raw`^([ \t]{0,20}(?:[-*+][ \t]{1,9})?)`;
const BOLD = new RegExp(
  String.raw`${LEAD}(\*{1,3}|_{1,3})(${KNOWN})[ \t]{0,9}(?:[:：][ \t]{0,9}\2?|\2[ \t]{0,9}[:：]?|$)`,
  'i',
);
const PLAIN = new RegExp(String.raw`${LEAD}(${KNOWN})[ \t]{0,9}(?:[:：]|(?<=criteria[ \t]{0,9})$)`, 'i');
const UNKNOWN = /^[ \t]{0,3}(\*\*|__)[\p{L}][\p{L}\p{N} /-]{0,40}[ \t]{0,9}(?:[:：]\1|\1[ \t]{0,9}[:：])/u;
/** Further fields on the same line. */
const NEXT = new RegExp(String.raw`(\*\*|__)(${KNOWN})[ \t]{0,9}(?:[:：]\1|\1[ \t]{0,9}[:：])`, 'gi');

/** The fields that begin on a line, in order. */
export function labelsIn(line: string): readonly LabelMatch[] {
  const first = firstLabel(line);
  if (first === null || !first.isBold || first.label === null) return first === null ? [] : [first];
  const rest = line.slice(first.end);
  const more = [...rest.matchAll(NEXT)].map(({ index, 0: whole, 2: name = '' }) => ({
    ...{ label: labelNamed(name), isBold: true, isBullet: first.isBullet },
    ...{ start: first.end + index, end: first.end + index + whole.length },
  }));
  return [first, ...more];
}

/** The field that a heading names; null: none. */
export function fieldLabelOf(words: string): FieldLabel | null {
  return labelNamed(words.replace(/[^\p{L} -]/gu, '').trim());
}

function firstLabel(line: string): LabelMatch | null {
  const bold = BOLD.exec(line);
  if (bold !== null) return match(bold, bold[3] ?? '', true);
  const plain = PLAIN.exec(line);
  if (plain !== null) return match(plain, plain[2] ?? '', false);
  const unknown = UNKNOWN.exec(line);
  return unknown === null ? null : { ...match(unknown, '', true), isBullet: false };
}

function match({ 0: whole, 1: lead = '' }: RegExpExecArray, name: string, isBold: boolean): LabelMatch {
  const label = labelNamed(name);
  return { label, isBold, isBullet: /[-*+]/.test(lead), start: label === null ? 0 : lead.length, end: whole.length };
}

const labelNamed = (name: string): FieldLabel | null => LABELS.get(name.toLowerCase().replaceAll('-', ' ')) ?? null;
