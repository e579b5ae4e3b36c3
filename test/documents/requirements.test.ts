// Requirements files as people leave them: each reads as expected, and a review merged into it changes nothing else.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decidedBy } from '../../src/documents/requirements/decided-by.ts';
import { emptyRequirements, mergeReview } from '../../src/documents/requirements/merge-review.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import { outsideEdits, reconcileRequirements } from '../../src/documents/requirements/reconcile-requirements.ts';
import type {
  DecidedRequirement,
  RequirementsReview,
  ReviewRecord,
} from '../../src/documents/requirements/requirement.ts';
import { mentionedIds } from '../../src/documents/requirements/requirement-ids.ts';

interface Expected {
  /** What the person did. */
  readonly edit: string;
  readonly featureId: string | null;
  readonly ids: readonly string[];
  /** Fields that matter here; null: there is none. */
  readonly items: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  readonly history: readonly string[];
  readonly records?: Readonly<Record<string, Partial<ReviewRecord>>>;
  /** `code in line n`. */
  readonly problems: readonly string[];
  readonly merge: 'merged' | 'refused';
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'requirements');
const names = globSync('*.md', { cwd: folder })
  .map((file) => basename(file, '.md'))
  .sort();

const REVIEW: RequirementsReview = {
  approvedRequirements: [
    {
      id: 'REQ-901',
      title: 'Find a note',
      description: 'The app shall find.\n\n## Not a section\n- a\n  - b',
      priority: 'high',
      category: 'UI/UX',
    },
    { id: 'REQ-905', title: 'C #', description: '```\n### REQ-906: open fence', priority: 'low', category: 'Data' },
  ],
  modifiedRequirements: [
    {
      ...{
        id: 'REQ-902',
        title: 'Share a note',
        description: 'The app shall share.',
        priority: 'medium',
        category: 'Data',
      },
      ...{ originalId: 'REQ-902', modificationNotes: 'Only inside the company.' },
    },
  ],
  rejectedRequirements: [
    {
      id: 'REQ-903',
      title: 'Print',
      description: 'The app shall print.',
      priority: 'low',
      category: 'Platform',
      reason: 'No.',
    },
  ],
  outOfScopeRequirements: [
    {
      id: 'REQ-904',
      title: 'Fax',
      description: 'The app shall fax.',
      priority: 'low',
      category: 'Platform',
      reason: 'Never.',
    },
  ],
  reviewSummary: 'Five more.',
  userFeedback: '',
};
const AT = { time: '2026-05-06T07:08:09.000Z', reviewer: 'user:local' };

test('the corpus has at least 60 files', () => {
  assert.ok(names.length >= 60);
});

for (const name of names) {
  const text = readFileSync(join(folder, `${name}.md`), 'utf8');
  check(name, text, JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Expected);
}

const IDS = Array.from({ length: 500 }, (_, at) => `REQ-${String(at + 1).padStart(3, '0')}`);
const LONG = [
  ...['# Requirements', '', '**Feature ID:** field-notes', '', '## Approved Requirements', ''],
  ...IDS.flatMap((id, at) => [
    ...[`### ${id}: Rule ${at + 1}`, '', `- **Priority**: ${['medium', 'low', 'high'][at % 3]}`],
    ...['- **Category**: Data', `- **Description**: The app shall obey rule ${at + 1}.`, '- **Status**: Approved', ''],
  ]),
  '## Review History\n',
].join('\n');
check('five hundred items', LONG, {
  ...{ edit: 'A very long file.', featureId: 'field-notes', ids: IDS, history: [], problems: [], merge: 'merged' },
  items: { 'REQ-250': { title: 'Rule 250', standing: 'approved' }, 'REQ-500': { priority: 'low' } },
});

function check(name: string, text: string, expected: Expected): void {
  describe(`${name}: ${expected.edit}`, () => {
    test('it reads as expected', () => readsAs(text, expected));
    test('a review merged into it keeps every line, and merging it again changes nothing', () =>
      merges(text, expected));
    test('a review merged beside it comes together with it', () => reconciles(text, expected));
  });
}

