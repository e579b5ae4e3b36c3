// A command from outside, made ready for the engine: files become orders, values are kept, sizes are checked.

import { hash as digest } from 'node:crypto';
import type { Command } from '../engine/commands.ts';
import type { Rejection } from '../engine/context.ts';
import type { Json } from '../json.ts';
import { externalised, type PayloadSink } from './externalise.ts';
import { type Limits, sizeRefusal } from './limits.ts';
import type { PayloadCache } from './payload-cache.ts';
import { isRejection, planFileWrites } from './plan-file-writes.ts';

export interface PrepareDeps {
  readonly workspaces: readonly string[];
  readonly limits: Limits;
  readonly cache: PayloadCache;
}

export interface PreparedCommand {
  readonly command: Command;
  readonly payloads: ReadonlyMap<string, string>;
}

/** How a payload is referred to. */
export const referenceTo = (text: string): string => `sha256:${digest('sha256', text, 'hex')}`;

type PrepareResult = PreparedCommand | { readonly rejection: Rejection };

/** `since`: the run's last event as this process knows it, for the files' sake. Only files have to be waited for. */
export function prepareCommand(
  given: Command,
  since: number,
  preparing: PrepareDeps,
): PrepareResult | Promise<PrepareResult> {
  const payloads = new Map<string, string>();
  const sink = sinkInto(payloads, preparing.cache);
  if (!('files' in given)) return keptIn(given, payloads, sink, preparing.limits);
  const { workspaces, limits } = preparing;
  return planFileWrites(given, { workspaces, since, sink }).then((ordered) =>
    isRejection(ordered) ? { rejection: ordered } : keptIn(ordered, payloads, sink, limits),
  );
}

function keptIn(given: Command, payloads: Map<string, string>, sink: PayloadSink, limits: Limits): PrepareResult {
  const command = externalised(given, sink);
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
