// `signoff research verify`: our article, one that was edited, one of somebody else, and what is not an article.

import assert from 'node:assert/strict';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../support/run-signoff.ts';
import { signoffHere } from '../support/signoff-here.ts';

const CORPUS = join(root, 'bench/labelled/research/topics/heat-pumps');
const ARTICLE = 'research/heat-pumps-in-old-buildings/article.md';
const SOURCES = 'research/heat-pumps-in-old-buildings/sources';
const ENV = { SIGNOFF_PROVIDER: 'offline' };

describe('signoff research verify', { concurrency: false }, () => {
  let project = '';
  let article = '';

  before(async () => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-test-')));
    cpSync(CORPUS, join(project, 'documents'), { recursive: true });
    const args = ['research', 'Heat pumps in old buildings', '--corpus', 'documents', '--min-sources', '5'];
    const { code, err } = await signoffHere(args, { cwd: project, env: ENV });
    assert.equal(code, 0, err);
    article = readFileSync(join(project, ARTICLE), 'utf8');
  });

  after(() => rmSync(project, { recursive: true, force: true }));

  const verify = (file: string, ...more: readonly string[]) =>
    signoffHere(['research', 'verify', file, ...(more.length === 0 ? ['--sources', 'documents'] : more)], {
      ...{ cwd: project, env: ENV },
    });
  const write = (name: string, text: string): string => {
    writeFileSync(join(project, name), text);
    return name;
  };

  test('our article passes, against its stored sources and against the documents', async () => {
    for (const sources of [SOURCES, 'documents']) {
      const { code, out } = await verify(ARTICLE, '--sources', sources);
      assert.equal(code, 0, out);
      assert.match(out, /passed, (\d+) claims: \1 word for word, 0 not judged, 0 differ, 0 not found/);
    }
  });

  test('a check leaves nothing behind', async () => {
    const other = realpathSync(mkdtempSync(join(tmpdir(), 'signoff-test-')));
    try {
      cpSync(CORPUS, join(other, 'documents'), { recursive: true });
      writeFileSync(join(other, 'article.md'), article);
      const { out } = await signoffHere(['research', 'verify', 'article.md', '--sources', 'documents'], {
        ...{ cwd: other, env: ENV },
      });
      assert.match(out, /(\d+) claims: \1 word for word/);
      assert.deepEqual(readdirSync(other).toSorted(), ['article.md', 'documents']);
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  test('a changed figure is found, with its line and the words of the source', async () => {
    const lines = article.split('\n');
    const [figure = assert.fail('There is no figure.')] = /(?<=\s)\d{2,3}(?= percent)/.exec(article) ?? [];
    const line = lines.findIndex((each) => each.includes(`${figure} percent`)) + 1;
    const { code, out } = await verify(write('edited.md', article.replace(`${figure} percent`, '3 percent')));
    assert.equal(code, 1);
    assert.match(out, new RegExp(`edited\\.md:${line} c\\d+ differs`));
    assert.match(out, /documents\/.*: "/);
  });

  test('an article of somebody else is checked without marks, with footnotes and with links', async () => {
    const text = [
      '# Mine',
      'Heat pumps were invented in 1712 by a Portuguese admiral [^1].',
      'A heat pump with 900 kilowatts heats every house [as this page says](https://example.org/page).',
      'All of it stands at https://example.org/more.',
      '[^1]: A book.',
    ].join('\n\n');
    const { code, out } = await verify(write('mine.md', text));
    assert.equal(code, 1);
    assert.match(out, /mine\.md:3 c1 not found/);
    assert.match(out, /mine\.md:5 c2 (not found|differs)/);
  });

  test('what nobody judged is counted, and fails with --strict; what differs or is not found fails', async () => {
    const sentence = 'The seasonal performance factor of a heat pump says how much heat it gives for its power.';
    mkdirSync(join(project, 'one'));
    write('one/a.md', `# One\n\n${sentence} The house of Ada Fink has 12 rooms.\n`);
    const checked = async (claim: string, ...more: readonly string[]) => {
      const { code, out } = await verify(write('claim.md', `${claim}\n`), '--sources', 'one', ...more);
      return [
        code,
        /claim\.md:1 c1 ([^;\n]+)/.exec(out)?.[1] ?? 'nothing',
        /claim\.md: (?:passed, )?(.*)$/m.exec(out)?.[1],
      ];
    };
    const of = (counts: string) => `1 claims: ${counts}`;
    const exact = of('1 word for word, 0 not judged, 0 differ, 0 not found');
    const agrees = of('0 word for word, 1 not judged, 0 differ, 0 not found');
    assert.deepEqual(await checked(sentence, '--strict'), [0, 'word for word', exact]);
    assert.deepEqual(await checked('Ada Fink lives in 12 rooms.'), [0, 'nothing', agrees]);
    const judged = 'figures and names agree, wording not judged';
    assert.deepEqual(await checked('Ada Fink lives in 12 rooms.', '--strict'), [1, judged, agrees]);
    const differs = of('0 word for word, 0 not judged, 1 differs, 0 not found');
    assert.deepEqual(await checked('The house of Ada Fink has 14 rooms.'), [1, 'differs', differs]);
    const none = of('0 word for word, 0 not judged, 0 differ, 1 not found');
    assert.deepEqual(await checked('Dragons sleep under every bridge.'), [1, 'not found', none]);
  });

  test('a note behind the full stop hides no sentence, and what is not checked is counted', async () => {
    const text = [
      '# Mine',
      '## Heat pumps killed 5,000 people',
      'Heat pumps killed 5,432 people.[^1]',
      'Heat pumps killed 6,000 people. [2]',
      '![Heat pumps killed 7,000](x.png)',
      '| Killed | 8,000 |\n| --- | --- |',
      '[^1]: Heat pumps killed people in many towns.',
    ].join('\n\n');
    const { code, out } = await verify(write('noted.md', text));
    assert.equal(code, 1);
    assert.match(out, /noted\.md:5 c1/);
    assert.match(out, /noted\.md:7 c2/);
    assert.match(out, /2 claims: .*; not checked: 1 image, 1 table, 1 note/);
    assert.match(out, /^ {2}noted\.md:11 table: \| Killed \| 8,000 \|/m);
  });

  test('research3-D13: headings are no claims, and --json names what was not checked', async () => {
    const text = `${article}\n## Heat pumps killed 5,000 people\n`;
    const headed = text.replace('## References', '## What pumps cost is never paid back\n\n## References');
    assert.equal((await verify(write('headed.md', headed))).code, 0);
    const table = '| Killed | 8,000 |\n| --- | --- |\n| In all | 9,000 |';
    const { code, out } = await verify(
      write('table.md', article.replace('## References', `${table}\n\n## References`)),
      '--sources',
      SOURCES,
      '--json',
    );
    assert.equal(code, 1);
    const { unchecked } = JSON.parse(out);
    const line = article.split('\n').indexOf('## References') + 1;
    assert.deepEqual(unchecked, [{ kind: 'table', line, text: '| Killed | 8,000 | | --- | --- | | In all | 9,000 |' }]);
  });

  test('--json has every claim with its verdict, its line and its spans', async () => {
    const { code, out } = await verify(ARTICLE, '--sources', SOURCES, '--json');
    assert.equal(code, 0);
    const { counts, entries, passed } = JSON.parse(out);
    assert.equal(passed, true);
    assert.equal(entries.filter(({ kind }: { kind: string }) => kind !== 'framing').length, counts.claims);
    const [first] = entries;
    assert.ok(first.line >= 1 && first.spans[0].quote.length > 0);
  });

  test('an empty file, a folder, a file that is not there and one of more than 5 MB are refused', async () => {
    write('empty.md', ' \n');
    write('large.md', 'A sentence of an article that is far too long.\n'.repeat(120_000));
    write('plan.md', '# Plan\n\n## Pumps killed 5,000 people\n\n| Pumps | 5 |\n| --- | --- |\n');
    write('binary.md', `A sentence of an article.${'\0'.repeat(9)}\n`);
    write('many.md', Array.from({ length: 5001 }, (_, at) => `The house number ${at} is old.`).join(' '));
    const cases = [
      ['empty.md', /nothing to check in empty\.md/],
      ['documents', /found a folder/],
      ['nowhere.md', /There is no file nowhere\.md/],
      ['large.md', /at most 5000000 bytes/],
      ['plan.md', /nothing to check in plan\.md: it has no sentence.*Not checked: 1 table/],
      ['binary.md', /found a file with NUL bytes/],
      ['many.md', /at most 5000 claims in many\.md, found 5001/],
      ['../outside.md', /inside the project/],
    ] as const;
    for (const [file, expected] of cases) {
      const { code, err } = await verify(file);
      assert.equal(code, 1, file);
      assert.match(err, expected);
    }
  });

  test('sources that are not there, are a file or hold no document are refused', async () => {
    mkdirSync(join(project, 'nothing'), { recursive: true });
    for (const sources of ['nowhere', ARTICLE, 'nothing']) {
      const { code, err } = await verify(ARTICLE, '--sources', sources);
      assert.equal(code, 1, sources);
      assert.match(err, /file-unreadable: .*--sources/);
    }
    assert.equal((await signoffHere(['research', 'verify', ARTICLE], { cwd: project })).code, 2);
  });

  test('with generic titles the numbers of the article, its ledger and its page agree, and it passes', async () => {
    const titles = ['Heat pumps', 'Heat pumps in winter', 'Heat pumps in old buildings', 'Heat pumps'];
    mkdirSync(join(project, 'generic'), { recursive: true });
    const texts = readdirSync(CORPUS).filter((name) => name.endsWith('.md'));
    for (const [at, name] of texts.entries()) {
      const text = readFileSync(join(CORPUS, name), 'utf8').replace(/^(?:title|url): .*\n/gm, '');
      writeFileSync(join(project, 'generic', `${at}.md`), text.replace(/^# .*$/m, `# ${titles[at % titles.length]}`));
    }
    const args = ['research', 'Heat pumps', '--corpus', 'generic', '--min-sources', '3'];
    const run = await signoffHere(args, { cwd: project, env: ENV });
    assert.equal(run.code, 0, run.err);
    const file = (name: string): string => readFileSync(join(project, 'research/heat-pumps', name), 'utf8');
    const paths = (text: string): readonly string[] =>
      Array.from(text.matchAll(/^\d+\. .*?(generic\/\d\.md)/gm), ([, path = '']) => path);
    const listed = paths(file('article.md'));
    assert.ok(listed.length >= 3);
    assert.deepEqual(paths(file('ledger.md').split('## Sources')[1] ?? ''), listed);
    const page = Array.from(file('article.html').matchAll(/<li id="r\d+">.*?(generic\/\d\.md)/g), ([, path]) => path);
    assert.deepEqual(page, listed);
    const { code, out } = await verify('research/heat-pumps/article.md', '--sources', 'generic');
    assert.equal(code, 0, out);
  });
});

test('the digests that are shown pass beside their own documents', async () => {
  for (const name of ['healthcare', 'python', 'quantum', 'trends']) {
    const folder = `examples/research/${name}`;
    const files = [`${folder}/article.md`, '--sources', `${folder}/corpus`];
    const { code, out } = await signoffHere(['research', 'verify', ...files], { cwd: root });
    assert.equal(code, 0, `${name}: ${out}`);
  }
});
