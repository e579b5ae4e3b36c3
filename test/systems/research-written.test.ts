// What becomes of an article that a model wrote: true sentences in own words stay, objected and refused ones are taken
// out and listed, nothing is replaced, and readers learn who judged.

import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Json, JsonObject } from '../../src/json.ts';
import { LIES, TRUE_CLAIMS } from './research-claims/claims.ts';
import { type WrittenRun, writtenRun } from './research-written.ts';

const HALF = 13;
const article = [
  '## Must you insulate first',
  ...TRUE_CLAIMS.slice(0, HALF),
  '## Prices tripled for everybody',
  ...TRUE_CLAIMS.slice(HALF),
];
/** Marks at the end of sentences aside, as a reader reads it. */
const plain = (markdown: string): string => markdown.replace(/ ?\[\[\d+\]\]\(ledger\.md#c\d+\)/g, '');
const ledgerOf = ({ ledger, output }: WrittenRun) => ledger ?? assert.fail(JSON.stringify(output));
const warningsOf = ({ output }: WrittenRun): string => (output.warnings as readonly string[]).join('\n');
const accuracyOf = ({ output }: WrittenRun) => (output.quality as { readonly accuracy: number | null }).accuracy;

describe('an article in own words', { concurrency: 2 }, () => {
  test('research3-D1, research3-D2: with an honest judge 25 of 25 true sentences stay as written', async (t) => {
    const run = await writtenRun(t, { draft: () => article });
    const ledger = ledgerOf(run);
    const text = plain(run.article);
    for (const { id, claim } of TRUE_CLAIMS) assert.ok(text.includes(claim), `${id} is gone: ${claim}`);
    assert.deepEqual(ledger.removed, []);
    assert.deepEqual([ledger.counts.claims, ledger.counts.supported, ledger.counts.not_judged], [25, 25, 0]);
    assert.match(text, /^## Prices tripled for everybody$/m, 'headings are no claims');
    for (const entry of ledger.entries) {
      assert.ok(entry.foundBy === 'judge' || entry.foundBy === 'word for word', entry.text);
      assert.equal(entry.judge?.model, 'writer-1');
      assert.ok(entry.spans.length > 0);
    }
    assert.match(
      text,
      /^> Checked against its sources, .*: word for word 0, supported by the judge 25, not judged 0, /m,
    );
    assert.equal(accuracyOf(run), 1);
    assert.equal(run.asked.get('article_writer')?.length, 1, 'nothing goes back');
  });

  test('research3-D3: of 12 lies none stays though the judge supports all; score and readers are told', async (t) => {
    const honest = [...TRUE_CLAIMS.slice(0, HALF)];
    const run = await writtenRun(t, { draft: () => ['## What holds', ...honest, '## What does not', ...LIES] });
    const ledger = ledgerOf(run);
    const text = plain(run.article);
    for (const { id, claim } of LIES) {
      assert.ok(!text.includes(claim), `${id} stays: ${claim}`);
      const listed = ledger.removed.find((each) => each.text === claim) ?? assert.fail(`${id} is not listed`);
      assert.deepEqual([listed.takenOutBy, listed.rewritten], ['code', null]);
    }
    for (const { claim } of honest) assert.ok(text.includes(claim), claim);
    assert.ok(!text.includes('What does not'), 'a section of which nothing is left goes');
    assert.match(warningsOf(run), /^12 sentences were taken out: 12 by code\. ledger\.md lists them$/m);
    assert.match(run.article, /, taken out 12\.$/m);
    const accuracy = accuracyOf(run) ?? assert.fail('Facts were judged.');
    assert.ok(accuracy < 13 / 25, `${accuracy}`);
  });

  test('objected sentences go back once, with the reason and the words they cite', async (t) => {
    const [first, second] = LIES;
    const bad = { claim: 'Nobody knows of a passage.', rests: ['e9999'] };
    const lead = { claim: 'Now to the costs.', rests: [] };
    assert.ok(first !== undefined && second !== undefined);
    const run = await writtenRun(t, {
      draft: (asked) => (asked === 1 ? [...TRUE_CLAIMS, first, second, bad, lead] : [...TRUE_CLAIMS, second, bad]),
    });
    const [, again = '', ...more] = run.asked.get('article_writer') ?? [];
    assert.deepEqual(more, []);
    assert.match(again, /4 sentences of the draft cannot stay\. Mend each, or leave it out/);
    assert.ok(again.includes(`"${first.claim}" `), again.slice(-4000));
    assert.match(again, /stands nowhere in or beside the cited passages.* It cites: "/);
    assert.match(again, /"Nobody knows of a passage\." There is no passage e9999\./);
    assert.match(again, /"Now to the costs\." It cites no passage\./);
    const { removed, counts } = ledgerOf(run);
    assert.deepEqual(
      removed.map(({ text }) => text),
      [second.claim, bad.claim],
    );
    assert.equal(counts.claims, TRUE_CLAIMS.length);
  });

  test('a refused sentence is taken out with the reason of the judge, and the others stay', async (t) => {
    const doubted = TRUE_CLAIMS[4]?.claim ?? '';
    const run = await writtenRun(t, {
      draft: () => article,
      judge: (claim) => (claim === doubted ? 'insufficient' : 'supported'),
    });
    const { removed, counts } = ledgerOf(run);
    assert.deepEqual(
      removed.map(({ text, takenOutBy, reasons, verdict }) => [text, takenOutBy, reasons, verdict]),
      [[doubted, 'judge', ['The passage says something else.'], 'insufficient']],
    );
    assert.equal(counts.claims, 24);
    assert.match(warningsOf(run), /^1 sentence was taken out: 1 by the judge\. ledger\.md lists them$/m);
  });

  test('what was refused goes to the writer of the next execution, with the reason and the passage', async (t) => {
    const run = await writtenRun(t, {
      ...{ draft: () => article, brief: { min_quality_score: 0.99 } },
      judge: (claim) => (claim.startsWith('Nobody in the neighbourhood') ? 'contradicted' : 'supported'),
    });
    const second = run.asked.get('article_writer')?.[1] ?? assert.fail('The writer was asked once.');
    assert.match(
      second,
      /- "Nobody in the neighbourhood felt any difference indoors\." The passage says something else\./,
    );
    assert.match(second, /It cites: "No resident noticed that rooms got colder\."/);
  });

  test('research3-D7: where the judge refuses everything no article is written, with the reasons', async (t) => {
    const run = await writtenRun(t, { draft: () => article, judge: () => 'contradicted' });
    assert.deepEqual([run.status, run.article, run.output.article], ['completed', '', null]);
    assert.match(warningsOf(run), /^None of the 25 sentences of the draft could stay: 25 by the judge\.$/m);
    assert.match(warningsOf(run), /^"In Lindau, shifting .*" The passage says something else\. It cites: "/m);
  });

  test('words that claim nothing are no article', async (t) => {
    const run = await writtenRun(t, { draft: () => ['Table 2.', ...article], judge: () => 'contradicted' });
    assert.deepEqual([run.article, run.output.article], ['', null]);
  });
});

describe('where no fact checker answered', { concurrency: 2 }, () => {
  test('sentences in own words stay, not judged; their number is told, and no score of facts is made', async (t) => {
    const run = await writtenRun(t, { draft: () => article, judge: null });
    const { counts, entries, removed } = ledgerOf(run);
    assert.deepEqual([counts.claims, counts.supported, counts.not_judged, removed.length], [25, 0, 25, 0]);
    assert.ok(entries.every(({ verdict, foundBy }) => verdict === 'not judged' && foundBy === 'nobody'));
    assert.match(warningsOf(run), /^25 of 25 sentences are not judged: no fact checker answered$/m);
    assert.equal(accuracyOf(run), null);
    assert.match(String(run.output.system_notes), /Facts are left out of the quality score: nobody judged them\./);
  });

  test('a sentence that its source has word for word is proved by code', async (t) => {
    const claim = 'No resident noticed that rooms got colder.';
    const rests = [{ source: 'lindau-grid-trial.md', text: claim }];
    const run = await writtenRun(t, { draft: () => [...TRUE_CLAIMS, { claim, rests }], judge: null });
    const entry = ledgerOf(run).entries.find(({ text }) => text === claim);
    assert.deepEqual([entry?.verdict, entry?.foundBy], ['supported', 'word for word']);
    assert.equal(accuracyOf(run), 1);
  });
});

describe('an editor', { concurrency: 2 }, () => {
  const edited = (t: TestContext, edits: readonly JsonObject[]) =>
    writtenRun(t, { draft: () => article, works: { editor: () => ({ edits: edits as Json }) } });

  test('may reword a sentence, which is then not judged in its new words', async (t) => {
    const [find, replace] = ['Nobody in the neighbourhood felt any difference', 'No neighbour felt a difference'];
    const run = await edited(t, [{ find, replace, why: 'shorter' }]);
    const entry = ledgerOf(run).entries.find(({ text }) => text === `${replace} indoors.`);
    assert.deepEqual([entry?.verdict, entry?.judge], ['not judged', undefined]);
    assert.match(warningsOf(run), /^1 of 25 sentences is not judged$/m);
  });

  test('brings in no figure, name or sentence that cites nothing', async (t) => {
    const run = await edited(t, [
      { find: 'Nobody in the neighbourhood', replace: 'Nobody in Konstanz', why: 'x' },
      { find: 'Nobody in the neighbourhood', replace: 'All is well. Nobody in the neighbourhood', why: 'x' },
      { find: 'by 17 percent', replace: 'by 71 percent', why: 'x' },
    ]);
    assert.ok(TRUE_CLAIMS.every(({ claim }) => plain(run.article).includes(claim)));
    assert.equal(ledgerOf(run).counts.supported, 25);
  });
});

const ofNoise = (prompt: string): readonly string[] =>
  [...prompt.matchAll(/^\[(e\d+)\] \(s\w+, 2022-09-08/gm)].map(([, id = '']) => id);
const quiet = TRUE_CLAIMS.filter(({ rests }) => rests.every(({ source }) => source !== 'noise-measurements.md'));

describe('what a model says of the material', { concurrency: 2 }, () => {
  test('research3-D6: sources disagree only where the judge says that they speak of the same', async (t) => {
    const [agreed, denied, unjudged] = await Promise.all([
      writtenRun(t, { draft: () => article, same: true }),
      writtenRun(t, { draft: () => article, same: false }),
      writtenRun(t, { draft: () => article, judge: null }),
    ]);
    const found = (run: WrittenRun): number => ledgerOf(run).contradictions.length;
    assert.match(agreed.asked.get('fact_checker')?.[0] ?? '', /^d1: s\w+: "/m);
    assert.ok(found(agreed) > 0);
    assert.deepEqual([found(denied), found(unjudged)], [0, 0]);
    assert.ok(ledgerOf(agreed).contradictions.every(({ followed }) => followed === null));
  });

  test('research3-D5: a document of which no passage is relevant is left out and listed', async (t) => {
    let named: readonly string[] = [];
    const run = await writtenRun(t, {
      draft: () => quiet,
      works: {
        content_synthesizer: (prompt) => {
          named = ofNoise(prompt);
          const other = [...prompt.matchAll(/^\[(e\d+)\] \(/gm)]
            .map(([, id = '']) => id)
            .find((id) => !named.includes(id));
          const sections = [{ heading: 'All of it', passages: [other ?? ''] }];
          return { title: 'Heat pumps', sections, insights: [], irrelevant: named };
        },
      },
    });
    assert.ok(named.length > 0);
    assert.match(
      String(run.output.system_notes),
      /Left out, since nothing in it is about the topic: "Noise of outdoor units in narrow courtyards"\./,
    );
    const [prompt = ''] = run.asked.get('article_writer') ?? [];
    for (const id of named) assert.ok(!prompt.includes(`[${id}] (`), id);
    const sources = run.output.sources as readonly { readonly title: string }[];
    assert.ok(!sources.some(({ title }) => title.startsWith('Noise')));
  });

  test('where nobody makes an outline, the writer of the article says what is irrelevant', async (t) => {
    const brief = { research_depth: 'light' };
    const run = await writtenRun(t, { draft: () => quiet, irrelevant: ofNoise, brief });
    assert.deepEqual([...run.asked.keys()], ['article_writer', 'editor']);
    assert.match(run.asked.get('article_writer')?.[0] ?? '', /- `irrelevant`: ids of passages/);
    assert.match(String(run.output.system_notes), /Left out, .*: "Noise of outdoor units in narrow courtyards"\./);
  });
});
