// How a value stands in requirements.md, and back. A field is one bullet; what follows its first line is indented by
// two spaces, so that headings, bullets and fences in it stay inside the bullet and nothing needs an escape. Values are
// kept with `\n` line ends and without blank space around them; titles and categories are one line.

export function textOf(value: string): string {
  return value.replace(/\r\n?/g, '\n').trim();
}

export function lineOf(value: string): string {
  const lines = value.split(/[\n\r\u2028\u2029]+/).map((line) => line.trim());
  return lines.filter((line) => line !== '').join(' ');
}

export function fieldText(label: string, value: string): string {
  const [first = '', ...rest] = textOf(value).split('\n');
  const lines = rest.map((line) => (line === '' ? '' : `  ${line}`));
  return [first === '' ? `- **${label}**:` : `- **${label}**: ${first}`, ...lines].join('\n');
}

/** `### REQ-001: Title`. A `#` that would be read as the heading's closing mark gets a backslash. */
export function headingText(id: string, title: string): string {
  const escaped = lineOf(title).replace(/(^|\s|\\)(#+)$/, '$1\\$2');
  return `### ${id}: ${escaped}`.trimEnd();
}

/** The text of a heading as it stands in the file: without its marks, whichever of the two forms it has. */
export function headingLine(raw: string): string {
  const source = textOf(raw);
  if (!source.startsWith('#')) return lineOf(source.replace(/\n[^\n]*$/, ''));
  const line = lineOf(source.replace(/^#+/, ''));
  if (/\\#+$/.test(line)) return line.replace(/\\(#+)$/, '$1');
  return line.replace(/(^|\s)#+$/, '').trim();
}

/** Takes up to `columns` of indentation from every line but the first; a tab goes to the next multiple of four. */
export function dedent(raw: string, columns: number): string {
  const [first = '', ...rest] = raw.replace(/\r\n?/g, '\n').split('\n');
  return [first, ...rest.map((line) => dedentLine(line, columns))].join('\n');
}

function dedentLine(line: string, columns: number): string {
  let column = 0;
  let index = 0;
  while (column < columns && (line[index] === ' ' || line[index] === '\t')) {
    column = line[index] === '\t' ? column + 4 - (column % 4) : column + 1;
    index += 1;
  }
  return line.slice(index);
}
