// Calls the program in this process with other systems than those that ship.

import { PassThrough, Writable } from 'node:stream';
import type { Composition } from '../../src/cli/composition.ts';
import { main } from '../../src/cli/main.ts';
import { ProgramCall, type ProgramStreams } from '../../src/cli/program-call.ts';
import type { SystemEntry } from '../../src/ports/system.ts';
import { KnownSystems } from '../../src/runtime/known-systems.ts';

/** Only what operations of systems ask for is there: no store, no agents. */
export async function calledWith(entries: readonly SystemEntry[], args: readonly string[]) {
  const [out, err] = [new Text(), new Text()];
  const systems = new KnownSystems(entries);
  const composition = {
    ...{ shipped: entries, systemEntries: async () => entries, systems: async () => systems },
  } as unknown as Composition;
  const streams = { stdin: new PassThrough(), stdout: out, stderr: err } as unknown as ProgramStreams;
  const code = await main(args, composition, new ProgramCall(streams));
  return { code, out: out.text, err: err.text };
}

class Text extends Writable {
  text = '';
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
