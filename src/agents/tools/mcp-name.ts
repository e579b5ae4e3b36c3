// Names of MCP tools: `server/tool` in an agent's list, `server__tool` for models, which know only some characters.

import { createHash } from 'node:crypto';

const NAME_LENGTH_MAX = 64;
const HASH_LENGTH = 8;

/** Two tools never get the same name: whenever the plain one could be another tool's too, part of a hash is added. */
export function mcpName(server: string, tool: string): string {
  const plain = `${server}__${tool}`;
  const name = plain.replace(/[^A-Za-z0-9_-]/g, '_');
  const isAmbiguous = server.includes('__') || server.endsWith('_');
  if (name === plain && name.length <= NAME_LENGTH_MAX && !isAmbiguous) return name;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  return `${name.slice(0, NAME_LENGTH_MAX - HASH_LENGTH - 1)}_${hash}`;
}

/** A name with `/` in it would make the agents' lists ambiguous. */
export function isServerName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name);
}
