// The faults of an uploaded specification, put right by the person's answers to them, each in its place. What nobody
// answered stays as it is, and is asked again.

import { checkSpec } from '../../../documents/spec/check-spec.ts';
import { editSpec } from '../../../documents/spec/edit-spec.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import type { SpecProblem } from '../../../documents/spec/spec.ts';
import { isVersion } from '../../../documents/spec/spec-version.ts';
import { statementsIn } from '../../features/statements-in.ts';
import type { SpecFault } from '../spec-faults.ts';
import { filed } from './file-text.ts';
import { under } from './revise-spec.ts';

const ROUNDS_MAX = 200;

export function mendFaults(markdown: string, faults: readonly SpecFault[]): string {
  const given = new Map(
    faults.map(({ message, answers }) => [subjectOf(message), answers.map(({ quote }) => quote)] as const),
  );
  let text = markdown;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = checkSpec(text)
      .blocking.map((problem) => mended(text, problem, given.get(subjectOf(problem.message)) ?? []))
      .find((each) => each !== null && each !== text);
    if (next === undefined || next === null) return text;
    text = next;
  }
  return text;
}

/** Lines move while a text is mended: a message is known by what it says, not by them. */
const subjectOf = (message: string): string => message.replace(/\bline \d+/g, 'line');

/** null: nobody answered with what can stand there. */
function mended(text: string, problem: SpecProblem, answers: readonly string[]): string | null {
  const { check, line, message } = problem;
  if (answers.length === 0) return null;
  const values = answers.map((answer) => answer.trim().replace(/\.$/, ''));
  const front = frontValue(problem, values);
  if (front !== null) return editSpec(text, { kind: 'front', ...front });
  const bullets = answers.flatMap(statementsIn).map((sentence) => `- ${filed(sentence)}`);
  if (check === 7) return under(text, 'In Scope', bullets);
  if (check === 2 && message.includes('under ## Vision')) return under(text, 'Vision', bullets);
  const { requirements } = readSpec(text);
  const own = requirements.findLast((each) => each.line <= line);
  if (own === undefined) return null;
  if (check === 4)
    return editSpec(text, { kind: 'criteria', id: own.id, criteria: answers.flatMap(statementsIn).map(filed) });
  const level = values.find(isLevel);
  if (check === 5 && level !== undefined) return editSpec(text, { kind: 'priority', id: own.id, value: level });
  const ids = values.map((each) => each.toUpperCase().split(/[,\s]+/));
  const known = ids.find((all) => all.every((id) => id !== own.id && requirements.some((each) => each.id === id)));
  if (check !== 6 || known === undefined) return null;
  const kept = own.dependencies.filter((id) => !message.includes(`"${id}"`) && !known.includes(id));
  return editSpec(text, { kind: 'dependencies', id: own.id, ids: [...kept, ...known] });
}

const isLevel = (value: string): boolean => /^(?:must|should|could)$/.test(value);

function frontValue({ check, message }: SpecProblem, values: readonly string[]) {
  const version = values.find(isVersion);
  if (check === 1 && message.includes('"version"') && version !== undefined) return { name: 'version', value: version };
  const level = values.map((each) => each.toLowerCase()).find(isLevel);
  const isPriority = (check === 1 && message.includes('"priority"')) || message.includes('in the front matter');
  return isPriority && level !== undefined ? { name: 'priority', value: level } : null;
}
