// docs/sources: each section and name of the source documents has a row, and its files and tests exist.

import { posix } from 'node:path';
import { isTest, type TextFile, type Violation } from './sources.ts';

const FOLDER = 'docs/sources/';
/** By page: the headings of its tables, and under each the first cells that must be there. */
const NAMES = `${FOLDER}names.json`;
const CONFORMANCE = 'test/conformance/';
const COLUMNS = 4;
const NOT_BUILT = 'not built';
const NO_TEST = 'no test of its own';
/** A path of this repository in a code span. */
const PATH = /`((?:src|test|docs|examples|bench|scripts|studio)\/[\w./-]+)`/g;
const LINKED_PATH = /\[`([^`]+)`\](?!\()/g;
const DEFINITION = /^\[`([^`]+)`\]: (\S+)$/gm;
const CITATION = /docs\/sources\/([a-z][\w-]*\.md)#([\w-]+)/g;
/** Made-up pages stand in the proofs of the rules. */
const PROOFS = 'test/tidy/';

interface Row {
  readonly place: string;
  readonly heading: string;
  readonly cells: readonly string[];
}

export function sourcePageViolations(files: readonly TextFile[]): Violation[] {
  const list = files.find(({ path }) => path === NAMES);
  if (list === undefined) return [`${NAMES}:1 does not exist; it lists what the source documents name.`];
  const listed: Record<string, Record<string, readonly string[]>> = JSON.parse(list.text);
  const pages = Object.entries(listed).flatMap(([name, tables]) => {
    const page = files.find(({ path }) => path === FOLDER + name);
    if (page === undefined) return [`${FOLDER}${name}:1 does not exist, but ${NAMES} lists its rows.`];
    const rows = rowsOf(page);
    return [
      ...nameViolations(page.path, tables, rows),
      ...rows.flatMap((row) => cellViolations(row, files)),
      ...pathViolations(page, rows, files),
    ];
  });
  return [...pages, ...citationViolations(files)];
}

/** The rows of all tables, each under its second-level heading; head and rule of a table are left out. */
function rowsOf({ path, text }: TextFile): Row[] {
  const rows: Row[] = [];
  let heading = '';
  let above = 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.startsWith('## ')) heading = line.slice('## '.length);
    above = line.startsWith('|') ? above + 1 : 0;
    if (above <= 2) continue;
    const cells = line.slice(1, -1).split(/(?<!\\)\|/);
    rows.push({ place: `${path}:${index + 1}`, heading, cells: cells.map((cell) => cell.trim()) });
  }
  return rows;
}

function nameViolations(page: string, tables: Record<string, readonly string[]>, rows: readonly Row[]): Violation[] {
  const found: Violation[] = [];
  const open = new Map(Object.entries(tables).map(([heading, names]) => [heading, new Set(names)]));
  for (const { place, heading, cells } of rows) {
    const name = nameIn(cells[0] ?? '');
    if (open.get(heading)?.delete(name)) continue;
    const isTwice = tables[heading]?.includes(name) === true;
    found.push(
      `${place} has a row "${name}" under "${heading}" ${isTwice ? 'twice.' : `that ${NAMES} does not list.`}`,
    );
  }
  for (const [heading, names] of open)
    for (const name of names) found.push(`${page}:1 has no row "${name}" under "${heading}".`);
  return found;
}

/** Without its anchor and its code marks. */
function nameIn(cell: string): string {
  return cell
    .replace(/<a id="[^"]*"><\/a>/, '')
    .replaceAll('`', '')
    .replaceAll('\\|', '|')
    .trim();
}

