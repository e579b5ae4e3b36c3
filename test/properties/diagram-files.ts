// Random diagrams: flowcharts and state diagrams in many spellings, with configuration, in both kinds of file.

import fc from 'fast-check';
import type { Json } from '../../src/json.ts';

export interface File {
  readonly name: string;
  readonly text: string;
}

const ids = ['A', 'AB', 'B', 'b.c', 'node-1', 'é', 'x', 'Start', 'o1'] as const;
const id = fc.constantFrom(...ids);
export const labelText = fc.oneof(
  fc.constantFrom(
    'Review',
    'Each: file',
    'A',
    'f(x) [y] {z}',
    'say "hi"',
    '100 #35; #lt;',
    'a | b',
    'x --> y',
    "it's",
    'steps.A',
    '`code`',
    'a; b::c',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);
export const jsonValue = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll('__proto__', 'p')) as Json);

const box = fc.constantFrom(
  '',
  '[one]',
  '(two words)',
  '{"q ] uote"}',
  '[[Each: x]]',
  '([end])',
  '((c))',
  '["`md`"]',
  '>odd]',
  '[/lean/]',
  '{{hex}}',
);
const node = fc.tuple(id, box, fc.constantFrom('', '', ':::big')).map((parts) => parts.join(''));
const group = fc.oneof(
  { weight: 4, arbitrary: node },
  { weight: 1, arbitrary: fc.tuple(node, node).map((both) => both.join(' & ')) },
);
const arrow = fc.constantFrom(
  '-->',
  ' --> ',
  '-->|yes|',
  ' -->|"x > 1"| ',
  ' -- some text --> ',
  ' -.-> ',
  ' -. dots .-> ',
  ' ==> ',
  ' == "q" ==> ',
  ' --- ',
  ' ~~~ ',
  ' x--x ',
  ' -->\n  ',
);
const chain = fc
  .tuple(group, fc.array(fc.tuple(arrow, group), { maxLength: 3 }))
  .map(([first, rest]) => first + rest.flat().join(''));
const other = fc.constantFrom(
  '',
  '%% A comment: A --> B',
  '%% @see this',
  'style A fill:#f9f,stroke:#333',
  'class A,AB big',
  'click A "http://x;y" "tip"',
  'classDef big fill:#f00',
  'linkStyle 0 stroke:red',
);
const line = fc
  .tuple(
    fc.constantFrom('', '  ', '\t'),
    fc.oneof({ weight: 3, arbitrary: chain }, { weight: 1, arbitrary: other }),
    fc.constantFrom('', ';', ' '),
  )
  .map((parts) => parts.join(''));
const subgraph = fc
  .array(chain, { minLength: 1, maxLength: 2 })
  .map((body) => ['subgraph S1 [Some title]', '  direction LR', ...body.map((text) => `  ${text}`), 'end'].join('\n'));
const flow = fc
  .tuple(
    fc.constantFrom('graph TD', 'flowchart LR;', '%%{init: {"theme": "dark"}}%%\ngraph TD'),
    chain,
    fc.array(line, { maxLength: 5 }),
    fc.option(subgraph),
    config(),
  )
  .map(([head, first, lines, nested, block]) =>
    [head, first, ...lines, ...(nested === null ? [] : [nested]), block].join('\n'),
  );

const state = fc.constantFrom('A', 'AB', 'B', 'Done');
const stateLine = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.oneof(state, fc.constant('[*]')),
        fc.oneof(state, fc.constant('[*]')),
        fc.constantFrom('', ' : go', ': go [x > 1]', ' : some: prose'),
      )
      .map(([from, to, text]) => `${from} --> ${to}${text}`),
  },
  { weight: 2, arbitrary: fc.tuple(state, fc.constantFrom(' : described', '')).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: state.map((name) => `state "Text of ${name}" as ${name}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%% comment',
      '',
      'note right of A : hi',
      'note left of B\n  long\nend note',
      'class A, B big',
      'classDef big fill:#f00',
      'direction LR',
    ),
  },
);
const machine = fc
  .tuple(fc.array(stateLine, { minLength: 1, maxLength: 7 }), config())
  .map(([lines, block]) => ['stateDiagram-v2', ...lines.map((text) => `  ${text}`), block].join('\n'));

export const diagramFile: fc.Arbitrary<File> = fc
  .tuple(fc.oneof(flow, machine), fc.boolean(), fc.boolean())
  .map(([text, isMarkdown, isCrlf]) => {
    const whole = isMarkdown ? `# A title\n\nA --> B\n\n\`\`\`mermaid\n${text}\n\`\`\`\nA[x] after\n` : text;
    return { name: isMarkdown ? 'w.md' : 'w.mmd', text: isCrlf ? whole.replaceAll('\n', '\r\n') : whole };
  });

function config(): fc.Arbitrary<string> {
  const entry = fc.tuple(
    fc.constantFrom('A', 'B', 'AB', 'workflow'),
    fc.dictionary(fc.constantFrom('a', 'b', 'prompt'), jsonValue, { maxKeys: 3 }),
    fc.constantFrom(0, 1, 2),
  );
  return fc.uniqueArray(entry, { selector: ([name]) => name, maxLength: 3 }).map((entries) => {
    const written = entries.flatMap(([name, value, indent]) =>
      `@${name}: ${JSON.stringify(value, null, indent)}`.split('\n'),
    );
    return ['=== WORKFLOW_CONFIG ===', ...written, '=== END_CONFIG ==='].map((text) => `%% ${text}`).join('\n');
  });
}
