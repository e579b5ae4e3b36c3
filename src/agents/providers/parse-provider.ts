// Reads SIGNOFF_PROVIDER: who answers prompts. A wrong value is never repeated in a message: it may be a key.

import { CallFault } from '../../errors.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { AgentProvider } from '../../ports/agent.ts';

const FORMS =
  'anthropic, openai, a URL such as http://127.0.0.1:8000/v1, command:PROGRAM ARGUMENTS, offline, client or recorded';

/** `recorded` replays; `recorded:` before one of the others records what is not recorded yet. */
export function parseProvider(text: string): AgentProvider {
  const wanted = text.trim();
  if (wanted === 'anthropic' || wanted === 'openai') return { kind: 'model', name: wanted };
  if (wanted === 'offline' || wanted === 'recorded' || wanted === 'client') return { kind: wanted };
  if (/^https?:\/\//i.test(wanted)) return { kind: 'model', name: checkedUrl(wanted) };
  if (wanted.startsWith('command:')) return { kind: 'command', command: parseCommand(wanted.slice('command:'.length)) };
  if (wanted.startsWith('recorded:')) {
    const over = parseProvider(wanted.slice('recorded:'.length));
    if (over.kind === 'model' || over.kind === 'command') return { ...over, kind: 'recorded' };
  }
  const found = /^[a-z-]{1,20}$/.test(wanted) ? `"${wanted}"` : `something else (${wanted.length} characters)`;
  throw new CallFault('bad-request', `Expected SIGNOFF_PROVIDER to be ${FORMS}, found ${found}. Nothing was asked.`);
}

/** Throws CallFault when it is not a provider, or holds a password. */
export function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new CallFault(
      'bad-request',
      'Expected the base URL of a model server (http or https), found something else.',
    );
  }
  if (url.username !== '' || url.password !== '') {
    const advice = 'Put the key into SIGNOFF_API_KEY and leave it out of the URL.';
    throw new CallFault('bad-request', `Expected a base URL without a password, found one at ${url.host}. ${advice}`);
  }
  return text.replace(/(?<!\/)\/+$/, '');
}

/** A JSON list of strings, or words with quotes around those that hold spaces. Nothing is expanded. */
export function parseCommand(text: string): readonly string[] {
  const words = text.trim().startsWith('[') ? listOf(text) : wordsOf(text);
  if (words !== null && words.length > 0 && words[0] !== '') return words;
  const forms = 'words such as claude -p, or a JSON list of strings';
  const found = words === null ? 'a quote that is not closed, or no such list' : 'no program';
  throw new CallFault('bad-request', `Expected a program and its arguments (${forms}), found ${found}.`);
}

function listOf(text: string): readonly string[] | null {
  try {
    const value = JSON.parse(text) as Json;
    return isStrings(value) ? value : null;
  } catch {
    return null;
  }
}

const isStrings = (value: Json): value is readonly string[] =>
  Array.isArray(value) && !isJsonObject(value) && value.every((each) => typeof each === 'string');

const PIECE = /"([^"]*)"|'([^']*)'|([^\s"']+)|(\s+)|(.)/gsu;

function wordsOf(text: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  for (const [, double, single, plain, space, stray] of text.matchAll(PIECE)) {
    if (stray !== undefined) return null;
    if (space === undefined) word = `${word ?? ''}${double ?? single ?? plain ?? ''}`;
    else if (word !== null) words.push(word);
    if (space !== undefined) word = null;
  }
  return word === null ? words : [...words, word];
}
