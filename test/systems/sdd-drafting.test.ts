// How parts are drafted: whole or by section, byte for byte, with edits by hand, compared round by round.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { JsonObject } from '../../src/json.ts';
import type { CallFacts } from '../../src/ports/provider.ts';
import { editSentences } from '../../src/systems/sdd/hand-edits.ts';
import { BAD, GOOD, ISSUE, partText, type SddRun, sddFixture } from './sdd-fixture.ts';

const FEATURE = 'members-book-meeting-rooms';
const filesIn = (run: SddRun): readonly string[] => readdirSync(run.path(`${FEATURE}/design`));
const PARTS = ['hld', 'lld', 'database'] as const;

describe('whole or by section', () => {
  test('three parts of 400 KB each come out whole, byte for byte', async (t) => {
    const long = (part: string): string => {
      const line = `${part}: "quoted" \\ back, tab\t, ünïcode 🙂 and trailing blanks  \n`;
      return `# ${part}\n\n## Überblick\n\n${line.repeat(Math.ceil(400_000 / Buffer.byteLength(line)))}`;
    };
    const fixture = await sddFixture(t, { script: { draft: (part) => long(part) } });
    const run = await fixture.start({ drafting: 'whole' });
    await run.atReview();
    const design = run.read(`${FEATURE}/design/design.md`);
    for (const part of PARTS) {
      assert.ok(Buffer.byteLength(long(part)) > 400_000);
      assert.equal(run.read(`${FEATURE}/design/${part}.md`), long(part));
      assert.ok(design.includes(long(part)), `${part} is whole in the document`);
    }
    const reviews = fixture.calls.filter(({ workflow }) => workflow === 'sdd-review');
    assert.ok(reviews.length > 1, 'it is reviewed in several portions');
    const seen = reviews.map(({ item }) => item as JsonObject);
    for (const part of PARTS)
      assert.equal(
        seen
          .map((portion) => String(portion[part]))
          .filter((text) => !text.startsWith('(This part'))
          .join(''),
        long(part),
        `the portions together hold ${part}`,
      );
  });

  test('by section, those that build on others see them, and code puts them together in order', async (t) => {
    const fixture = await sddFixture(t);
    const run = await fixture.start({ drafting: 'sections' });
    await run.atReview();
    const hld = run.read(`${FEATURE}/design/hld.md`);
    const titles = [...hld.matchAll(/^## (.*)$/gm)].map(([, title]) => title);
    assert.deepEqual(titles.slice(0, 3), ['Overview and Use Cases', 'Components', 'Technology Stack']);
    const asked = fixture.calls.filter(({ workflow }) => workflow === 'sdd-draft-hld');
    assert.deepEqual(
      asked.map(({ step }) => step),
      ['first', ...Array.from({ length: titles.length - 1 }, () => 'rest')],
    );
    for (const { prompt } of asked.slice(1)) assert.match(prompt, /hld 1: Overview and Use Cases, in a sentence/);
  });

  test('a section without its heading gets it from code', async (t) => {
    const draft = (part: string, { item }: CallFacts) =>
      `Words of ${part} on ${(item as JsonObject).title}. `.repeat(9);
    const run = await (await sddFixture(t, { script: { draft } })).start({ drafting: 'sections' });
    await run.atReview();
    assert.match(run.read(`${FEATURE}/design/lld.md`), /^## API Endpoints\n\nWords of lld on API Endpoints\./);
  });

  test('who drafted what, when and with which prompt and model is in the record', async (t) => {
    const run = await (await sddFixture(t)).start();
    await run.atReview();
    const { visits } = (await run.data()).processing_metadata as { visits: JsonObject[] };
    assert.deepEqual(
      visits.map(({ step, visit, agent }) => [step, visit, agent]),
      [
        ['draft_hld', 1, 'SystemArchitectAgent'],
        ['draft_lld', 1, 'APIDataAgent'],
        ['design_database', 1, 'DatabaseDesignerAgent'],
        ['review_doc', 1, 'ReviewerAgent'],
        ['format_doc', 1, 'WriterFormatterAgent'],
      ],
    );
    for (const { version, started_at, ended_at } of visits) {
      assert.match(String(version), /^[0-9a-f]{16}$/);
      assert.ok(Date.parse(String(started_at)) <= Date.parse(String(ended_at)));
    }
  });
});

describe('edits by hand', () => {
  test('what a person wrote into a part while the run waited is taken in, told and kept', async (t) => {
    const fixture = await sddFixture(t, { script: { reviews: [GOOD] } });
    const run = await fixture.start();
    await run.atReview();
    const edited = `${run.read(`${FEATURE}/design/hld.md`)}\n## Retention\n\nBookings are kept for two years.\n`;
    run.write(`${FEATURE}/design/hld.md`, edited);
    assert.match((await run.tries({ verdict: 'approve' })) ?? '', /design\/hld\.md was changed since/);
    await run.says({ verdict: 'revise', feedback: 'Take my section on retention in.' });
    await run.atReview(2);
    const again = fixture.calls.filter(({ workflow }) => workflow === 'sdd-draft-hld')[1];
    assert.match(again?.prompt ?? '', /Bookings are kept for two years\./, 'the drafter has the edited text');
    assert.match(again?.prompt ?? '', /design\/hld\.md was edited by hand: retention\./);
    const now = run.read(`${FEATURE}/design/hld.md`);
    assert.match(
      now,
      /hld 2: Security[\s\S]*## Retention\n\nBookings are kept for two years\./,
      'it stays in the part',
    );
    assert.ok(
      filesIn(run).some((name) => /^hld\.\w{8}\.md$/.test(name) && run.read(`${FEATURE}/design/${name}`) === edited),
    );
    const { hand_edits } = await run.data();
    assert.deepEqual(
      (hand_edits as JsonObject[]).map(({ part, step }) => [part, step]),
      [['hld', 'draft_hld']],
    );
  });

  test('an edit of a part that is not drafted again is in the document, byte for byte', async (t) => {
    const edits = { text: '' };
    const draft = (part: string, _: CallFacts, time: number): string => {
      // Someone edits the HLD while the database is drafted.
      if (part === 'database') edits.text = edit();
      return partText(part, time);
    };
    const fixture = await sddFixture(t, { script: { draft } });
    const run = await fixture.start();
    const edit = (): string => {
      const text = `${run.read(`${FEATURE}/design/hld.md`)}\nAdded by hand.  \n`;
      run.write(`${FEATURE}/design/hld.md`, text);
      return text;
    };
    await run.atReview();
    assert.equal((await run.data()).hld_draft, edits.text);
    assert.ok(run.read(`${FEATURE}/design/design.md`).includes(edits.text));
    const reviewed = fixture.calls.find(({ workflow }) => workflow === 'sdd-review');
    assert.match(reviewed?.prompt ?? '', /Added by hand\./);
  });

  test('a part edited while its next draft is written is kept beside the new one', async (t) => {
    const draft = (part: string, _: CallFacts, time: number): string => {
      if (part === 'hld' && time === 2) run.write(`${FEATURE}/design/hld.md`, 'Mine, written in between.\n');
      return partText(part, time);
    };
    const fixture = await sddFixture(t, { script: { draft, reviews: [BAD, GOOD] } });
    const run = await fixture.start();
    await run.atReview();
    assert.equal(run.read(`${FEATURE}/design/hld.md`), partText('hld', 2));
    const aside = filesIn(run).filter((name) => /^hld\.\w{8}\.md$/.test(name));
    assert.equal(run.read(`${FEATURE}/design/${aside[0]}`), 'Mine, written in between.\n');
  });

  test('design.md and schema.sql are not approved unseen; they are made anew, the edited ones kept', async (t) => {
    const draft = (part: string, _: CallFacts, time: number): string =>
      part === 'database'
        ? `${partText(part, time)}\n\`\`\`sql\nCREATE TABLE t${time} (id int);\n\`\`\`\n`
        : partText(part, time);
    const run = await (await sddFixture(t, { script: { draft } })).start();
    await run.atReview();
    const edited = { 'design.md': '# Mine\n', 'schema.sql': '-- Mine\n' };
    for (const [file, text] of Object.entries(edited)) run.write(`${FEATURE}/design/${file}`, text);
    const refused = (await run.tries({ verdict: 'approve' })) ?? '';
    for (const file of Object.keys(edited))
      assert.ok(refused.includes(`design/${file} was changed since the document was shown`), refused);
    assert.match(refused, /the next version is made anew and yours is kept beside it/);
    await run.says({ verdict: 'revise', feedback: 'Name the roles.' });
    await run.atReview(2);
    const { final_document, hand_edits } = await run.data();
    assert.equal(run.read(`${FEATURE}/design/design.md`), final_document);
    assert.equal(run.read(`${FEATURE}/design/schema.sql`), 'CREATE TABLE t2 (id int);\n');
    const kept = (hand_edits as JsonObject[]).map((edit) => [edit.part, String(edit.kept)] as const);
    assert.deepEqual(
      kept.map(([file]) => file),
      ['design.md', 'schema.sql'],
    );
    for (const [file, name] of kept)
      assert.equal(run.read(`${FEATURE}/design/${name}`), edited[file as keyof typeof edited]);
    assert.deepEqual(editSentences(hand_edits as never), [
      `design/design.md was edited by hand; it was made anew, and what was edited is in design/${kept[0]?.[1]}.`,
      `design/schema.sql was edited by hand; it was made anew, and what was edited is in design/${kept[1]?.[1]}.`,
    ]);
    // Nothing was edited now: nothing is kept beside it.
    await run.says({ verdict: 'revise', feedback: 'Once more.' }, 2);
    await run.atReview(3);
    assert.equal(filesIn(run).filter((name) => /\.\w{8}\./.test(name)).length, 2);
    assert.equal(((await run.data()).hand_edits as []).length, 2);
  });
});

describe('rounds', () => {
  const worse = {
    ...BAD,
    overall_score: 0.3,
    issues: [ISSUE, { ...ISSUE, description: 'The mail sender has no retries at all.' }],
  };

  test('each round is compared with the one before: sections, issues, score', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD, worse, GOOD] } })).start();
    await run.atReview();
    const rounds = (await run.data()).rounds as JsonObject[];
    const [, second = {}] = rounds;
    assert.deepEqual(
      rounds.map(({ round, score_before, score_after }) => [round, score_before, score_after]),
      [
        [1, null, 0.5],
        [2, 0.5, 0.3],
        [3, 0.3, 0.9],
      ],
    );
    const counts = rounds.map(({ opened, closed, still_open }) =>
      [opened, closed, still_open].map((list) => (list as []).length),
    );
    assert.deepEqual(counts, [
      [1, 0, 0],
      [1, 0, 1],
      [0, 2, 0],
    ]);
    assert.deepEqual((second.changed as JsonObject[]).map(({ part, section }) => `${part}: ${section}`).slice(0, 2), [
      'hld: overview',
      'hld: security',
    ]);
    assert.equal(second.is_without_progress, true);
  });

  test('with keep best the best round is what is formatted, and its files are the best ones', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD, worse] } })).start({
      max_revisions: 2,
      revision: { keep: 'best' },
    });
    await run.atReview();
    assert.equal((await run.data()).hld_draft, partText('hld', 1));
    assert.equal(run.read(`${FEATURE}/design/hld.md`), partText('hld', 1));
    assert.equal(((await run.data()).review_feedback as JsonObject).overall_score, 0.5);
  });

  test('by default the last round is formatted, although the first was better', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD, worse] } })).start({ max_revisions: 2 });
    await run.atReview();
    assert.equal((await run.data()).hld_draft, partText('hld', 2));
    assert.equal(((await run.data()).best as JsonObject).round, 1);
  });

  test('with stop progress a round that makes none is the last', async (t) => {
    const run = await (await sddFixture(t, { script: { reviews: [BAD] } })).start({ revision: { stop: 'progress' } });
    await run.atReview();
    const { revision_count, forced_reason, needs_revision } = await run.data();
    assert.deepEqual([revision_count, forced_reason, needs_revision], [2, 'no_progress', true]);
    assert.match((await run.tries({ verdict: 'approve' })) ?? '', /open, and not accepted/);
    await run.says({ verdict: 'approve', accepted_issues: true });
    assert.equal(await run.ended(), 'completed');
  });

  test('a targeted revision drafts only the sections that issues name and what builds on them', async (t) => {
    const reviews = [{ ...BAD, issues: [{ ...ISSUE, location: 'LLD: Data Models' }] }, GOOD];
    const fixture = await sddFixture(t, { script: { reviews } });
    const run = await fixture.start({ drafting: 'sections', revision: { mode: 'targeted' } });
    await run.atReview();
    const first = fixture.calls.findIndex(({ workflow }) => workflow === 'sdd-review');
    const again = fixture.calls
      .slice(first + 1)
      .filter(({ item, workflow }) => item !== null && workflow !== 'sdd-review');
    const titles = again.map(({ workflow, item }) => `${workflow}: ${(item as JsonObject).id}`);
    assert.deepEqual(titles.slice(0, 4), [
      'sdd-draft-lld: models',
      'sdd-draft-lld: schema',
      'sdd-draft-lld: validation',
      'sdd-draft-lld: business-logic',
    ]);
    assert.equal(titles[4], 'sdd-design-database: ddl');
    assert.ok(!titles.some((title) => title.startsWith('sdd-draft-hld')), 'the HLD stays as it is');
    assert.match(run.read(`${FEATURE}/design/lld.md`), /lld 1: API Endpoints[\s\S]*lld 2: Data Models/);
  });
});
