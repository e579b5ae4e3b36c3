// How many turns an agent has in a conversation, where a path gives it: read once, when the task opens (conv-1).

import type { Formula } from '../diagram/expression.ts';
import { TURNS_MAX } from '../diagram/workflow.ts';
import type { Json } from '../json.ts';
import { formulaValue, type TokenPosition } from './roots.ts';
import type { Turn } from './turn.ts';
import { readValue } from './value.ts';

export type ReadTurns = { readonly turns: number } | { readonly problem: string };

export function readTurnsMax(turn: Turn, position: TokenPosition, path: Formula, step: string): ReadTurns {
  const value = formulaValue(turn, position, path);
  const found = value === undefined ? undefined : readValue(value, [], turn.payloads);
  if (typeof found === 'number' && Number.isInteger(found) && found >= 1 && found <= TURNS_MAX) return { turns: found };
  const expected = `Expected a whole number from 1 to ${TURNS_MAX} at "${path.text}" for the turns of "${step}"`;
  return { problem: `${expected}, found ${foundText(found)}.` };
}

function foundText(found: Json | undefined): string {
  if (found === undefined) return 'nothing';
  if (typeof found === 'number' || found === null) return String(found);
  if (Array.isArray(found)) return 'a list';
  return typeof found === 'string' ? JSON.stringify(found.slice(0, 60)) : `a value of the type ${typeof found}`;
}
