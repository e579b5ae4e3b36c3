// The names of commands that are there whatever a project brings along.

import { GROUPS } from '../operations/groups.ts';

export const COMMAND_NAMES: readonly string[] = [
  ...['help', 'check', 'explain', 'run', 'work', 'chat', 'serve', 'mcp', 'trust', 'whoami'],
  ...GROUPS.map(({ name }) => name),
];
