// The MCP clients that `signoff mcp install` knows: the file each reads, the form of its lines, what to do then.

import { join } from 'node:path';
import { mergeJson } from './merge-json.ts';
import { mergeToml } from './merge-toml.ts';

/** How a client starts `signoff mcp`. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

export type Merge =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly text: string }
  | { readonly kind: 'refused'; readonly code: 'set-up-differs' | 'set-up-unreadable'; readonly found: string };

export interface McpClient {
  readonly title: string;
  file(at: { readonly project: string; readonly home: string; readonly codexHome?: string | undefined }): string;
  /** What to put into the file: alone what a person would paste, or merged into the `text` that is there. */
  lines(start: Start): string;
  merge(text: string, start: Start): Merge;
  readonly next: string;
}

export const SERVER = 'signoff';

const inJson = (key: 'mcpServers' | 'servers'): Pick<McpClient, 'lines' | 'merge'> => {
  const entry = ({ command, args }: Start) => ({ type: 'stdio', command, args });
  return {
    lines: (start) => `${JSON.stringify({ [key]: { [SERVER]: entry(start) } }, null, 2)}\n`,
    merge: (text, start) => mergeJson(text, [key, SERVER], entry(start)),
  };
};

export const CLIENTS: Readonly<Record<string, McpClient>> = {
  'claude-code': {
    title: 'Claude Code',
    file: ({ project }) => join(project, '.mcp.json'),
    ...inJson('mcpServers'),
    next: 'Start claude in that folder and allow the server when it asks; /mcp shows it.',
  },
  cursor: {
    title: 'Cursor',
    file: ({ project }) => join(project, '.cursor', 'mcp.json'),
    ...inJson('mcpServers'),
    next: 'Open that folder in Cursor and turn the server on in its MCP settings.',
  },
  vscode: {
    title: 'VS Code',
    file: ({ project }) => join(project, '.vscode', 'mcp.json'),
    ...inJson('servers'),
    next: 'Open that folder in VS Code, run "MCP: List Servers" and start it.',
  },
  codex: {
    title: 'Codex',
    file: ({ home, codexHome }) => join(codexHome || join(home, '.codex'), 'config.toml'),
    lines: (start) => mergeToml.lines(SERVER, start),
    merge: (text, start) => mergeToml(text, SERVER, start),
    next: "Start codex; /mcp shows it. This file is yours, not the project's: signoff is there in every folder.",
  },
};
