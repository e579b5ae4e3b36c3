// A provider that answers from recordings, and makes new ones when it may ask another provider.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CallFault } from '../../errors.ts';
import { isJsonObject, type Json } from '../../json.ts';
import type { CallReply, CallRequest, Provider } from '../../ports/provider.ts';

export interface RecordedOptions {
  /** One file per call, KEY.json. */
  readonly folder: string;
  /** Who is asked for calls that are not recorded yet; null: nobody. */
  readonly over: Provider | null;
}

export function recordedProvider(options: RecordedOptions): Provider {
  const { folder, over } = options;
  // Limits and money of new calls are those of the provider that is asked.
  return {
    kind: 'recorded',
    name: over?.name ?? 'recorded',
    // Who was recorded is not known; models mostly are.
    takesSchema: over === null || over.takesSchema === true,
    call: (request) => callRecorded(folder, over, request),
    replays: async (request) => over === null || existsSync(pathOf(folder, request)),
  };
}

/** What makes two requests the same call. Time limits, idempotency keys and facts do not change what is asked. */
export function recordingKey(request: CallRequest): string {
  return createHash('sha256')
    .update(canonical(recordedRequest(request)))
    .digest('hex');
}

async function callRecorded(folder: string, over: Provider | null, request: CallRequest): Promise<CallReply> {
  if (request.signal.aborted) throw new CallFault('aborted', 'The call was given up before its recording was read.');
  const path = pathOf(folder, request);
  const recorded = await readRecording(path);
  if (recorded !== null) return recorded;
  if (over === null) {
    const about = `step "${request.facts.step}" of workflow "${request.facts.workflow}"`;
    const advice = 'The prompt has changed, or it was never recorded: run once with a provider to record over.';
    throw new CallFault('not-recorded', `Expected a recording of the call for ${about}, found no ${path}. ${advice}`);
  }
  // Before the call: a folder that cannot be made should be found out before money is spent.
  await orFault(mkdir(folder, { recursive: true }), path, null);
  const reply = fieldsOf(await over.call(request));
  // What was left of a budget cut it short: the next one, which has more room, is the answer.
  if (reply.finish === 'length' && request.outputMax !== undefined) return reply;
  const text = `${JSON.stringify({ request: recordedRequest(request), reply }, null, 2)}\n`;
  return orFault(keep(path, text, reply), path, reply);
}

function pathOf(folder: string, request: CallRequest): string {
  return join(folder, `${recordingKey(request)}.json`);
}

/** What is asked, field by field: a request may carry more than may ever be written to a file. */
function recordedRequest(request: CallRequest): Json {
  const { system, messages, schema, parameters } = request;
  const { timeoutMs: _, silenceMs: __, ...asking } = parameters;
  const tools = request.tools.map((tool) => tool.name);
  return JSON.parse(JSON.stringify({ system, messages, schema, tools, parameters: asking })) as Json;
}

/** Likewise of a reply: what else a provider hangs on it, such as headers, is not kept. */
function fieldsOf(reply: CallReply): CallReply {
  const { text, structured, toolCalls, usage, model, finish } = reply;
  return { text, ...(structured === undefined ? {} : { structured }), toolCalls, usage, model, finish };
}

function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).sort();
  return `{${fields.map((name) => `${JSON.stringify(name)}:${canonical(value[name] ?? null)}`).join(',')}}`;
}

/** null: there is none. */
async function readRecording(path: string): Promise<CallReply | null> {
  // A pipe would keep the call waiting.
  const found = await stat(path).catch(() => null);
  if (found !== null && !found.isFile()) throw unreadable(path, 'no plain file');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return null;
    throw unreadable(path, systemCode(error));
  }
  try {
    const { reply } = JSON.parse(text) as { reply: CallReply };
    if (typeof reply.text === 'string' && Array.isArray(reply.toolCalls)) return reply;
  } catch {
    // Said below: no JSON and no reply are the same for the person who repairs it.
  }
  throw unreadable(path, 'something else');
}

function unreadable(path: string, found: string): CallFault {
  const advice = 'Restore the file, or delete it and record it again. It was not changed.';
  return new CallFault('not-recorded', `Expected a recorded call in ${path}, found ${found}. ${advice}`);
}

/** Whole or not at all; when another process was first, its recording stands and is the answer. */
async function keep(path: string, text: string, reply: CallReply): Promise<CallReply> {
  const draft = `${path}.${process.pid}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, 'wx');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    try {
      await link(draft, path);
    } catch (error) {
      if (isSystemError(error, 'EEXIST')) return (await readRecording(path)) ?? reply;
      // Not every file system knows links.
      await rename(draft, path);
    }
    return reply;
  } finally {
    await rm(draft, { force: true });
  }
}

async function orFault<T>(work: Promise<T>, path: string, reply: CallReply | null): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CallFault) throw error;
    const lost = reply === null ? 'Nothing was asked.' : 'The reply is lost.';
    const message = `Expected to write the recording ${path}, found: ${systemCode(error)}. ${lost}`;
    throw new CallFault('bad-request', `${message} Make the folder writable.`, { usage: reply?.usage ?? null });
  }
}

const isSystemError = (error: unknown, wanted: string): boolean => systemCode(error) === wanted;

function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'an unknown error';
}
