import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DIAGRAM_LIMITS, placeAt, readSource } from './source.ts';

const codes = (name: string, text: string) => readSource(name, text).problems.map((problem) => problem.code);

describe('readSource', () => {
  test('line ends become LF and a byte order mark goes', () => {
    const source = readSource('a.mmd', '\uFEFFgraph TD\r\nA\rB\n');
    assert.equal(source.text, 'graph TD\nA\nB\n');
    assert.equal(source.diagram, source.text);
    assert.deepEqual(source.problems, []);
  });

  test('the first mermaid fence of a Markdown file is the diagram, with its line', () => {
    const text = '# T\n\n```js\n```mermaid\n```\n\n```mermaid\ngraph TD\n  A\n```\n```mermaid\ngraph LR\n```\n';
    const source = readSource('a.md', text);
    assert.equal(source.diagram, 'graph TD\n  A');
    assert.equal(source.firstLine, 8);
    assert.equal(source.text, text);
  });

  test('a fence inside a longer fence is text', () => {
    assert.deepEqual(codes('a.md', '````md\n```mermaid\ngraph TD\n```\n````\n'), ['no-mermaid-fence']);
  });

  test('a fence of tildes, and one that is never closed, hold a diagram', () => {
    assert.equal(readSource('a.MD', '~~~ mermaid\ngraph TD\nA\n~~~\n').diagram, 'graph TD\nA');
    assert.equal(readSource('a.md', 'x\n```mermaid\ngraph TD\nA').diagram, 'graph TD\nA');
  });

  test('a Markdown file without a fence is a problem', () => {
    assert.deepEqual(codes('a.md', 'graph TD\nA'), ['no-mermaid-fence']);
  });

  test('nothing but comments and front matter is an empty diagram', () => {
    for (const text of ['', ' \n\n', '%% only\n%% comments', '---\ntitle: x\n---\n']) {
      assert.deepEqual(codes('a.mmd', text), ['empty-diagram'], JSON.stringify(text));
    }
  });

  test('one character too many is too large', () => {
    const text = `graph TD\n%% ${'x'.repeat(DIAGRAM_LIMITS.characters - 12)}`;
    assert.equal(text.length, DIAGRAM_LIMITS.characters);
    assert.deepEqual(codes('a.mmd', text), []);
    assert.deepEqual(codes('a.mmd', `${text}x`), ['diagram-too-large']);
  });

  test('arrows are counted once each, whatever their kind, and none in comments, quotes or front matter', () => {
    const kinds = [
      '-->',
      '---',
      '-- t -->',
      '== t ==>',
      '-. t .->',
      '-.->',
      '===',
      '~~~',
      '--x',
      'o--o',
      '---->',
      '-->|t|',
    ];
    const lines = Array.from({ length: DIAGRAM_LIMITS.edges }, (_, n) => `A ${kinds[n % kinds.length]} B`);
    const rest = '%% A --> B\nC["x --> y"]';
    const text = `---\ntitle: x\n---\ngraph TD\n${lines.join('\n')}\n${rest}`;
    assert.deepEqual(codes('a.mmd', text), []);
    assert.deepEqual(codes('a.mmd', `${text}\nA --> B`), ['diagram-too-large']);
  });

  test('a character no diagram can hold is a problem at its place', () => {
    const [problem] = readSource('a.md', '\n```mermaid\ngraph TD\nA\0B\n```').problems;
    assert.equal(problem?.code, 'unreadable-character');
    assert.deepEqual([problem?.line, problem?.column], [4, 2]);
  });

  test('a directive that is never closed is a problem at its place', () => {
    const [problem] = readSource('a.mmd', 'graph TD\nA --> B\n  %%{init: {}\nB --> C').problems;
    assert.equal(problem?.code, 'unclosed-directive');
    assert.deepEqual([problem?.line, problem?.column], [3, 3]);
  });
});

test('placeAt counts lines and columns from 1', () => {
  assert.deepEqual(placeAt('ab\ncd', 0), { line: 1, column: 1 });
  assert.deepEqual(placeAt('ab\ncd', 4, 10), { line: 11, column: 2 });
});
