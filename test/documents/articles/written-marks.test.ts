// Where the citations of a model's sentences and items stand in the article: none is lost, and no point moves.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { articleHtml } from '../../../src/documents/article/article-html.ts';
import { assembleWritten } from '../../../src/documents/article/assemble-written.ts';
import { language } from '../../../src/language/words/language.ts';
import { briefOf } from './brief-of.ts';
import { corpusOf } from './corpus-of.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';

const { sources, passages } = corpusOf(OLD_HOUSE_HEATING);
const [first = ''] = passages.map(({ id }) => id);

const written = (draft: string) =>
  assembleWritten({
    ...{ brief: briefOf('Heat pumps in old houses'), draft: `# Pumps\n\n${draft}`, passages, sources, texts: sources },
    ...{ edits: [], contradictions: [], judged: [], hash: () => 'sha256:0', language },
  });

const textOf = (draft: string): string =>
  written(draft)
    .body.replace(/^# Pumps\n\n|\n\n## References\n[\s\S]*$/g, '')
    .replace(/\(ledger\.md#c\d+\)/g, '')
    .trim();

test('an item of one or two words keeps its citation, and is counted', () => {
  const draft = `They are for [${first}]:\n\n- kitchens [${first}],\n- old barns [${first}],\n- zum Putzen [${first}].`;
  assert.equal(textOf(draft), 'They are for [[1]]:\n\n- kitchens [[1]],\n- old barns [[1]],\n- zum Putzen [[1]].');
  const { ledger } = written(draft);
  assert.deepEqual(ledger.removed, []);
  assert.deepEqual([ledger.counts.claims, ledger.counts.not_judged], [4, 4]);
});

test('the page says how many claims nobody judged', () => {
  const draft = `Pumps [${first}].`;
  const judged = {
    text: 'Pumps.',
    section: 'Pumps',
    cites: [first],
    verdict: 'supported',
    reasons: [],
    worker: 'judge',
  };
  const { markdown, ledger } = assembleWritten({
    ...{ brief: briefOf('Heat pumps in old houses'), passages, sources, texts: sources, edits: [], contradictions: [] },
    ...{
      draft: `# Pumps\n\n${draft} They are old [${first}].`,
      hash: () => 'sha256:0',
      judged: [judged as never],
      language,
    },
  });
  assert.match(articleHtml(markdown, ledger, language), /code and a judge compared each claim but 1 not judged with/);
});

test('marks of punctuation stay behind the citation where the writer put them, whole', () => {
  for (const point of ['.', '!', ',', ';', ':', '...', '…'])
    assert.equal(textOf(`The pumps are in the cellar [${first}]${point}`), `The pumps are in the cellar [[1]]${point}`);
});

const textsOf = (draft: string): readonly string[] => written(draft).ledger.entries.map(({ text }) => text);

test('marks behind the full stop belong to the sentence before them', () => {
  const draft = [
    `Are pumps dear? [${first}] They are in the cellar.[${first}]` +
      ` "Nobody hears them." [${first}] He left (too late!). [${first}]`,
    `Ils durent longtemps ? [${first}]`,
  ].join('\n\n');
  assert.equal(
    textOf(draft),
    [
      'Are pumps dear [[1]]? They are in the cellar [[1]]. "Nobody hears them." [[1]] He left (too late!) [[1]].',
      'Ils durent longtemps [[1]] ?',
    ].join('\n\n'),
  );
  assert.equal(textsOf(draft).length, 5);
});

test('marks in brackets of their own leave nothing behind', () => {
  const draft = `Pumps are old (see [${first}]). Houses are warm [see [${first}]]. They last 【${first}】.`;
  assert.equal(textOf(draft), 'Pumps are old [[1]]. Houses are warm [[1]]. They last [[1]].');
});

test('the paragraphs of an item stay in it, and items whose lead is taken out are no code', () => {
  const draft = `- Pumps are old [${first}].\n\n  Houses are warm [${first}].`;
  assert.equal(textOf(draft), draft.replaceAll(`[${first}]`, '[[1]]'));
  const led = `1. What such pumps cost:\n    - much money [${first}]\n    - more [${first}]`;
  assert.equal(textOf(led), '- much money [[1]]\n- more [[1]]');
});

test('cells of a table keep their words', () => {
  const draft = `| What | Why |\n| --- | --- |\n| Pumps | The houses are old there [${first}] |`;
  assert.equal(textOf(draft), '- Pumps: The houses are old there [[1]].');
});

test('a script goes with what it holds, and is listed', () => {
  const [script, style] = ['<script>alert("pumps")</script>', '<STYLE>b{}</style >'];
  const draft = `The ${script} pumps are old [${first}]. Houses ${style}stay warm [${first}].`;
  assert.equal(textOf(draft), 'The pumps are old [[1]]. Houses stay warm [[1]].');
  assert.deepEqual(
    written(draft).ledger.removed.map(({ text }) => text),
    ['<script>alert("pumps")', '<STYLE>b{}'],
  );
});

test('what is said before an uncited sentence or item that goes stays in its place', () => {
  const items = `   - signs that help people\n   - pumps in cellars [${first}]`;
  const draft = `1. For use:\n${items}\n2. Other:\n   - barns and kitchens [${first}]`;
  assert.equal(textOf(draft), '1. For use:\n   - pumps in cellars [[1]]\n2. Other:\n   - barns and kitchens [[1]]');
});

test('what leads into items that are all taken out goes with them', () => {
  const draft = [
    `Pumps are old [${first}].`,
    '1. Members:\n   - in town they pay nothing\n2. Others:\n   - they pay as well',
    'So:\n\n- nobody pays at all',
  ].join('\n\n');
  assert.equal(textOf(draft), 'Pumps are old [[1]].');
});

test('sentences of languages that put no blanks between words keep their citations, and claim something', () => {
  const inside = `热泵把热量从冷的地方移到热的地方[${first}]。它们在老房子里很有用[${first}]。`;
  const behind = `热泵把热量从冷的地方移到热的地方。[${first}] 它们在老房子里很有用。[${first}]`;
  for (const draft of [inside, behind]) {
    assert.equal(textOf(draft), '热泵把热量从冷的地方移到热的地方 [[1]]。它们在老房子里很有用 [[1]]。');
    assert.equal(written(draft).ledger.counts.claims, 2);
  }
  assert.equal(textOf(`热泵害死了很多人。它们在老房子里很有用[${first}]。`), '它们在老房子里很有用 [[1]]。');
});
