// The options of a system's start as they were given: texts as they are, files read by the system that knows them.

import type { Json } from '../../json.ts';
import type { ReadOption } from '../../ports/option-checks.ts';
import type { OptionSource, StartForm, StartOption } from '../../ports/system.ts';
import { readText } from '../../runtime/read-text.ts';
import { BadUse } from '../exit-codes.ts';

export interface SystemFlags {
  readonly project?: string;
  readonly until?: string;
  /** true: without a run's name. */
  readonly resume?: string | boolean;
  readonly answers?: string;
  readonly store?: string;
  readonly as?: string;
  readonly json?: boolean;
  /** The system's own: `--from-brief` is fromBrief. */
  readonly [option: string]: string | boolean | readonly string[] | undefined;
}

export interface GivenOptions {
  readonly values: { readonly [name: string]: Json };
  /** What the run is about, where an option says it. */
  readonly subject: string | null;
}

/** Those that were given, by name. */
export function givenOptions({ options = [] }: StartForm, flags: SystemFlags): readonly StartOption[] {
  return options.filter((option) => givenFor(option, flags) !== undefined);
}

export async function readOptions(
  start: StartForm,
  flags: SystemFlags,
  subject: string | undefined,
): Promise<GivenOptions> {
  const values: Record<string, Json> = {};
  let said: string | null = null;
  const all = givenOptions(start, flags);
  const isGiven = (name: string): boolean => all.some((option) => option.name === name);
  const wrong: string[] = [];
  for (const option of all) {
    const given = givenFor(option, flags) ?? '';
    if (given === true) {
      values[option.name] = true;
      continue;
    }
    const read: Json[] = [];
    for (const each of typeof given === 'string' ? [given] : given) {
      const one = await readOption(option, each, { subject, isGiven });
      if (typeof one === 'string') wrong.push(one);
      else {
        read.push(one.value);
        wrong.push(...(one.problems ?? []));
        said = one.subject ?? said;
      }
    }
    if (option.isList === true || read[0] !== undefined) values[option.name] = option.isList ? read : (read[0] ?? null);
  }
  if (wrong.length > 0)
    wrong.push(...((await start.check?.({ subject: subject ?? said ?? '', options: values })) ?? []));
  // All at once: who mends one should not find the next by another call.
  if (wrong.length > 0) throw new BadUse([...wrong, 'Nothing was run.'].join(wrong.length > 1 ? '\n  ' : ' '));
  return { values, subject: said };
}

async function readOption(
  option: StartOption,
  given: string,
  source: Omit<OptionSource, 'path'>,
): Promise<ReadOption | string> {
  const path = option.kind === 'file' ? given : '';
  const file = option.kind === 'file' ? readText(path) : { text: given };
  if (!('text' in file)) return `Expected ${option.noun ?? 'a file'} at ${path}, found ${file.found}.`;
  return option.read === undefined ? { value: file.text } : option.read(file.text, { path, ...source });
}

function givenFor({ name, kind }: StartOption, flags: SystemFlags): string | readonly string[] | true | undefined {
  const given = flags[name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())];
  if (kind === 'flag') return given === true ? true : undefined;
  return typeof given === 'boolean' ? undefined : given;
}
