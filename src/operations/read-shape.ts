// The fields of an operation's input as a command line or a form needs them: kind, choices, whether they must be given.

import type * as z from 'zod';
import type { AnyOperation } from './define-operation.ts';
import type { Form } from './fields.ts';

export interface Field {
  readonly name: string;
  readonly description: string;
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'form';
  readonly choices: readonly string[];
  readonly isList: boolean;
  readonly isRequired: boolean;
  /** null may be given: it takes away what is set. */
  readonly isNullable: boolean;
  readonly form: Form | null;
  readonly preset: unknown;
}

export function fieldsOf(operation: AnyOperation): Field[] {
  return Object.entries(operation.input.shape).map(([name, schema]) => fieldOf(name, schema as z.ZodType));
}

interface Def {
  readonly type: string;
  readonly innerType?: Shape;
  readonly element?: Shape;
  readonly in?: Shape;
  readonly options?: readonly Shape[];
  readonly entries?: { readonly [word: string]: string | number };
  readonly defaultValue?: unknown;
}

type Shape = z.ZodType & { readonly def: Def };

function fieldOf(name: string, schema: z.ZodType): Field {
  const meta = (schema.meta() ?? {}) as { description?: string; 'x-form'?: Form };
  let inner = schema as Shape;
  let isRequired = true;
  let isNullable = false;
  let preset: unknown;
  let description = meta.description ?? '';
  let form = meta['x-form'] ?? null;
  const around = ['optional', 'default', 'nullable', 'pipe'];
  while (around.includes(inner.def.type)) {
    if (inner.def.type === 'optional' || inner.def.type === 'default') isRequired = false;
    if (inner.def.type === 'nullable') isNullable = true;
    if (inner.def.type === 'default') preset = inner.def.defaultValue;
    const next = inner.def.innerType ?? inner.def.in;
    if (next === undefined) break;
    inner = next;
    const own = (inner.meta() ?? {}) as { description?: string; 'x-form'?: Form };
    if (description === '') description = own.description ?? '';
    form ??= own['x-form'] ?? null;
  }
  const isList = inner.def.type === 'array';
  const element = isList && inner.def.element !== undefined ? inner.def.element : inner;
  const choices = element.def.entries === undefined ? [] : Object.values(element.def.entries).map(String);
  return { name, description, kind: kindOf(element, form), choices, isList, isRequired, isNullable, form, preset };
}

function kindOf(schema: Shape, form: Form | null): Field['kind'] {
  if (form !== null && form !== 'file') return 'form';
  if (schema.def.type === 'boolean') return 'flag';
  if (schema.def.type === 'number') return 'number';
  return schema.def.type === 'enum' ? 'choice' : 'text';
}
