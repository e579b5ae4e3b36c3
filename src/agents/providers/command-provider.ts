// A provider that asks a program: the prompt on its standard input, the reply on its standard output, no shell between.

import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { CallFault } from '../../errors.ts';
import type { CallMessage, CallReply, CallRequest, Provider } from '../../ports/provider.ts';
import { hideKeys, hideSecrets } from './hide-secrets.ts';
import { faultOf, findResult, readProgramReply } from './read-program-reply.ts';
import { type ProgramEnd, runProgram } from './run-program.ts';

export interface CommandOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Where it runs; it must exist. */
  readonly folder: string;
  /** Bytes of output; more than that ends the program. */
  readonly outputMax?: number;
  /** What the program sees of it: all but SIGNOFF_* and DATABASE_URL. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const OUTPUT_MAX = 10 * 1024 * 1024;
const STDERR_SHOWN = 500;

export function commandProvider(options: CommandOptions): Provider {
  const [program] = options.command;
  if (program === undefined || program === '') {
    throw new CallFault('bad-request', 'Expected a program to run, found an empty command. Name one, such as claude.');
  }
  return { kind: 'command', name: basename(program), call: (request) => callProgram(options, program, request) };
}

async function callProgram(options: CommandOptions, program: string, request: CallRequest): Promise<CallReply> {
  if (request.signal.aborted) throw abortedFault(program);
  await checkFolder(options.folder);
  const env = options.env ?? {};
  const outputMax = options.outputMax ?? OUTPUT_MAX;
  const end = await runProgram({
    command: options.command,
    folder: options.folder,
    env: programEnv(env),
    input: promptText(request),
    outputMax,
    timeoutMs: request.parameters.timeoutMs,
    signal: request.signal,
  });
  if (end.how !== 'exited') throw unfinishedFault(end, basename(program), outputMax, request.parameters.timeoutMs, env);
  if (end.exitCode !== 0) throw failedFault(end, basename(program), env);
  return readProgramReply(hideKeys(end.out, env), (said) => tail(said, env));
}

/** The whole prompt as the program reads it. */
export function promptText(request: Pick<CallRequest, 'system' | 'messages'>): string {
  const { system, messages } = request;
  const isLabelled = messages.length > 1;
  const said = messages.map((each) => (isLabelled ? `[${labelOf(each)}]\n${textOf(each)}` : textOf(each)));
  return [...(system === '' ? [] : [system]), said.join('\n\n')].join('\n\n---\n\n');
}

function labelOf(message: CallMessage): string {
  if (message.from !== 'tool') return message.from;
  return `tool ${message.name}${message.isError === true ? ', failed' : ''}`;
}

function textOf(message: CallMessage): string {
  if (message.from === 'tool') return message.result;
  const calls = message.from === 'agent' ? (message.toolCalls ?? []) : [];
  return [message.text, ...calls.map((call) => `Called ${call.name} with ${JSON.stringify(call.input)}`)].join('\n');
}

async function checkFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return;
  const advice = 'Create it, or name another. No program was started.';
  throw new CallFault('bad-request', `Expected a folder for the program to run in, found none at ${folder}. ${advice}`);
}

/** Our own settings and the store's address are not for the program. */
function programEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const isOurs = (name: string): boolean => /^SIGNOFF_/i.test(name) || name.toUpperCase() === 'DATABASE_URL';
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined || isOurs(name) ? [] : [[name, value]])),
  );
}

type Env = NonNullable<CommandOptions['env']>;

type UnfinishedEnd = Exclude<ProgramEnd, { how: 'exited' }>;

function unfinishedFault(
  end: UnfinishedEnd,
  program: string,
  outputMax: number,
  timeoutMs: number,
  env: Env,
): CallFault {
  if (end.how === 'not-started') return new CallFault('program-failed', notStarted(program, end.systemCode));
  if (end.reason === 'abort') return abortedFault(program);
  if (end.reason === 'timeout') {
    const found = `found ${program} still working. It and all it started were ended.`;
    return new CallFault('timed-out', `Expected a reply within ${timeoutMs} ms, ${found} ${tail(end.err, env)}`);
  }
  const found = `found that ${program} printed more. It was ended, its output dropped. Make it print only its reply.`;
  return new CallFault('program-failed', `Expected at most ${outputMax} bytes of output, ${found}`);
}

function failedFault(end: Extract<ProgramEnd, { how: 'exited' }>, program: string, env: Env): CallFault {
  // Such programs say what went wrong in what they print, and nothing on standard error.
  const result = findResult(end.out);
  if (result?.is_error === true) return faultOf(result, (said) => tail(said, env));
  const how = end.exitCode === null ? `by the signal ${end.signal}` : `with exit code ${end.exitCode}`;
  const said = tail(end.err.trim() === '' ? end.out : end.err, env);
  return new CallFault('program-failed', `Expected ${program} to end with exit code 0, found it ended ${how}. ${said}`);
}

/** Secrets go before the text is cut: half of one would no longer be found. */
function tail(said: string, env: Env): string {
  const text = hideSecrets(said, env).trim().slice(-STDERR_SHOWN);
  return text === '' ? 'It said nothing.' : `It said last: ${text}`;
}

function notStarted(program: string, systemCode: string): string {
  if (systemCode === 'ENOENT') {
    const advice = 'Install it, correct the name, or give its full path in the command.';
    return `Expected the program ${program} on the PATH, found none. ${advice}`;
  }
  if (systemCode === 'EACCES') {
    return `Expected a program that may be run, found that ${program} may not. Make it executable (chmod +x).`;
  }
  return `Expected to start ${program}, found: ${systemCode}. Check the command of this agent.`;
}

function abortedFault(program: string): CallFault {
  return new CallFault('aborted', `The call of ${basename(program)} was given up; nothing of it is running.`);
}
