import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDiagrams } from './read-diagrams.ts';

const fence = (diagram: string): string => `## Section\n\n\`\`\`mermaid\n${diagram}\n\`\`\`\n\n`;

test('flowcharts, sequences, entities and states give the names they show', async () => {
  const hld =
    fence('flowchart LR\n  a["Loan<br/>service"] --> b([Desk])') +
    fence('sequenceDiagram\n  participant P as Patient\n  P->>Clinic: book') +
    fence('stateDiagram-v2\n  [*] --> Open\n  Open --> Closed');
  const database = fence('erDiagram\n  members ||--o{ loans : has\n  loans {\n    int id\n  }');
  const reports = await readDiagrams({ hld, lld: '', database });
  assert.deepEqual(
    reports.map(({ part, line, fault, names }) => ({ part, line, fault, names })),
    [
      { part: 'hld', line: 3, fault: null, names: ['Loan service', 'Desk'] },
      { part: 'hld', line: 10, fault: null, names: ['Patient', 'Clinic'] },
      { part: 'hld', line: 18, fault: null, names: ['Open', 'Closed'] },
      { part: 'database', line: 3, fault: null, names: ['members', 'loans'] },
    ],
  );
});

test('a diagram that does not parse says so at its line', async () => {
  const [report] = await readDiagrams({ hld: fence('flowchart LR\n  a --> b\n  c[open --> d'), lld: '', database: '' });
  assert.equal(report?.line, 6);
  assert.match(report?.fault ?? '', /^Expected .*"\]".*, but Mermaid found .+\.$/);
});

test('a diagram of no type that Mermaid knows is a fault, not an error of ours', async () => {
  const [report] = await readDiagrams({ hld: fence('flowgraph XY\n  a'), lld: '', database: '' });
  assert.notEqual(report?.fault, null);
});
