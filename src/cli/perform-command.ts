// Performs one operation for the command line: reads what was given, shows what came of it, says it by an exit code.

import type { Rejection } from '../engine/context.ts';
import { StoreFault } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type AnyOperation, perform } from '../operations/define-operation.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { Composition } from './composition.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { LOCAL_PERSON } from './local-person.ts';
import { openSession } from './open-session.ts';
import { type Paint, paintFor } from './paint.ts';
import { type Given, readFlags } from './read-flags.ts';
import { exitCodeFor, outputLines } from './show-output.ts';
import { widthFor } from './show-problems.ts';
import { oneLine } from './shown-text.ts';

export interface CommonFlags {
  readonly json?: boolean;
  readonly store?: string;
  readonly as?: string;
  readonly key?: string;
  readonly [name: string]: Given;
}

export async function performCommand(
  operation: AnyOperation,
  places: readonly Given[],
  flags: CommonFlags,
  composition: Composition,
): Promise<ExitCode> {
  const actor = ('as' in operation.input.shape ? undefined : flags.as) ?? LOCAL_PERSON;
  const session = openSession(composition, { store: flags.store, actor, key: flags.key });
  try {
    const schemaFor = (input: JsonObject) => inputSchema(session.context, input);
    const input = await readFlags(operation, { places, flags, schemaFor });
    const done = await perform(operation, session.context, input);
    if (!done.ok) return refused(asFlag(done.rejection, operation), flags.json === true);
    show(operation.name, done.output, flags.json === true);
    return exitCodeFor(operation.name, done.output);
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, flags.json === true);
    throw thrown;
  } finally {
    await session.close();
  }
}

/** `--input word=7` is text where the workflow's input schema says so. */
async function inputSchema(context: OperationContext, { workflow, version }: JsonObject): Promise<JsonObject | null> {
  const stored = await (await context.store()).workflow(
    String(workflow),
    version === undefined ? undefined : String(version),
  );
  return isJsonObject(stored?.workflow.input) ? stored.workflow.input : null;
}

function show(name: string, output: unknown, isJson: boolean): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
    return;
  }
  const stage = { paint: paintFor(process.stdout), width: widthFor(process.stdout), now: Date.now() };
  process.stdout.write(`${outputLines(name, output, stage).join('\n')}\n`);
}

/** A field is a flag here, unless it has a place of its own. */
function asFlag(rejection: Rejection, { places = [] }: AnyOperation): Rejection {
  const message = rejection.message.replace(/^Expected "([a-z]+)" to be /, (whole, name: string) =>
    places.includes(name) ? whole : `Expected --${name} `,
  );
  return { ...rejection, message };
}

function refused(rejection: Rejection, isJson: boolean): ExitCode {
  if (isJson) process.stdout.write(`${JSON.stringify({ error: rejection }, null, 2)}\n`);
  else process.stderr.write(`${errorText(rejection.code, rejection.message, paintFor(process.stderr))}\n`);
  return rejection.code === 'invalid-request' ? EXIT.badUse : EXIT.refused;
}

export function storeFault({ code, message }: StoreFault, isJson: boolean): ExitCode {
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { code, message } }, null, 2)}\n`);
  else process.stderr.write(`${errorText(code, message, paintFor(process.stderr))}\n`);
  return EXIT.storeFault;
}

function errorText(code: string, message: string, paint: Paint): string {
  return `${paint.red(code)}: ${oneLine(message)}`;
}
