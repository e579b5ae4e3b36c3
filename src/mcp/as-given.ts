// Reads a conversation tool's input as models give it: JSON as text, the state as null, a thread in the wrong place.

import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type * as z from 'zod';

/** A thread that stands where none is looked for; null: there is none. */
interface MisplacedThread {
  readonly misplaced: string | null;
}

/** The schema as it is, for clients to read; what it checks has been put right before. */
export function asGiven<S extends z.ZodType>(
  schema: S,
): StandardSchemaWithJSON<z.input<S>, z.output<S> & MisplacedThread> {
  const own = schema['~standard'];
  const validate = async (given: unknown) => {
    const fields = isRecord(given) ? given : {};
    const read = { ...fields, ...readText(fields, 'userInput'), ...readText(fields, 'workflowStateData') };
    const checked = await own.validate(isRecord(given) ? read : given);
    if (checked.issues !== undefined) return checked;
    return { value: Object.assign({}, checked.value, { misplaced: misplacedIn(read) }) };
  };
  return { '~standard': { ...own, validate } } as StandardSchemaWithJSON<z.input<S>, z.output<S> & MisplacedThread>;
}

type Fields = { readonly [name: string]: unknown };

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text is read as the JSON it holds, where that is an object; null is as good as nothing. */
function readText(fields: Fields, name: string): Fields {
  const given = fields[name];
  if (given === null) return { [name]: undefined };
  if (typeof given !== 'string') return {};
  try {
    const read: unknown = JSON.parse(given);
    return isRecord(read) ? { [name]: read } : {};
  } catch {
    return {};
  }
}

function misplacedIn({ thread_id, userInput }: Fields): string | null {
  const inside = isRecord(userInput) ? userInput : {};
  const state = isRecord(inside.workflowStateData) ? inside.workflowStateData : {};
  const found = [thread_id, inside.thread_id, state.thread_id].find((each) => typeof each === 'string' && each !== '');
  return typeof found === 'string' ? found.slice(0, 100) : null;
}
