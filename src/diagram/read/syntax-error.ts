// What Mermaid's parser threw, as one problem at its place in the file (src-7).

import type { Place, Problem } from '../problem.ts';
import { blankComments, frontMatterEnd } from './blank-comments.ts';
import { placeAt, type SourceText } from './source.ts';

/** Parses a text as the diagram was parsed; rejects with what Mermaid throws. */
export type Parse = (text: string) => Promise<unknown>;

export async function syntaxError(source: SourceText, thrown: unknown, parse: Parse): Promise<Problem> {
  const problem = {
    severity: 'problem',
    code: 'syntax-error',
    fix: 'Correct the line; mermaid.live shows what Mermaid reads.',
  } as const;
  const yaml = frontMatterPlace(source, thrown);
  if (yaml !== null)
    return { ...problem, message: `Expected YAML in the front matter, but found: ${reason(thrown)}`, ...yaml };
  const blanked = replaceEntities(blankComments(source.diagram));
  const again = await failureOf(parse, blanked);
  const hash = hashOf(again);
  if (hash === null) {
    const said = thrown instanceof TypeError ? 'its parser breaks off here' : `it says: ${reason(thrown)}`;
    const place =
      again === null ? { line: source.firstLine, column: 1 } : await placeBySearch(source, blanked, again, parse);
    return { ...problem, message: `Expected a diagram Mermaid can draw, but ${said.replace(/\.$/, '')}.`, ...place };
  }
  const place = placeOf(source, blanked, hash);
  const hint = hintFor(blanked.split('\n')[place.line - source.firstLine] ?? '');
  return { ...problem, message: expectation(hash), ...(hint !== null && { fix: hint }), ...place };
}

/** What is mostly meant by a line that Mermaid cannot read. */
function hintFor(line: string): string | null {
  if (line.length > 500) return null;
  const bare = line.replaceAll(/"[^"]*"|\|[^|]*\|/g, (text) => ' '.repeat(text.length));
  const open = /([\w-]+)([[({])[^\])}]*?-->/.exec(bare);
  if (open !== null) return `Close the "${open[2]}" of "${open[1]}" before the arrow.`;
  if (/(?<![-=.~<])->(?![>-])/.test(bare)) return 'Write --> for an arrow.';
  if (/(?:^\s*|[>&]\s*)end\b\s*\S/.test(bare) || /[>&]\s*end\s*$/.test(bare))
    return '"end" is a word of Mermaid: give the step another id, such as done.';
  return null;
}

interface ParserHash {
  /** The text of the token it stopped at; '' at the end of the diagram or when no token fits. */
  readonly text: string;
  readonly token: unknown;
  /** From 0, in the text the parser was given. */
  readonly line: number;
  /** Of the last token it took. */
  readonly loc?: { readonly last_line: number; readonly last_column: number };
  readonly expected?: readonly string[];
}

/** Same length, so that columns after an entity stay where they are (Mermaid's own encoding is longer). */
function replaceEntities(text: string): string {
  return text.replace(/#(\w+);/g, 'x$1x');
}

async function failureOf(parse: Parse, text: string): Promise<unknown> {
  try {
    await parse(text);
    return null;
  } catch (error) {
    return error;
  }
}

function hashOf(thrown: unknown): ParserHash | null {
  const hash = (thrown as { hash?: unknown } | null)?.hash as ParserHash | undefined;
  return typeof hash?.line === 'number' ? hash : null;
}

/** Mermaid drops leading white space, so the parser's first line is the first one with text. */
function placeOf(source: SourceText, blanked: string, hash: ParserHash): Place {
  const start = blanked.length - blanked.trimStart().length;
  const lines = blanked.slice(start).split('\n');
  const offsetOf = (line: number) => lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, start);
  const end = blanked.trimEnd().length;
  const lineStart = Math.min(offsetOf(hash.line), end);
  if (hash.text.trim() !== '' && hash.loc !== undefined) {
    const from = offsetOf(hash.loc.last_line - 1) + hash.loc.last_column;
    const at = blanked.indexOf(hash.text.trim(), from);
    if (at !== -1) return placeAt(source.diagram, at, source.firstLine);
  }
  if (lineStart === end) return placeAt(source.diagram, end, source.firstLine);
  const indent = /^\s*/.exec(lines[hash.line] ?? '')?.[0].length ?? 0;
  return placeAt(source.diagram, lineStart + indent, source.firstLine);
}

/** An error without a place: the line that makes the beginning of the diagram fail in the same way. */
async function placeBySearch(source: SourceText, blanked: string, thrown: unknown, parse: Parse): Promise<Place> {
  const lines = blanked.split('\n');
  let passes = 0;
  let fails = lines.length;
  while (fails - passes > 1) {
    const middle = (passes + fails) >> 1;
    const failure = await failureOf(parse, lines.slice(0, middle).join('\n'));
    if (failure !== null && reason(failure) === reason(thrown)) fails = middle;
    else passes = middle;
  }
  const column = /\S/.exec(lines[fails - 1] ?? '')?.index ?? 0;
  return { line: source.firstLine + fails - 1, column: column + 1 };
}

function frontMatterPlace(source: SourceText, thrown: unknown): Place | null {
  const error = thrown as { name?: unknown; mark?: { line?: unknown; column?: unknown } } | null;
  if (error?.name !== 'YAMLException' || typeof error.mark?.line !== 'number') return null;
  const lines = source.diagram.slice(0, frontMatterEnd(source.diagram)).split('\n').length - 1;
  // Metadata in `@{ }` is YAML too; only an error that fits into the front matter is one of it.
  if (lines === 0 || !source.diagram.slice(0, frontMatterEnd(source.diagram)).includes(firstSnippet(thrown)))
    return null;
  return {
    line: source.firstLine + Math.min(error.mark.line + 1, lines - 1),
    column: Number(error.mark.column ?? 0) + 1,
  };
}

/** The first source line js-yaml shows under its message. */
function firstSnippet(thrown: unknown): string {
  return /^ *\d+ \| (.*)$/m.exec((thrown as Error).message)?.[1] ?? '\0';
}

function reason(thrown: unknown): string {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return (message.split('\n')[0] ?? '').slice(0, 300);
}

const TOKENS: ReadonlyMap<string, string> = new Map([
  ['SQE', '"]"'],
  ['PE', '")"'],
  ['DIAMOND_STOP', '"}"'],
  ['PIPE', '"|"'],
  ['LINK', 'an arrow'],
  ['-->', 'an arrow'],
  ['NODE_STRING', 'a step'],
  ['ID', 'a state'],
  ['NEWLINE', 'the end of the line'],
  ['NL', 'the end of the line'],
  ['STR', 'a quoted text'],
  ['STRING', 'a quoted text'],
  ['AS', '"as"'],
  ['end', '"end"'],
]);

function expectation(hash: ParserHash): string {
  const named = (hash.expected ?? []).map((token) => TOKENS.get(token.replace(/^'|'$/g, '')));
  const expected = [...new Set(named.filter((name) => name !== undefined))].slice(0, 5).join(', ') || 'something else';
  const text = hash.text.trim().slice(0, 60);
  const isEnd = hash.token === 1;
  const found = text !== '' ? JSON.stringify(text) : isEnd ? 'the end of the diagram' : 'text that fits nowhere';
  return `Expected ${expected}, but Mermaid found ${found}.`;
}
