// Texts of nothing but separators, alone and in small units: what makes a reader look at a text again and again.

/** What a reader divides a text by, and what it looks for. */
export const UNITS: readonly string[] = [
  ...[...';\n#|[]*_`>- \t"{(<.\r\u2028,:\'\\0aé~=!&/@%“'],
  ...[
    'a;',
    'CREATE TABLE t(a);',
    'CREATE TABLE t(a);\n',
    '[e1]',
    '**a**',
    '| a ',
    '- [ ] ',
    '- [ ] a\n',
    '### R-001: x\n',
  ],
  ...[
    '# a\n',
    '## a\n\nb\n\n',
    'a ',
    'a\n',
    'a b c. ',
    'A b. ',
    '\r\n',
    '> a\n',
    '- a\n',
    '- a: b\n',
    '1. a\n',
    '```\n',
  ],
  ...['```sql\n', '| a | b |\n', '<!-- ', '<a>', '[a](b) ', '{"a":', '{}', '[1,', '"a",', 'REQ-001 ', '- **A**: b\n'],
  ...[
    '---\n',
    'a\n---\n',
    '  - a\n',
    '%%\n',
    'A --> B\n',
    'The user shall pay. ',
    'a, b and c. ',
    '“a” ',
    '"a" ',
    '*a* ',
  ],
  ...['S-001, ', '12 % ', '1.5.', '2024-01-01 ', '* a\n  * b\n', '> \n\n', '[a]: b\n', '```mermaid\n```\n', '$1 '],
];

interface TextLimit {
  readonly characters: number;
  readonly lines: number;
}

/** As long as the limit lets it be. */
export function repeated(unit: string, { characters, lines }: TextLimit): string {
  const breaks = unit.match(/\r\n|\r|\n/g)?.length ?? 0;
  return unit.repeat(Math.floor(Math.min(characters / unit.length, breaks === 0 ? Infinity : (lines - 1) / breaks)));
}
