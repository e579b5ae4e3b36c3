// Who answers an agent's prompts, as one word says it (like SIGNOFF_PROVIDER), and the program of a command. Keys are
// never part of it, and a wrong word is not repeated: it may be one.

import type { AgentProvider } from '../ports/agent.ts';

const FORMS = 'anthropic, openai, a base URL such as http://127.0.0.1:8000/v1, offline, client, recorded or command';

/** A text says what is wrong. `recorded:` before one of the others records what is not recorded yet. */
export function readProviderWord(
  word: string,
  command: string | readonly string[] | undefined,
): AgentProvider | string {
  const isRecorded = word.startsWith('recorded:');
  const plain = isRecorded ? word.slice('recorded:'.length) : word;
  if (plain === 'command') {
    const argv = command === undefined ? null : argvOf(command);
    if (argv === null) return 'Expected the program of a command, such as --command "claude -p", found none.';
    return { kind: isRecorded ? 'recorded' : 'command', command: argv };
  }
  if (command !== undefined) return 'Expected the provider "command" with a program, found another one. Leave one out.';
  if (plain === 'anthropic' || plain === 'openai') return { kind: isRecorded ? 'recorded' : 'model', name: plain };
  if ((plain === 'offline' || plain === 'recorded' || plain === 'client') && !isRecorded) return { kind: plain };
  const url = /^https?:\/\//i.test(plain) ? URL.parse(plain) : null;
  if (url === null) return `Expected the provider as ${FORMS}, found another word (${plain.length} characters).`;
  if (url.username !== '' || url.password !== '')
    return `Expected a base URL without a password, found one at ${url.host}. Put the key into SIGNOFF_API_KEY.`;
  return { kind: isRecorded ? 'recorded' : 'model', name: plain.replace(/(?<!\/)\/+$/, '') };
}

function argvOf(given: string | readonly string[]): readonly string[] | null {
  const argv = typeof given === 'string' ? wordsOf(given.trim()) : given;
  return argv[0] === undefined || argv[0] === '' ? null : argv;
}

/** Words, or a JSON list of strings: no shell ever reads it, so there is nothing to quote. */
function wordsOf(text: string): readonly string[] {
  if (!text.startsWith('[')) return text.split(/\s+/);
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) && list.every((part) => typeof part === 'string') ? list : [];
  } catch {
    return [];
  }
}
