// Which of the tools there are an agent may use: those its list names, exactly or as `server/*`.

import type { Tool } from './tool.ts';

export function allowedTools(all: readonly Tool[], allow: readonly string[]): readonly Tool[] {
  return all.filter((tool) => allow.some((name) => isNamed(tool, name)));
}

/** Names that no tool answers to: a mistake in the agent's list, or a server that could not be reached. */
export function unknownTools(all: readonly Tool[], allow: readonly string[]): readonly string[] {
  return [...new Set(allow)].filter((name) => !all.some((tool) => isNamed(tool, name)));
}

function isNamed({ spec, allowName }: Tool, name: string): boolean {
  const own = allowName ?? spec.name;
  return own === name || (name.length > 2 && name.endsWith('/*') && own.startsWith(name.slice(0, -1)));
}
