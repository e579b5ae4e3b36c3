// The faults of a specification that was not valid, as an interview asks about them: each by its number, with the
// person's answers to it, which the next draft carries out.

import type { FaultAnswer } from '../../documents/interview/checklist.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import { editSpec } from '../../documents/spec/edit-spec.ts';
import { readSpec } from '../../documents/spec/read-spec.ts';
import { isVersion } from '../../documents/spec/spec-version.ts';
import type { Json, JsonObject } from '../../json.ts';
import { listOf, textOf } from './pm-deps.ts';

export interface SpecFault {
  /** F-2: the second of the list. */
  readonly id: string;
  readonly check: number;
  readonly line: number;
  readonly message: string;
  readonly fix: string;
  readonly answers: readonly { readonly turn: number; readonly quote: string }[];
}

export function faultsIn({ validation_errors }: JsonObject): readonly SpecFault[] {
  return listOf<JsonObject>(validation_errors).map(({ check, line, message, fix, answers }, at) => ({
    ...{ id: `F-${at + 1}`, check: Number(check), line: Number(line), message: textOf(message), fix: textOf(fix) },
    answers: listOf<JsonObject>(answers).map(({ turn, quote }) => ({ turn: Number(turn), quote: textOf(quote) })),
  }));
}

/** Beside each fault what the person said to it, for the interviewer or drafter. */
export function faultLines(data: JsonObject): string {
  return faultsIn(data)
    .map(({ id, check, line, message, fix, answers }) => {
      const said = answers.map(({ turn, quote }) => `${JSON.stringify(oneLine(quote))} [${turn}]`).join(', ');
      const by = answers.length === 0 ? 'Not answered.' : `The person's answer: ${said}`;
      return `- ${id} (check ${check}, line ${line}): ${message} ${fix} ${by}`;
    })
    .join('\n');
}

/** A text: which of them names no fault. */
export function withAnswers(data: JsonObject, mends: readonly FaultAnswer[]): readonly Json[] | string {
  const faults = faultsIn(data);
  const strange = mends.findIndex(({ fault }) => !faults.some(({ id }) => id === fault));
  if (strange >= 0) {
    const known = faults.map(({ id }) => id).join(', ') || 'none: leave mends out';
    return `mends[${strange}].fault: expected one of the faults (${known}), found "${mends[strange]?.fault}".`;
  }
  return listOf<JsonObject>(data.validation_errors).map((error, at) => {
    const own = mends.filter(({ fault }) => fault === faults[at]?.id).map(({ turn, quote }) => ({ turn, quote }));
    return own.length === 0 ? error : { ...error, answers: [...listOf(error.answers), ...own] };
  });
}

const MISSING = /^Expected "(version|priority)" in the front matter, found /;
const PRIORITIES: ReadonlySet<string> = new Set(['must', 'should', 'could']);
const plain = (quote: string): string => quote.trim().replace(/\.$/, '').toLowerCase();

/** The value that the person gave for what is missing in the front matter; null: none that is one. */
export function frontAnswer(data: JsonObject, name: 'version' | 'priority'): string | null {
  const isValue = (text: string): boolean => (name === 'version' ? isVersion(text) : PRIORITIES.has(text));
  return (
    faultsIn(data)
      .filter(({ message }) => MISSING.exec(message)?.[1] === name)
      .flatMap(({ answers }) => answers.map(({ quote }) => plain(quote)))
      .findLast(isValue) ?? null
  );
}

/** The one value of a fault that code sets: whatever the draft has, the person's answer is in the front matter. */
export function withPriority(markdown: string, data: JsonObject): string {
  const value = frontAnswer(data, 'priority');
  return value === null ? markdown : (editSpec(markdown, { kind: 'front', name: 'priority', value }) ?? markdown);
}

const UNKNOWN = /^Expected (R-\d{3}) to depend on ids of this file, found /;
const IDS = /^R-\d{3}(?:[,\s]{1,3}R-\d{3}){0,20}$/;

/** Ids that a person gave for a dependency, and the draft has not there. */
export function dependenciesNotTaken(markdown: string, data: JsonObject): readonly string[] {
  const { requirements } = readSpec(markdown);
  return faultsIn(data).flatMap(({ id, message, answers }) => {
    const own = requirements.find((each) => each.id === UNKNOWN.exec(message)?.[1]);
    // What they said later counts: an answer in other words takes ids back, and a reader has to tell what it means.
    const last = answers.at(-1)?.quote.trim().replace(/\.$/, '').toUpperCase() ?? '';
    const said = IDS.test(last) ? last : null;
    const missing = (said?.split(/[,\s]+/) ?? []).filter((each) => !own?.dependencies.includes(each));
    if (own === undefined || missing.length === 0) return [];
    return [`The person answered "${said}" to ${id}, and ${own.id} does not depend on ${missing.join(', ')}. Add it.`];
  });
}
