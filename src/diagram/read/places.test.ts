import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { places } from './places.ts';
import { readSource } from './source.ts';

const at = (text: string, name = 'a.mmd') => places(readSource(name, text));
const pair = ({ line, column }: { line: number; column: number }) => `${line}:${column}`;

describe('places in a flowchart', () => {
  test('a step stands where it is first drawn, not where a label or a comment names it', () => {
    const where = at('graph TD\n%% B comes later\n  A["then B"] -->|B| C[B (too)]\n  B{{B}} --> A');
    assert.equal(pair(where.step('A')), '3:3');
    assert.equal(pair(where.step('C')), '3:22');
    assert.equal(pair(where.step('B')), '4:3');
  });

  test('ids are whole words', () => {
    const where = at('graph TD\nAB --> A-B\nA.B --> B\nA');
    assert.equal(pair(where.step('B')), '3:9');
    assert.equal(pair(where.step('A')), '4:1');
    assert.equal(pair(where.step('A-B')), '2:8');
  });

  test('an edge stands where the step it leaves does', () => {
    const where = at('graph TD;A --> B -- x --> C;D\nA & D --> E & F;F ==> A\nG -->\n  H');
    assert.equal(pair(where.edge('A', 'B')), '1:10');
    assert.equal(pair(where.edge('B', 'C', 'x')), '1:16');
    assert.equal(pair(where.edge('D', 'F')), '2:5');
    assert.equal(pair(where.edge('F', 'A')), '2:17');
    assert.equal(pair(where.edge('G', 'H')), '3:1');
  });

  test('edges between the same steps are distinguished by label, then by number', () => {
    const where = at('graph TD\nA -->|"x #lt; 1"| B\nA -- other --> B\nA --> B\nA --> B');
    assert.equal(pair(where.edge('A', 'B', 'x < 1')), '2:1');
    assert.equal(pair(where.edge('A', 'B', 'other')), '3:1');
    assert.equal(pair(where.edge('A', 'B', '', 1)), '5:1');
    assert.equal(pair(where.edge('A', 'B', '', 2)), '4:1');
    assert.equal(pair(where.edge('A', 'B', 'nowhere')), '2:1');
  });

  test('subgraphs, classes, metadata, edge ids and odd heads are read past', () => {
    const where = at(
      'graph TD\nsubgraph s [A B]\n A:::B e1@--> C@{ label: "D" } x--x D\nend\nstyle Z fill:#fff\nclass A Y',
    );
    assert.equal(pair(where.step('s')), '2:10');
    assert.equal(pair(where.edge('A', 'C')), '3:2');
    assert.equal(pair(where.edge('C', 'D')), '3:15');
    assert.equal(pair(where.step('Z')), '5:7');
  });

  test('what cannot be found stands at the first word; places are those of the file', () => {
    const where = at('text\n```mermaid\n%% c\n  graph TD\n  A --> B\n```\n', 'a.md');
    assert.equal(pair(where.first), '4:3');
    assert.equal(pair(where.step('nobody')), '4:3');
    assert.equal(pair(where.edge('A', 'nobody')), '5:3');
    assert.equal(pair(where.edge('A', 'B')), '5:3');
  });
});

describe('places in a state diagram', () => {
  const where = at(
    [
      'stateDiagram-v2',
      '  [*] --> A : go to B',
      '  A-->B: [x --> 1]',
      '  note right of B',
      '    C --> D',
      '  end note',
      '  state "C is long" as C',
      '  C : says --> D',
      '  state Work {',
      '    [*] --> D',
      '  }',
      '  B:::red --> [*] : stop',
    ].join('\n'),
  );

  test('states stand where they are first drawn', () => {
    assert.equal(pair(where.step('A')), '2:11');
    assert.equal(pair(where.step('B')), '3:7');
    assert.equal(pair(where.step('C')), '7:24');
    assert.equal(pair(where.step('Work')), '9:9');
    assert.equal(pair(where.step('D')), '10:13');
  });

  test('transitions stand where they leave, the starts and ends of composites apart', () => {
    assert.equal(pair(where.edge('root_start', 'A')), '2:3');
    assert.equal(pair(where.edge('A', 'B', '[x --> 1]')), '3:3');
    assert.equal(pair(where.edge('Work_start', 'D')), '10:5');
    assert.equal(pair(where.edge('B', 'root_end', 'stop')), '12:3');
  });
});