function cellViolations({ place, cells }: Row, files: readonly TextFile[]): Violation[] {
  if (cells.length !== COLUMNS) return [`${place} has ${cells.length} cells; a row has ${COLUMNS}.`];
  const [, here = '', tests = ''] = cells;
  const found: Violation[] = [];
  if (!here.startsWith(NOT_BUILT) && [...here.matchAll(PATH)].length === 0)
    found.push(`${place} names no file; where there is none it says "${NOT_BUILT}".`);
  if (tests === NO_TEST || (tests === NOT_BUILT && here.startsWith(NOT_BUILT))) return found;
  return [...found, ...tests.split('<br>').flatMap((test) => testViolations(place, test, files))];
}

function testViolations(place: string, named: string, files: readonly TextFile[]): Violation[] {
  const [, path = '', title] = /^\[`([^`]+)`\](?:: (.+))?$/.exec(named) ?? [];
  if (path === '') return [`${place} has "${named}" for a test; expected [\`path\`]: title, or "${NO_TEST}".`];
  const file = files.find((each) => each.path === path);
  // That a path is there at all is looked at with all others.
  if (path.startsWith(CONFORMANCE) || file === undefined) return [];
  if (!isTest(file)) return [`${place} names ${path} as a test, which is none.`];
  return title === undefined || hasTitle(file.text, title) ? [] : [`${place}: ${path} has no test "${title}".`];
}

function hasTitle(text: string, title: string): boolean {
  const plain = title.replaceAll('\\|', '|');
  const escaped = plain.replaceAll("'", "\\'");
  return [`'${escaped}'`, `"${plain}"`, `\`${plain}\``].some((quoted) => text.includes(quoted));
}

/** Paths stand as links: `[`path`]` in the text, one definition for each below it. What a document names is not a
 *  path. */
function pathViolations({ path, text }: TextFile, rows: readonly Row[], files: readonly TextFile[]): Violation[] {
  const used = new Set(rows.flatMap(({ cells }) => pathsIn(cells.slice(1).join(' '), PATH)));
  const linked = new Set(rows.flatMap(({ cells }) => pathsIn(cells.slice(1).join(' '), LINKED_PATH)));
  const defined = new Map([...text.matchAll(DEFINITION)].map(([, name = '', target = '']) => [name, target]));
  const found: Violation[] = [];
  for (const each of used) {
    if (!isThere(each, files)) found.push(`${path}:1 names ${each}, which does not exist.`);
    if (!linked.has(each)) found.push(`${path}:1 names ${each} without a link; write [\`${each}\`].`);
    if (defined.get(each) !== posix.relative(posix.dirname(path), each) + (each.endsWith('/') ? '/' : ''))
      found.push(`${path}:1 has no line that says where the link [\`${each}\`] leads.`);
  }
  for (const each of defined.keys()) if (!used.has(each)) found.push(`${path}:1 defines ${each}, which no row names.`);
  return found;
}

function pathsIn(text: string, form: RegExp): string[] {
  return [...text.matchAll(form)].map((match) => match[1] ?? '');
}

function isThere(path: string, files: readonly TextFile[]): boolean {
  return files.some((file) => (path.endsWith('/') ? file.path.startsWith(path) : file.path === path));
}

/** What is cited by page and anchor is there, and nothing in src cites a document that readers do not have. */
function citationViolations(files: readonly TextFile[]): Violation[] {
  const citing = files.filter(({ path }) => !path.startsWith(PROOFS));
  return citing.flatMap((file) =>
    file.text.split('\n').flatMap((line, index) => {
      const place = `${file.path}:${index + 1}`;
      const broken = [...line.matchAll(CITATION)].filter(([, page = '', anchor = '']) => {
        const text = files.find(({ path }) => path === FOLDER + page)?.text ?? '';
        return !text.includes(`<a id="${anchor}"></a>`);
      });
      const unread = file.path.startsWith('src/') && /\bFIDELITY\b/.test(line);
      return [
        ...broken.map(([cited]) => `${place} cites ${cited}, which is no row.`),
        ...(unread ? [`${place} cites FIDELITY, which is not in this repository; cite a row of ${FOLDER}.`] : []),
      ];
    }),
  );
}
