import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { parseDiagram } from './parse.ts';
import { parseDiagramHere } from './parse-here.ts';
import { readSource } from './source.ts';

const parse = (text: string, name = 'a.mmd') => parseDiagramHere(readSource(name, text));
const found = async (text: string, name?: string) =>
  (await parse(text, name)).problems.map(({ code, line, column }) => `${code} ${line}:${column}`);

describe('parseDiagram', () => {
  test('gives what parsing in this thread gives, one after the other', async () => {
    const texts = ['graph TD\nA["x"] --> B', 'graph TD\nA -> B', 'stateDiagram-v2\n[*] --> A'];
    const sources = texts.map((text) => readSource('a.mmd', text));
    const inWorker = await Promise.all(sources.map((source) => parseDiagram(source)));
    assert.deepEqual(inWorker, await Promise.all(sources.map(parseDiagramHere)));
  });

  test('leaves no worker behind that keeps the process alive', { timeout: 30_000 }, () => {
    const script = `
      const { parseDiagram } = await import(${JSON.stringify(new URL('./parse.ts', import.meta.url).href)});
      const { drawing } = await parseDiagram({ text: '', diagram: 'graph TD\\nA --> B', firstLine: 1, problems: [] });
      console.log(drawing.nodes.length);`;
    const startedAt = performance.now();
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(stdout, '2\n');
    assert.ok(performance.now() - startedAt < 9_000, 'the process waited for the idle worker');
  });

  test('ends a worker that is busy with one diagram for too long', { timeout: 60_000 }, async () => {
    // Mermaid reads such a line again and again: minutes of work.
    const slow = `graph TD\nA\n${'style A fill:#'.repeat(5_000)}`;
    const { drawing, problems } = await parseDiagram(readSource('a.mmd', slow), { timeoutMs: 300 });
    assert.equal(drawing, null);
    assert.deepEqual(
      problems.map(({ code, message }) => `${code}: ${message}`),
      ['diagram-too-slow: Expected Mermaid to read the diagram within 0.3 s of work, but it was still reading.'],
    );
  });

  test('gives the problems of the source back, and does not parse', async () => {
    const source = readSource('a.md', 'no diagram');
    assert.deepEqual(await parseDiagram(source), { drawing: null, problems: source.problems });
  });
});

describe('what is read', () => {
  test('nodes in order of appearance, edges in source order, entities decoded', async () => {
    const { drawing, problems } = await parse(
      'graph TD\nB{"a #lt; b"} -->|"x #amp;#amp; y"| A\nB ~~~ C([END])\nA & C ==> D',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      drawing?.nodes.map((node) => [node.id, node.label, node.labelType, node.shape]),
      [
        ['B', 'a < b', 'string', 'diamond'],
        ['A', 'A', 'text', ''],
        ['C', 'END', 'text', 'stadium'],
        ['D', 'D', 'text', ''],
      ],
    );
    assert.deepEqual(
      drawing?.edges.map((edge) => [edge.from, edge.to, edge.label, edge.stroke, edge.arrow].join(' ')),
      [
        'B A x && y normal arrow_point',
        'B C  invisible arrow_open',
        'A D  thick arrow_point',
        'C D  thick arrow_point',
      ],
    );
  });

  test('an edge to a subgraph is kept, and the subgraph is a group only', async () => {
    const { drawing } = await parse('graph TD\nsubgraph s [Title]\nA\nend\nB --> s\nstyle s fill:#fff');
    assert.deepEqual(
      drawing?.nodes.map((node) => node.id),
      ['A', 'B'],
    );
    assert.deepEqual(drawing?.groups, [{ id: 's', title: 'Title', nodes: ['A'] }]);
    assert.equal(drawing?.edges[0]?.to, 's');
  });

  test('states with their descriptions, notes and shapes', async () => {
    const { drawing } = await parse(
      'stateDiagram-v2\nstate c <<choice>>\n[*] --> A\nA : one\nA : two\n' +
        'note left of A : n1\nnote right of A : n2\nA --> c\nc --> [*]',
    );
    assert.equal(drawing?.type, 'state');
    const byId = new Map(drawing?.nodes.map((node) => [node.id, node]));
    assert.deepEqual(
      [...byId].map(([id, node]) => `${id} ${node.shape}`),
      ['c choice', 'root_start start', 'A default', 'root_end end'],
    );
    assert.deepEqual(byId.get('A')?.descriptions, ['one', 'two']);
    assert.equal(byId.get('A')?.label, 'one');
    assert.equal(byId.get('A')?.note, 'n1\nn2');
    assert.equal(byId.get('c')?.note, null);
  });

  test('regions of a composite have names that do not change', async () => {
    const text = 'stateDiagram-v2\nstate X {\n[*] --> a\n--\n[*] --> b\n}';
    const [one, two] = [await parse(text), await parse(text)];
    assert.deepEqual(one, two);
    assert.deepEqual(one.drawing?.groups, [{ id: 'X', title: 'X', nodes: ['X_1_start', 'a', 'X_2_start', 'b'] }]);
  });
});

