// Where configuration and conditions name a step, so that a new name reaches all of them.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';

/** The configuration of `owner` with every reference to step `from` made one to step `to`. */
export function renameInConfig(owner: string, json: JsonObject, from: string, to: string): JsonObject {
  return renameIn(json, { owner, from, to, path: [] }) as JsonObject;
}

/** `steps.OLD`, `each.OLD` and their bracket forms in one expression. */
export function renameInExpression(text: string, from: string, to: string): string {
  const old = from.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const dotted = WORD.test(from) ? `\\s*\\.\\s*${old}(?![\\p{L}\\p{N}_$])|` : '';
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}_$.])(steps|each)(?:${dotted}\\s*\\[\\s*(?:'${old}'|"${old}")\\s*\\])`,
    'gu',
  );
  return text.replace(pattern, (_, root: string) => (WORD.test(to) ? `${root}.${to}` : `${root}['${to}']`));
}

const WORD = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;
const PROSE = new Set(['prompt', 'title', 'name', 'description', 'promptFile']);
const WORKFLOW_STEPS = new Set(['start', 'onFailure', 'onCancel']);
const STEP_LISTS = new Set(['requires', 'keeps', 'defaultBranch']);

interface Rename {
  readonly owner: string;
  readonly from: string;
  readonly to: string;
  readonly path: readonly (string | number)[];
}

function renameIn(json: Json, renaming: Rename): Json {
  const { path } = renaming;
  if (typeof json === 'string') return renameText(json, renaming);
  if (Array.isArray(json))
    return json.map((item: Json, index) => renameIn(item, { ...renaming, path: [...path, index] }));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, renameIn(value, { ...renaming, path: [...path, key] })]),
  );
}

function renameText(text: string, { owner, from, to, path }: Rename): string {
  if (isStepName(owner, path)) return text === from ? to : text;
  if (path[0] === 'awaitTag')
    return text === from || text === `foreach:${from}` ? text.slice(0, text.length - from.length) + to : text;
  if (text.includes('{{')) return text.replace(/\{\{[^{}]*\}\}/g, (hole) => renameInExpression(hole, from, to));
  return PROSE.has(String(path.findLast((part) => typeof part === 'string')))
    ? text
    : renameInExpression(text, from, to);
}

function isStepName(owner: string, path: readonly (string | number)[]): boolean {
  const first = String(path[0]);
  const last = path.at(-1);
  if (owner === 'workflow') return WORKFLOW_STEPS.has(first);
  return (
    STEP_LISTS.has(first) || (first === 'branches' && last === 'targetStepId') || (first === 'on' && last === 'target')
  );
}
