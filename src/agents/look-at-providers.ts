// Whether those who answer for agents can be asked: the key is set, the program is there, the server answers. Nobody is
// asked anything that costs, and no key is sent.

import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { CallFault } from '../errors.ts';
import type { AgentProvider } from '../ports/agent.ts';
import type { ProviderLook } from '../ports/agent-host.ts';
import { modelOptions, type ProviderTools } from './providers/make-provider.ts';

const ANSWER_MS = 2_000;

/** null: there is nothing to be said of such a provider. */
export async function lookAtProvider(wanted: AgentProvider, tools: ProviderTools): Promise<ProviderLook | null> {
  const { kind, name, command } = wanted;
  if ((kind === 'command' || kind === 'recorded') && command !== undefined) return lookAtProgram(command, tools);
  if (kind !== 'model' && !(kind === 'recorded' && name !== undefined)) return null;
  try {
    const { apiKey, keyVariable, name: place } = modelOptions(name, tools);
    if (!/^https?:/i.test(place)) return { isWell: true, message: `${place}, its key is set.` };
    const fault = await silence(place);
    if (fault !== null) return { isWell: false, message: `${place} does not answer: ${fault}.` };
    const key = apiKey === null ? `without a key (${keyVariable} would give it one)` : `with the key of ${keyVariable}`;
    return { isWell: true, message: `${place} answers, and is asked ${key}.` };
  } catch (thrown) {
    if (thrown instanceof CallFault) return { isWell: false, message: thrown.message };
    throw thrown;
  }
}

async function lookAtProgram([program = '']: readonly string[], { env, folder }: ProviderTools): Promise<ProviderLook> {
  const isPath = /[/\\]/.test(program);
  const folders = isPath ? [] : (env.PATH ?? '').split(delimiter).filter((each) => isAbsolute(each));
  const places = isPath ? [resolve(folder, program)] : folders.map((each) => join(each, program));
  for (const place of places) {
    const isThere = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return { isWell: true, message: `the program ${place}.` };
  }
  const where = isPath ? `at ${places[0]}` : 'on the PATH';
  return { isWell: false, message: `Expected the program ${program} ${where}, found none that may be run.` };
}

/** Why it does not answer; any answer will do, also that there is no such page. */
async function silence(baseUrl: string): Promise<string | null> {
  try {
    const answer = await fetch(`${baseUrl}/models`, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body?.cancel();
    return null;
  } catch (thrown) {
    const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
    const code = Object(cause).code;
    return typeof code === 'string' ? code : cause instanceof Error ? cause.message : String(cause);
  }
}
