// Puts one [mcp_servers.NAME] table at the end of Codex's configuration: all that is there stays as it was.

import type { Merge, Start } from './mcp-clients.ts';

const SERVERS = 'mcp_servers';
/** One part of a dotted TOML key. */
const PART = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([\w-]+))\s*/y;

interface Line {
  readonly text: string;
  /** The path of a `[header]`, or of the key before `=`; null inside a text of several lines, or for other lines. */
  readonly header: readonly string[] | null;
  readonly key: readonly string[] | null;
}

export function mergeToml(text: string, name: string, start: Start): Merge {
  const lines = linesOf(text);
  const table = lines.findIndex(({ header }) => isPath(header, [SERVERS, name]));
  if (table >= 0) {
    const from = lines.slice(table + 1);
    const until = from.findIndex(({ header }) => header !== null);
    const body = (until < 0 ? from : from.slice(0, until)).map((line) => line.text.trim());
    const own = body.filter((line) => line !== '' && !line.startsWith('#'));
    const hasMore = lines.some(
      ({ header }) => header !== null && header.length > 2 && isPath(header.slice(0, 2), [SERVERS, name]),
    );
    if (!hasMore && own.join('\n') === bodyOf(start).join('\n')) return { kind: 'same' };
    return { kind: 'refused', code: 'set-up-differs', found: `another [${SERVERS}.${name}]` };
  }
  const other = otherForm(lines, name);
  if (other !== null) return { kind: 'refused', code: 'set-up-differs', found: other };
  const line = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? line : `${line}${line}`;
  return { kind: 'changed', text: `${text}${gap}${mergeToml.lines(name, start).replaceAll('\n', line)}` };
}

/** The table alone. */
mergeToml.lines = (name: string, start: Start): string => `${[`[${SERVERS}.${name}]`, ...bodyOf(start)].join('\n')}\n`;

/** JSON's escapes are among those of TOML's basic strings. */
function bodyOf({ command, args }: Start): string[] {
  return [`command = ${JSON.stringify(command)}`, `args = [${args.map((arg) => JSON.stringify(arg)).join(', ')}]`];
}

/** Where the servers, or this one, stand in a form to which no table can be added. */
function otherForm(lines: readonly Line[], name: string): string | null {
  let table: readonly string[] = [];
  for (const { header, key } of lines) {
    if (header !== null) {
      table = header;
      if (isPath(header.slice(0, 2), [SERVERS, name])) return `[${header.join('.')}]`;
    }
    if (key === null) continue;
    const path = [...table, ...key];
    const isServers = table.length === 0 && path[0] === SERVERS;
    if (isServers || isPath(path.slice(0, 2), [SERVERS, name])) return `${path.join('.')} = ...`;
  }
  return null;
}

function linesOf(text: string): Line[] {
  let open: string | null = null;
  return text.split(/\r?\n/).map((line) => {
    const isInside = open !== null;
    open = openAfter(line, open);
    if (isInside) return { text: line, header: null, key: null };
    const header = /^\s*\[\[?/.exec(line);
    if (header !== null) {
      const path = pathAt(line, header[0].length);
      return { text: line, header: path !== null && line[path.end] === ']' ? path.parts : null, key: null };
    }
    const path = pathAt(line, 0);
    return { text: line, header: null, key: path !== null && line[path.end] === '=' ? path.parts : null };
  });
}

/** The quotes of a text of several lines that is open behind this line. */
function openAfter(line: string, before: string | null): string | null {
  let open = before;
  for (let at = 0; at < line.length; at += 1) {
    const triple = line.slice(at, at + 3);
    if (open !== null) {
      if (open === '"""' && line[at] === '\\') at += 1;
      else if (triple === open) {
        open = null;
        at += 2;
      }
    } else if (triple === '"""' || triple === "'''") {
      open = triple;
      at += 2;
    } else if (line[at] === '#') return null;
    else if (line[at] === '"' || line[at] === "'") at = quoteEnd(line, at);
  }
  return open;
}

function quoteEnd(line: string, start: number): number {
  const quote = line[start];
  let at = start + 1;
  while (at < line.length && line[at] !== quote) at += quote === '"' && line[at] === '\\' ? 2 : 1;
  return at;
}

function pathAt(line: string, start: number): { readonly parts: string[]; readonly end: number } | null {
  const parts: string[] = [];
  let at = start;
  for (;;) {
    PART.lastIndex = at;
    const part = PART.exec(line);
    if (part === null) return null;
    parts.push(part[1] ?? part[2] ?? part[3] ?? '');
    at = PART.lastIndex;
    if (line[at] !== '.') return { parts, end: at };
    at += 1;
  }
}

function isPath(found: readonly string[] | null, wanted: readonly string[]): boolean {
  return found !== null && found.length === wanted.length && wanted.every((part, index) => part === found[index]);
}
