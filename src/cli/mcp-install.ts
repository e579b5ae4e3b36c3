// `signoff mcp install`: writes the lines by which an MCP client starts signoff for a project, and shows what it did.

import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { readText } from '../runtime/read-text.ts';
import { BadUse, EXIT, type ExitCode } from './exit-codes.ts';
import { CLIENTS, type McpClient, SERVER, type Start } from './mcp-clients.ts';
import { type Output, STREAMS } from './output.ts';
import { paintFor } from './paint.ts';
import { replaceFile } from './replace-file.ts';
import { stderr } from './terminal.ts';

export interface InstallFlags {
  readonly client?: string;
  readonly project?: string;
  readonly print?: boolean;
}

/** Facts of the machine that src/compose.ts knows. */
export interface InstallPlaces {
  /** The absolute path of this checkout's ./signoff. */
  readonly program: string;
  readonly home: string;
  /** CODEX_HOME, where it is set. */
  readonly codexHome?: string | undefined;
}

export function mcpInstall(flags: InstallFlags, places: InstallPlaces, output: Output = STREAMS): ExitCode {
  const client = clientOf(flags.client);
  const project = projectOf(flags.project);
  const file = client.file({ project, ...places });
  const start: Start = { command: places.program, args: ['mcp', '--project', project] };
  if (flags.print === true) {
    output.out(`# ${client.title} reads this from ${file}\n${client.lines(start)}`);
    return EXIT.done;
  }
  const before = existsSync(file) ? textIn(file) : null;
  const merge = client.merge(before ?? '', start);
  if (merge.kind === 'refused') {
    output.err(refusal(merge, client, file, start));
    return EXIT.refused;
  }
  if (merge.kind === 'changed') written(file, merge.text);
  const did = {
    same: `${file} has signoff already. Nothing was changed.`,
    changed: before === null ? `Wrote ${file}.` : `Added signoff to ${file}; the rest of it is as it was.`,
  }[merge.kind];
  const runs = `${client.title} will run: ${[start.command, ...start.args].join(' ')}`;
  output.out(`${did}\n${runs}\n${client.next}\n`);
  return EXIT.done;
}

function refusal(
  { code, found }: { readonly code: string; readonly found: string },
  client: McpClient,
  file: string,
  start: Start,
): string {
  const what = `The server "${SERVER}" cannot be added to ${file}, which has ${found}. Nothing was changed.`;
  const todo = `Put these lines in yourself:\n\n${client.lines(start)}`;
  return `${paintFor(stderr).red(code)}: ${what} ${todo}`;
}

function clientOf(name: string | undefined): McpClient {
  const client = name === undefined || !Object.hasOwn(CLIENTS, name) ? undefined : CLIENTS[name];
  if (client !== undefined) return client;
  const found = name === undefined ? 'none' : `"${name}"`;
  throw new BadUse(`Expected --client as one of ${Object.keys(CLIENTS).join(', ')}, found ${found}.`);
}

function projectOf(given: string | undefined): string {
  const project = resolve(given ?? '.');
  if (statSync(project, { throwIfNoEntry: false })?.isDirectory()) return project;
  throw new BadUse(`Expected --project as a folder that is there, found "${given}".`);
}

function textIn(file: string): string {
  const read = readText(file);
  if ('text' in read) return read.text;
  throw new BadUse(`${file} cannot be read: it is ${read.found}. Nothing was changed.`);
}

function written(file: string, text: string): void {
  try {
    replaceFile(file, text);
  } catch (thrown) {
    throw new BadUse(`${file} cannot be written: ${reason(thrown)}. Nothing was changed.`);
  }
}

const reason = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
