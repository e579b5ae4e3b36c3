// Performs one operation for the command line: reads what was given, shows what came of it, says it by an exit code.

import { resolve } from 'node:path';
import type { Rejection } from '../engine/context.ts';
import { StoreFault } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { type AnyOperation, perform } from '../operations/define-operation.ts';
import type { OperationContext } from '../operations/operation-context.ts';
import type { Identity } from '../runtime/who-acts.ts';
import type { Composition } from './composition.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { openSession } from './open-session.ts';
import { type Paint, paintFor } from './paint.ts';
import { type FlagValue, readFlags } from './read-flags.ts';
import { exitCodeFor, outputLines } from './show-output.ts';
import { widthFor } from './show-problems.ts';
import { oneLine } from './shown-text.ts';
import { statedText } from './signer.ts';
import { asStarted, useStore } from './started-as.ts';
import { stderr, stdout } from './terminal.ts';
import { jsonText } from './terminal-text.ts';
import { confirmed } from './trust/confirmed.ts';

export interface CommonFlags {
  readonly json?: boolean;
  readonly store?: string;
  readonly as?: string;
  readonly key?: string;
  readonly [name: string]: FlagValue;
}

export async function performCommand(
  operation: AnyOperation,
  places: readonly FlagValue[],
  flags: CommonFlags,
  composition: Composition,
): Promise<ExitCode> {
  const as = 'as' in operation.input.shape ? undefined : flags.as;
  useStore(flags.store);
  const onlyReads = !operation.changes || operation.onlyReads?.(flags) === true;
  const project = typeof flags.project === 'string' ? resolve(flags.project) : undefined;
  // Who asks the doctor about a folder has begun nothing there.
  const makesNoStore = operation.name === 'doctor';
  const session = openSession(composition, {
    store: flags.store,
    project,
    as,
    key: flags.key,
    onlyReads,
    makesNoStore,
  });
  try {
    const schemaFor = (input: JsonObject) => inputSchema(session.context, input);
    const input = await readFlags(operation, { places, flags, schemaFor });
    let done = await perform(operation, session.context, input);
    if (operation.name === 'agents.allow' && done.ok && input.yes !== true) {
      const { id, would } = done.output as { readonly id: string; readonly would: readonly string[] };
      const question = `Allow it: ${would.join('; ') || `agent:${id}`}?`;
      if (await confirmed(oneLine(question), flags.json === true))
        done = await perform(operation, session.context, { ...input, yes: true });
    }
    if (done.ok) tellSigner(operation, input, session.identity);
    if (!done.ok) return printRejection(asFlag(done.rejection, operation), flags.json === true);
    show(operation.name, done.output, flags.json === true);
    return exitCodeFor(operation.name, done.output);
  } catch (thrown) {
    if (thrown instanceof StoreFault) return storeFault(thrown, flags.json === true);
    throw thrown;
  } finally {
    await session.close();
  }
}

/** At a terminal the person who gave a verdict sees under which name it was given; programs read it off the history. */
function tellSigner({ name }: AnyOperation, { verdict }: JsonObject, identity: () => Identity): void {
  if (name !== 'tasks.complete' || verdict === undefined || stderr.isTTY !== true) return;
  const { actor, source, osUser } = identity();
  stderr.write(`Signed as ${oneLine(statedText(actor, { source, osUser }))}.\n`);
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
    stdout.write(`${jsonText(output)}\n`);
    return;
  }
  const screen = { paint: paintFor(stdout), width: widthFor(stdout), now: Date.now() };
  stdout.write(`${outputLines(name, output, screen).join('\n')}\n`);
}

/** A field is a flag here, unless it has a place of its own. */
function asFlag(rejection: Rejection, { places = [] }: AnyOperation): Rejection {
  const message = rejection.message.replace(/^Expected "([a-z]+)" to be /, (whole, name: string) =>
    places.includes(name) ? whole : `Expected --${name} `,
  );
  return { ...rejection, message };
}

export function printRejection(rejection: Rejection, isJson: boolean): ExitCode {
  if (isJson) stdout.write(`${jsonText({ error: rejection })}\n`);
  else stderr.write(`${errorText(rejection.code, rejection.message, paintFor(stderr))}\n`);
  return rejection.code === 'invalid-request' ? EXIT.badUse : EXIT.refused;
}

export function storeFault({ code, message }: StoreFault, isJson: boolean): ExitCode {
  if (isJson) stdout.write(`${jsonText({ error: { code, message } })}\n`);
  else stderr.write(`${errorText(code, message, paintFor(stderr))}\n`);
  return EXIT.storeFault;
}

function errorText(code: string, message: string, paint: Paint): string {
  return `${paint.red(code)}: ${oneLine(asStarted(message))}`;
}
