// A file of answers: which replies a step's tasks get, and which signals are sent when.

import { nearest } from '../diagram/config/nearest.ts';
import type { Workflow } from '../diagram/workflow.ts';
import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { BadUse } from './exit-codes.ts';
import { readJsonFile } from './read-json.ts';

export type Reply = { readonly output: Json } | { readonly fail: string };

export interface ScriptedSignal {
  readonly name: string;
  readonly value: Json;
  readonly key?: string;
  /** Sent once this step has first completed; at the start when left out. */
  readonly after?: string;
}

export interface Answers {
  readonly file: string;
  /** Of each task of a step, in order of creation, the replies to its attempts in order; the last ones repeat. */
  readonly replies: ReadonlyMap<string, readonly (readonly Reply[])[]>;
  readonly signals: readonly ScriptedSignal[];
}

/** `"STEP"`, or `"WORKFLOW/STEP"` for a step of a subflow. `[]` means that nobody ever answers. */
export function readAnswers(file: string, workflow: Workflow, subflows: readonly Workflow[] = []): Answers {
  const json = readJsonFile(file, 'answers');
  if (!isJsonObject(json)) refuse(file, `an object from step id to a list of replies, found ${kindOf(json)}`);
  const replies = new Map<string, readonly (readonly Reply[])[]>();
  for (const [key, value] of Object.entries(json as JsonObject)) {
    if (key === '$signals' || key === '$comment') continue;
    const list = Array.isArray(value) ? value : [value as Json];
    replies.set(
      key,
      list.map((reply, at) => readTask(file, `"${key}", reply ${at + 1}`, reply)),
    );
  }
  const signals = readSignals(file, (json as JsonObject).$signals);
  const named = [...replies.keys(), ...signals.flatMap(({ after }) => after ?? [])];
  checkSteps(file, [...new Set(named)], workflow, subflows);
  return { file, replies, signals };
}

/** The reply to the nth task of a step on its nth attempt, both from 0; null when nobody answers. */
export function replyFor(replies: readonly (readonly Reply[])[], task: number, attempt: number): Reply | null {
  const own = replies[Math.min(task, replies.length - 1)] ?? [];
  return own[Math.min(attempt, own.length - 1)] ?? null;
}

function readTask(file: string, where: string, reply: Json): Reply[] {
  const attempts = Array.isArray(reply) ? reply : [reply];
  return attempts.map((attempt) => readReply(file, where, attempt as Json));
}

function readReply(file: string, where: string, reply: Json): Reply {
  const expected = '{"output": ...} or {"fail": "message"}';
  if (!isJsonObject(reply)) return refuse(file, `${expected} at ${where}, found ${kindOf(reply)}`);
  const keys = Object.keys(reply);
  if (keys.length === 1 && keys[0] === 'output') return { output: reply.output ?? null };
  if (keys.length === 1 && typeof reply.fail === 'string') return { fail: reply.fail };
  return refuse(file, `${expected} at ${where}, found the keys ${keys.join(', ') || '(none)'}`);
}

function readSignals(file: string, json: Json | undefined): ScriptedSignal[] {
  if (json === undefined) return [];
  if (!Array.isArray(json)) return refuse(file, `a list of signals at "$signals", found ${kindOf(json)}`);
  return json.map((entry: Json, at) => {
    const where = `"$signals", entry ${at + 1}`;
    if (!isJsonObject(entry)) return refuse(file, `{"name", "data", "after"} at ${where}, found ${kindOf(entry)}`);
    const { name, data = null, key, after, ...rest } = entry;
    const unknown = Object.keys(rest);
    if (unknown.length > 0) refuse(file, `only name, data, key and after at ${where}, found ${unknown.join(', ')}`);
    if (typeof name !== 'string') return refuse(file, `a name at ${where}, found ${kindOf(name)}`);
    if (key !== undefined && typeof key !== 'string')
      return refuse(file, `a text as key at ${where}, found ${kindOf(key)}`);
    if (after === undefined) return { name, value: data, ...(key !== undefined && { key }) };
    if (typeof after !== 'string') return refuse(file, `a step id as "after" at ${where}, found ${kindOf(after)}`);
    return { name, value: data, after, ...(key !== undefined && { key }) };
  });
}

/** All of them at once. Of a subflow whose diagram a step makes only the run will know the steps. */
function checkSteps(file: string, named: readonly string[], workflow: Workflow, subflows: readonly Workflow[]): void {
  const all = [workflow, ...subflows];
  const inside = subflows.flatMap(({ name, steps }) => steps.map(({ id }) => `${name}/${id}`));
  const known = new Set([...workflow.steps.map(({ id }) => id), ...inside]);
  const isOpen = all.some(({ steps }) => steps.some(({ subflow }) => subflow?.source != null));
  const isNameless = (key: string) => !subflows.some(({ name }) => key.startsWith(`${name}/`));
  const unknown = named.filter((key) => !known.has(key) && !(isOpen && key.includes('/') && isNameless(key)));
  if (unknown.length === 0) return;
  const found = unknown.map((key) => `"${key}".${hintFor(key, known, inside)}`).join(' Also ');
  throw new BadUse(`Expected steps of "${workflow.name}" in ${file}, found ${found} Nothing was run.`);
}

function hintFor(key: string, known: ReadonlySet<string>, inside: readonly string[]): string {
  const child = inside.find((step) => step.endsWith(`/${key}`));
  if (child !== undefined) return ` It is a step of a subflow: write "${child}".`;
  const meant = nearest(key, known);
  if (meant !== null) return ` Did you mean "${meant}"?`;
  const isHelped = inside.length > 0 && !key.includes('/');
  return isHelped ? ` A step of a subflow is written like "${inside[0]}".` : '';
}

function refuse(file: string, expected: string): never {
  throw new BadUse(`Expected in ${file} ${expected}. Nothing was run.`);
}

function kindOf(json: Json | undefined): string {
  if (json === undefined) return 'nothing';
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'a list';
  return typeof json === 'object' ? 'an object' : `the ${typeof json} ${JSON.stringify(json).slice(0, 40)}`;
}
