// A command from outside, made ready for the engine: files become orders, values are kept, sizes are checked.

import { hash as digest } from 'node:crypto';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { Json } from '../json.ts';
import { externalised, type PayloadSink } from './externalise.ts';
import { type Limits, sizeRefusal } from './limits.ts';
import { isRejection, orderFiles } from './order-files.ts';
import type { PayloadCache } from './payload-cache.ts';

export interface Preparing {
  readonly workspace: string;
  readonly limits: Limits;
  readonly cache: PayloadCache;
}

export interface PreparedCommand {
  readonly command: Command;
  readonly payloads: ReadonlyMap<string, string>;
}

/** How a payload is referred to. */
export const referenceTo = (text: string): string => `sha256:${digest('sha256', text, 'hex')}`;

/** `since`: the run's last event as this process knows it, for the files' sake. */
export async function prepareCommand(
  given: Command,
  since: number,
  { workspace, limits, cache }: Preparing,
): Promise<PreparedCommand | { readonly rejection: Rejection }> {
  const payloads = new Map<string, string>();
  const sink = sinkInto(payloads, cache);
  const ordered = 'files' in given ? await orderFiles(given, { workspace, since, sink }) : given;
  if (isRejection(ordered)) return { rejection: ordered };
  const command = externalised(ordered, sink);
  const rejection = sizeRefusal(command, payloads, limits);
  return rejection === null ? { command, payloads } : { rejection };
}

function sinkInto(payloads: Map<string, string>, cache: PayloadCache): PayloadSink {
  return {
    hash: referenceTo,
    put: (ref: string, _json: Json, text: string): void => {
      payloads.set(ref, text);
      cache.put(ref, text);
    },
  };
}
