// Random requirements, reviews and hand edits of requirements.md for property tests.

import fc from 'fast-check';
import { emptyRequirements, mergeReview } from '../../src/documents/requirements/merge-review.ts';
import type { Requirement, RequirementsReview } from '../../src/documents/requirements/requirement.ts';

/** Lines that look like the file's own Markdown, among plain ones. */
const LINES = [
  ...[
    'The system shall save a draft.',
    'when offline',
    '  indented',
    '\ttabbed',
    '      code',
    '',
    ' ',
    '\\',
    'ends here #',
  ],
  ...[
    '# Requirements',
    '## Rejected Requirements',
    '### REQ-001: Not me',
    '### 2026-01-01T00:00:00.000Z',
    '====',
    '---',
  ],
  ...[
    '- **Status**: Rejected',
    '* **Priority**: low',
    '**Description**: no',
    '1. one',
    '- [ ] open',
    '+ plus',
    '> quoted',
  ],
  ...['```', '~~~ts', '`` ` ``', '<!-- note', '-->', '<div>', '<script>', '</pre>', '[a]: /url', '| a | b |', '***'],
  ...[
    '<<<<<<< HEAD',
    '=======',
    '>>>>>>> main',
    'Ünïcode 日本語 🙂',
    '\u2028sep',
    'null\u0000byte',
    '&amp;',
    '***bold**',
  ],
];
const line = fc.oneof(
  { arbitrary: fc.constantFrom(...LINES), weight: 3 },
  fc.string({ maxLength: 30, unit: 'binary' }),
);
const eol = fc.constantFrom('\n', '\n', '\n\n', '\r\n', '\r');

export const manyLines: fc.Arbitrary<string> = fc
  .array(fc.tuple(line, eol), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join(''))
  .map((text) => (text.trim() === '' ? 'Something.' : text));

const oneLine: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(...LINES),
    fc.constantFrom('C #', 'C \\#', '###', '**Bold**', ': colon', '`code`'),
    fc.string(),
  )
  .map((text) => (text.trim() === '' ? 'Title' : text));

export function requirementOf(id: string): fc.Arbitrary<Requirement> {
  return fc.record({
    id: fc.constant(id),
    title: oneLine,
    description: manyLines,
    priority: fc.constantFrom('high' as const, 'medium' as const, 'low' as const),
    category: oneLine,
  });
}

type Verdict = 'approve' | 'reject' | 'modify' | 'out';

/** A review of `REQ-<from>` and the following ones. */
export function reviewFrom(from: number): fc.Arbitrary<RequirementsReview> {
  const ids = fc
    .integer({ min: 1, max: 4 })
    .map((count) => Array.from({ length: count }, (_, index) => idOf(from + index)));
  return ids.chain((names) =>
    fc
      .tuple(
        fc.tuple(...names.map(requirementOf)),
        fc.tuple(...names.map(() => fc.constantFrom<Verdict>('approve', 'reject', 'modify', 'out'))),
        manyLines,
        manyLines,
      )
      .map(([list, verdicts, words, reviewSummary]) => {
        const of = (verdict: Verdict) => list.filter((_, index) => verdicts[index] === verdict);
        return {
          approvedRequirements: of('approve'),
          rejectedRequirements: of('reject').map((one) => ({ ...one, reason: words })),
          modifiedRequirements: of('modify').map((one) => ({ ...one, originalId: one.id, modificationNotes: words })),
          outOfScopeRequirements: of('out').map((one) => ({ ...one, reason: words })),
          reviewSummary,
          userFeedback: '',
        };
      }),
  );
}

export const idOf = (number: number): string => `REQ-${String(number).padStart(3, '0')}`;
export const timeOf = (hour: number): string => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;

export function merge(
  text: string,
  review: RequirementsReview,
  hour: number,
  proposed?: readonly Requirement[],
): string {
  const at = { time: timeOf(hour), reviewer: 'user:local' };
  const merged = mergeReview(text, review, proposed === undefined ? at : { ...at, proposed });
  if ('refused' in merged) throw new Error(merged.refused.join('\n'));
  return merged.text;
}

/** A file that one or two reviews wrote. */
export const writtenFile: fc.Arbitrary<string> = fc
  .tuple(reviewFrom(1), fc.option(reviewFrom(11)))
  .map(([first, second]) => {
    const once = merge(emptyRequirements('a-feature'), first, 1);
    return second === null ? once : merge(once, second, 2);
  });

/** A note that a hand writes somewhere; `mark` makes it findable. */
function note(mark: string): string[] {
  return [
    `Note ${mark}`,
    `<!-- ${mark} -->`,
    `- aside ${mark}`,
    `> said ${mark}`,
    `| ${mark} | b |`,
    `#### ${mark}`,
    `### Block ${mark}`,
  ];
}

export interface HandEdit {
  readonly apply: (text: string) => string;
  readonly marks: readonly string[];
}

/** Lines put in, lines taken out, lines changed, other line ends: what an editor does, anywhere. */
export function handEdits(side: string): fc.Arbitrary<HandEdit> {
  const one = fc.record({
    action: fc.constantFrom('insert', 'insert', 'insert', 'delete', 'swap', 'case', 'crlf', 'trim'),
    at: fc.nat(10_000),
    which: fc.nat(6),
  });
  return fc.array(one, { minLength: 1, maxLength: 4 }).map((actions) => ({
    marks: actions.flatMap(({ action }, index) => (action === 'insert' ? [`${side}${index}`] : [])),
    apply: (text) =>
      actions.reduce(
        (now, { action, at, which }, index) => edited(now, action, at, note(`${side}${index}`)[which] ?? ''),
        text,
      ),
  }));
}

/** Only additions, each with its mark on a line of its own in the prose. */
export function additions(side: string): fc.Arbitrary<HandEdit> {
  return handEdits(side)
    .map(({ marks }) => marks)
    .filter((marks) => marks.length > 0)
    .chain((marks) =>
      fc.array(fc.nat(10_000), { minLength: marks.length, maxLength: marks.length }).map((places) => ({
        marks,
        apply: (text) =>
          marks.reduce((now, mark, index) => edited(now, 'insert', places[index] ?? 0, `Note ${mark}`), text),
      })),
    );
}

function edited(text: string, action: string, at: number, added: string): string {
  const lines = text.split('\n');
  const index = at % lines.length;
  if (action === 'insert') lines.splice(index, 0, '', added, '');
  if (action === 'delete') lines.splice(index, 1);
  if (action === 'swap' && index > 0) lines.splice(index - 1, 2, lines[index] ?? '', lines[index - 1] ?? '');
  if (action === 'case') lines[index] = (lines[index] ?? '').toUpperCase();
  if (action === 'crlf') return text.replace(/\r?\n/g, '\r\n');
  if (action === 'trim') return text.trimEnd();
  return lines.join('\n');
}
