// The gate of the design system as a person meets it: with lines on stdin and no model, round after round.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { folderOf, type ProgramResult } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const BRIEF =
  'Members of a climbing hall book a wall for one hour. A member cancels a booking up to one hour before it begins. ' +
  'Staff list the bookings of a day and close a wall for repairs.';

/** The program in a folder of its own, with these lines on its stdin; `editor` is the person's. */
function hall(editor = 'true') {
  const made = folderOf({ 'package.json': '{}' });
  const run = (args: readonly string[], lines: readonly string[] = []): Promise<ProgramResult> =>
    signoffHere(args, {
      ...{ cwd: made.folder, home: join(made.folder, '.signoff'), env: { VISUAL: editor } },
      input: lines.map((line) => `${line}\n`).join(''),
    });
  return { run, folder: made.folder, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

const designIn = (folder: string, feature: string, file: string): string =>
  readFileSync(join(folder, 'magi-sdd', feature, 'design', file), 'utf8');

const countOf = (text: string, words: string): number => text.split(words).length - 1;

describe('the gate of a design', { concurrency: 1 }, () => {
  test('an edit of a section in the editor becomes the text of that section', async () => {
    using place = hall('sed -i "s/^## Business Logic$/## Business Logic\\n\\nA wall is never booked twice./"');
    const first = await place.run(['sdd', BRIEF], ['e', 's', 'it was missing', 'a', 'y']);
    assert.equal(first.code, 0, first.out + first.err);
    assert.doesNotMatch(first.out, /Not taken/);
    assert.match(first.out, /Your changes {2}LLD: Business Logic/);
    const feature = /magi-sdd\/([a-z0-9-]+)\/design/.exec(first.out)?.[1] ?? '';
    const lld = designIn(place.folder, feature, 'lld.md');
    assert.match(lld, /## Business Logic\n\nA wall is never booked twice\.\n/);
    assert.equal(countOf(lld, 'it was missing'), 0, 'why it was edited is no open point');
    assert.match(designIn(place.folder, feature, 'design.md'), /status: FINAL[\s\S]*A wall is never booked twice\./);
  });

  test('what nobody can carry out is filed once, shown, counted and asked about', async () => {
    using place = hall();
    const [change, comment] = ['Use the event sourcing pattern throughout', 'Explain the back-off between attempts'];
    const lines = ['c', change, 's', 'error HANDLING', comment, 'i', 'a', 'b', 'a', 'y'];
    const { code, out, err } = await place.run(['sdd', BRIEF], lines);
    assert.equal(code, 0, out + err);
    const feature = /magi-sdd\/([a-z0-9-]+)\/design/.exec(out)?.[1] ?? '';
    const document = designIn(place.folder, feature, 'design.md');
    assert.equal(countOf(document, `open: ${change}\n`), 1, document);
    assert.equal(countOf(document, `open: ${comment}\n`), 1, document);
    assert.match(designIn(place.folder, feature, 'lld.md'), new RegExp(`## Error Handling[^#]*open: ${comment}\n`));
    assert.doesNotMatch(document, /open: - HIGH/);
    // The first round after each: what was asked for is open, and what was changed is counted.
    assert.match(out, /Round 2 changed 1 section: 0 issues closed, 0 opened, 1 still open\./);
    assert.match(out, /Round 3 changed 1 section: 0 issues closed, 0 opened, 2 still open\./);
    assert.match(out, new RegExp(`Not carried out, and left open in LLD: Error Handling: ${comment}\n`));
    assert.match(out, /y approve it all the same/);
    assert.match(out, /Review: not judged, since no model reviewed it\./);
    assert.match(out, /Open in LLD: API Endpoints, Data Models, /);
  });

  test('what a section leaves open is answered at the gate, word for word; what is skipped stays open', async () => {
    using place = hall();
    const question = 'Which components are there, and which use cases does each serve?';
    const [who, parts] = ['Mitglieder buchen zur Not am Telefon. Die Halle sperrt Wände.', '壁を予約する。'];
    const lines = ['r', who, parts, ...Array.from({ length: 25 }, () => ''), 'a', 'y'];
    const { code, out, err } = await place.run(['sdd', BRIEF], lines);
    assert.equal(code, 0, out + err);
    assert.match(out, /It leaves 27 questions open: "r" answers\./);
    assert.match(out, /It leaves 25 questions open: "r" answers\./);
    assert.doesNotMatch(out, /Not carried out/);
    const feature = /magi-sdd\/([a-z0-9-]+)\/design/.exec(out)?.[1] ?? '';
    const hld = designIn(place.folder, feature, 'hld.md');
    const [first, second] = who.split(/(?<=\.) /);
    const asked = 'Who does each of these, and what does the system leave to others?';
    const begun = `## Overview and Use Cases\n\n${asked}\n\n- ${first}\n- ${second}\n\n### UC-001: `;
    assert.ok(hld.startsWith(begun), hld);
    assert.ok(hld.includes(`\n## Components\n\n${question}\n\n- ${parts}\n\n## Technology Stack\n`), hld);
    assert.match(designIn(place.folder, feature, 'design.md'), /status: FINAL[\s\S]*壁を予約する。/);
  });

  test('feedback and comments that come together are both asked for in the next round', async () => {
    using place = hall();
    const [feedback, comment] = ['Write for people who never saw a climbing hall', 'Say who is on call at night'];
    const answers = [{ verdict: 'revise', feedback, comments: [{ section: 'HLD: Security', comment }] }, 'approve'];
    writeFileSync(join(place.folder, 'answers.json'), JSON.stringify({ human_review: answers }));
    const { code, out, err } = await place.run(['sdd', BRIEF, '--answers', 'answers.json', '--json']);
    assert.equal(code, 0, out + err);
    const { featureId, score, rounds, openIssues } = JSON.parse(out);
    const document = designIn(place.folder, featureId, 'design.md');
    assert.deepEqual(
      [feedback, comment].map((words) => countOf(document, `open: ${words}\n`)),
      [1, 1],
    );
    assert.deepEqual([score, rounds], [null, 2], 'nothing was judged');
    const own = openIssues.filter(({ category }: { category: string }) => category === 'human review');
    assert.deepEqual(own.map(({ description }: { description: string }) => description).sort(), [comment, feedback]);
  });

  test('what cannot be designed is reported before anything is run', async () => {
    using place = hall();
    const draft = '# PRD: Hall\n\n## Document Status\n\n- **Status**: draft\n';
    mkdirSync(join(place.folder, 'magi-sdd/hall'), { recursive: true });
    writeFileSync(join(place.folder, 'magi-sdd/hall/PRD.md'), draft);
    writeFileSync(join(place.folder, 'brief.md'), BRIEF);
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--prd', 'nowhere'], /Expected a PRD at .*nowhere\/PRD\.md, found nothing there/],
      [['--prd', 'magi-sdd/hall'], /found its status "draft".*sdd --prd magi-sdd\/hall --draft/],
      [['hello', '--prd', 'magi-sdd/hall'], /Expected --prd alone, found a brief beside it/],
      [['--brief', 'brief.md', '--prd', 'magi-sdd/hall'], /found --prd beside it/],
    ];
    for (const [args, expected] of cases) {
      const { code, out, err } = await place.run(['sdd', ...args]);
      assert.equal(code, 2, out + err);
      assert.match(err, expected);
      assert.match(err, /Nothing was run\./);
    }
  });
});