function readsAs(text: string, expected: Expected): void {
  const file = parseRequirements(text);
  assert.equal(file.text, text);
  assert.equal(file.featureId, expected.featureId);
  assert.deepEqual(
    file.items.map(({ id }) => id),
    expected.ids,
  );
  for (const [id, fields] of Object.entries(expected.items)) {
    const item = file.items.find((one) => one.id === id) as unknown as Record<string, unknown> | undefined;
    for (const [field, value] of Object.entries(fields)) {
      assert.deepEqual(item?.[field] ?? null, value, `${field} of ${id}`);
    }
  }
  assert.deepEqual(
    file.history.map(({ at }) => at),
    expected.history,
  );
  for (const [at, fields] of Object.entries(expected.records ?? {})) {
    assert.partialDeepStrictEqual(
      file.history.find((record) => record.at === at),
      fields,
    );
  }
  assert.deepEqual(
    file.problems.map(({ code, line }) => `${code} in line ${line}`).sort(byLine),
    expected.problems.toSorted(byLine),
  );
}

/** Problems of one line in any order. */
function byLine(a: string, b: string): number {
  return Number(a.split(' ').at(-1)) - Number(b.split(' ').at(-1)) || a.localeCompare(b);
}

function merges(text: string, expected: Expected): void {
  const merged = mergeReview(text, REVIEW, AT);
  if ('refused' in merged) {
    assert.equal(expected.merge, 'refused', merged.refused.join('\n'));
    return;
  }
  assert.equal(expected.merge, 'merged');
  keepsLines(text, merged.text);
  const [before, after] = [parseRequirements(text), parseRequirements(merged.text)];
  const now = new Map(after.items.map((one) => [one.id, one]));
  for (const one of [...before.items, ...decidedBy(REVIEW)])
    assert.deepEqual(now.get(one.id), one as DecidedRequirement);
  assert.equal(after.items.length, before.items.length + decidedBy(REVIEW).length);
  assert.deepEqual(after.history.map(({ at }) => at).sort(), [...before.history.map(({ at }) => at), AT.time].sort());
  assert.deepEqual(after.problems.map(({ code }) => code).sort(), before.problems.map(({ code }) => code).sort());
  for (const id of mentionedIds(text)) assert.ok(mentionedIds(merged.text).has(id));
  assert.deepEqual(mergeReview(merged.text, REVIEW, AT), { text: merged.text });
}

/** Every line of `text`, with its line end, stands in `longer` in the same order. */
function keepsLines(text: string, longer: string): void {
  const lines = longer.split(/(?<=\n)/);
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const found = lines.indexOf(line, at);
    const isUnended =
      found < 0 && !line.endsWith('\n') && lines.some((each, index) => index >= at && each.trimEnd() === line);
    assert.ok(found >= 0 || isUnended || line.trim() === '', `lost: ${JSON.stringify(line)}`);
    at = found < 0 ? at : found + 1;
  }
}

/** Ours: the review merged into the file the corpus began with. Theirs: this file. */
function reconciles(text: string, expected: Expected): void {
  const base = readFileSync(join(folder, '01-untouched.md'), 'utf8');
  const merged = mergeReview(base, REVIEW, AT);
  assert.ok('text' in merged);
  const { text: both, conflicts } = reconcileRequirements(base, merged.text, text);
  assert.equal(outsideEdits(base, text).length > 0, base !== text);
  keepsLines(text, both);
  const now = new Map(parseRequirements(both).items.map((one) => [one.id, one]));
  for (const one of parseRequirements(text).items) assert.deepEqual(now.get(one.id), one);
  if (expected.merge === 'refused') {
    assert.equal(both, text);
    assert.equal(conflicts.length, 1);
    return;
  }
  assert.deepEqual(conflicts, []);
  for (const one of decidedBy(REVIEW)) assert.deepEqual(now.get(one.id), one);
}

test('many decisions at once are merged in a time that grows with their number', () => {
  const approvedRequirements = Array.from({ length: 20_000 }, (_, at) => ({
    ...{ id: `REQ-${String(at + 1).padStart(3, '0')}`, title: 'x', description: 'x' },
    ...{ priority: 'medium' as const, category: 'UI/UX' },
  }));
  const [first] = approvedRequirements;
  assert.ok(first !== undefined);
  const review = { approvedRequirements, rejectedRequirements: [], modifiedRequirements: [] };
  const said = { reviewSummary: '', userFeedback: '' };
  const twice = { ...review, rejectedRequirements: [{ ...first, reason: 'No.' }], ...said };
  const start = performance.now();
  const merged = mergeReview(emptyRequirements('a-feature'), twice as never, {
    time: '2026-01-02T03:00:00.000Z',
    reviewer: 'ada',
  });
  assert.deepEqual(merged, {
    refused: ['Expected one decision on REQ-001, found several. Nothing was changed.'],
  });
  assert.ok(performance.now() - start < 1_500);
});