describe('a syntax error is one problem at its place in the file', () => {
  const cases: readonly (readonly [name: string, text: string, expected: string, file?: string])[] = [
    ['in a plain file', 'graph TD\nA --> B\nB -> C\nC ->> D', '3:3'],
    [
      'after comments and blank lines',
      '%% one\n\n%% two\ngraph TD\n\n  %% three\n%% four\n\nA --> B\n  B -> C',
      '10:5',
    ],
    ['after front matter', '---\ntitle: x\nconfig:\n  theme: base\n---\ngraph TD\nA -> B', '7:3'],
    ['after a directive over several lines', '%%{init: {\n "theme": "dark"\n}}%%\ngraph TD\nA -> B', '5:3'],
    ['after a directive on the same line', '%%{wrap}%% graph TD\nA -> B', '2:3'],
    ['after all of them', '---\ntitle: x\n---\n%%{init: {}}%%\n%% c\ngraph TD\n%% d\nA -> B', '8:3'],
    ['behind entities on the line', 'graph TD\nA["#lt;#35;"] -> B', '2:15'],
    ['in a Markdown file', '# T\n\n```mermaid\n%% c\ngraph TD\nA -> B\n```\n', '6:3', 'a.md'],
    ['on an indented first line', '   graph TD A\nB', '1:13'],
    ['at the end', 'graph TD\nA --> B[open\n\n', '2:13'],
    ['in a state diagram', 'stateDiagram-v2\n%% c\n[*] --> A\nA --> --> B', '4:7'],
    ['without a place: a shape nobody knows', 'graph TD\n%% c\nA --> B\nB@{ shape: nonsense }\nC --> D', '4:1'],
    [
      'without a place: a link style too many',
      '---\ntitle: x\n---\ngraph TD\nA --> B\n  linkStyle 7 stroke:#f00\nC',
      '6:3',
    ],
    ['in the front matter', '---\ntitle: a\nconfig: [x\n---\ngraph TD\nA', '4:1'],
    ['in front matter never closed', '---\ntitle: a\ngraph TD\nA', '1:1'],
  ];
  for (const [name, text, expected, file] of cases) {
    test(name, async () => assert.deepEqual(await found(text, file), [`syntax-error ${expected}`]));
  }

  test('it says what was expected and what was found', async () => {
    const { problems } = await parse('graph TD\nA -> B');
    assert.equal(problems[0]?.message, 'Expected the end of the line, an arrow, but Mermaid found "-".');
  });
});

describe('other problems', () => {
  test('a diagram of another type', async () => {
    assert.deepEqual(await found('%% c\n  sequenceDiagram\nA->>B: hi'), ['unsupported-diagram 2:3']);
    assert.deepEqual(await found('grph TD\nA'), ['unsupported-diagram 1:1']);
    assert.deepEqual(await found('swimlane-beta\nA'), ['unsupported-diagram 1:1']);
  });

  test('the classic state diagram is read like the newer one', async () => {
    const [classic, newer] = [await parse('stateDiagram\n[*] --> A'), await parse('stateDiagram-v2\n[*] --> A')];
    assert.deepEqual(classic, newer);
  });

  test('a quote in a label, whether Mermaid drops it or stops at it', async () => {
    assert.deepEqual(await found('graph TD\nA["he said "hi""] --> B'), ['quote-in-label 2:12']);
    assert.deepEqual(await found('graph TD\nA["he said "hi" twice"] --> B'), ['quote-in-label 2:12']);
    assert.deepEqual(await found('graph TD\nA -->|"a "b" c"| B'), ['quote-in-label 2:10']);
    assert.deepEqual(await found('graph TD\nA -- "a "b" c" --> B'), ['quote-in-label 2:9']);
    assert.deepEqual(await found('graph TD\nA(["5" pipe"])\nB["x"]'), ['quote-in-label 2:6']);
    assert.deepEqual(await found('stateDiagram-v2\nstate "a "b" c" as X'), ['quote-in-label 2:10']);
  });

  test('a quote in a label hides no syntax error elsewhere', async () => {
    assert.deepEqual(await found('graph TD\nA["he "said""]\nB -> C'), ['quote-in-label 2:7', 'syntax-error 3:3']);
  });

  test('quotes in click lines, metadata, tags and state labels are none', async () => {
    assert.deepEqual(
      await found('graph TD\nA["<b class="x">y</b>"]\nclick A call f("a", "b")\nB@{ label: "\\"q\\"" }'),
      [],
    );
    assert.deepEqual(await found('stateDiagram-v2\nA --> B : say "hi"\nB : "x" and "y"'), []);
  });

  test('an empty comment line, which Mermaid draws', async () => {
    assert.deepEqual(await found('graph TD\nA\n%%\nB'), ['empty-comment 3:1']);
  });

  test('an arrow with two kinds of head', async () => {
    assert.deepEqual(await found('graph TD\nA x-- t --o B'), ['mismatched-arrow 2:1']);
  });

  test('a choice declared after its first use', async () => {
    assert.deepEqual(await found('stateDiagram-v2\nA --> c\n state c <<choice>>\nc --> B'), ['late-shape 3:2']);
  });

  test('over 500 edges a warning that GitHub will not draw it', async () => {
    const edges = (count: number) => `graph TD\n${Array.from({ length: count }, (_, n) => `a${n} --> b`).join('\n')}`;
    assert.deepEqual(await found(edges(500)), []);
    assert.deepEqual(await found(edges(501)), ['not-drawn-on-github 1:1']);
  });
});

test('the fix of a line that Mermaid cannot read says what is mostly meant', async () => {
  const fixes = new Map([
    ['A -> B', 'Write --> for an arrow.'],
    ['A[Draft --> B(Review)', 'Close the "[" of "A" before the arrow.'],
    ['A --> end', '"end" is a word of Mermaid: give the step another id, such as done.'],
    ['A --> end[Done]', '"end" is a word of Mermaid: give the step another id, such as done.'],
    ['A --> B[x', 'Correct the line; mermaid.live shows what Mermaid reads.'],
  ]);
  for (const [line, fix] of fixes) {
    const { problems } = await parseDiagramHere(readSource('a.mmd', `flowchart TD\n  ${line}\n`));
    assert.equal(problems[0]?.fix, fix, line);
  }
});
