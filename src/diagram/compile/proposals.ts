// Labels that are not conditions: reported once the whole workflow is known, so that the fix is one that can be used.

import { isJsonObject, type Json } from '../../json.ts';
import { formula, unknownRoots } from '../config/parse-expression.ts';
import { isEventName } from '../config/settings-routes.ts';
import type { Step, Workflow } from '../workflow.ts';
import { faultsIn } from './checks-expressions.ts';
import { possibleAt } from './checks-literals.ts';
import type { Compilation, Prose } from './compilation.ts';
import { plainWords } from './label-words.ts';
import { rewritten } from './rewrite-label.ts';
import { schemaAt, valuesOf } from './schema-paths.ts';
import type { Sources } from './value-sources.ts';
import { meantVerdict, senseOf } from './verdict-words.ts';

/** A condition that says what the label says, or how to write one where that is not certain. */
type Proposal = { readonly condition: string } | { readonly pattern: string; readonly how: string };

export function reportProse(compilation: Compilation, workflow: Workflow, sources: Sources): void {
  const isMachine = workflow.kind === 'machine';
  const used = new Map<string, Set<string>>();
  for (const prose of compilation.prose) {
    const step = sources.steps.get(prose.step);
    if (step === undefined) continue;
    const taken = used.get(step.id) ?? new Set(step.edges.flatMap(({ when }) => when?.text ?? []));
    used.set(step.id, taken);
    const proposed = proposal(sources, step, prose, taken);
    if ('condition' in proposed) taken.add(proposed.condition);
    const quoted = (condition: string): string => (isMachine ? `[${condition}]` : `"${condition}"`);
    const written =
      'condition' in proposed
        ? `Write a condition such as ${quoted(proposed.condition)}`
        : `Write ${quoted(proposed.pattern)} with ${proposed.how}`;
    compilation.problem('prose-label', prose.place(), prose.message, fixOf(prose, step, written));
  }
}

function fixOf(prose: Prose, step: Step, written: string): string {
  const { form, target, text } = prose;
  if (form === 'edge') return `${written}, the word default, or give @${step.id} "branches".`;
  if (form === 'guard') return `${written}, or say it in "on" of @${step.id}.`;
  const event = text
    .slice(0, 100)
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
  const isFree = isEventName(event) && !RESERVED.has(event) && event.length <= 40;
  const name = isFree ? event : 'submit';
  const on = `or give @${step.id} an "on" with an event whose target is "${target}".`;
  return step.execution === 'manual'
    ? `${written}, an event such as ${name}, ${on}`
    : `Write an event such as ${name}, ${on}`;
}

const RESERVED = new Set(['done', 'error', 'always', 'timeout', 'default']);

/** Only what the label says, in a form that `check` has nothing against and that no other edge has. */
function proposal(sources: Sources, step: Step, prose: Prose, taken: ReadonlySet<string>): Proposal {
  const fits = (text: string): boolean => {
    const parsed = formula(text);
    if ('error' in parsed || taken.has(text) || unknownRoots(parsed.formula.tree, prose.roots).length > 0) return false;
    return faultsIn(sources, { step, formula: parsed.formula, output: 'own', isTemplate: false }).length === 0;
  };
  const verdicts = verdictsBehind(sources, step);
  const meant = verdicts.length > 0 ? atGate(sources, step, prose, verdicts) : atWork(sources, step, prose);
  const condition = meant.find(fits);
  if (condition !== undefined) return { condition };
  if (verdicts.length > 0)
    return { pattern: "output.verdict === 'VERDICT'", how: `one of ${verdicts.join(', ')} for VERDICT` };
  return patternAt(sources, step);
}

/** The words of every gate whose answer may be the output. */
function verdictsBehind(sources: Sources, step: Step): string[] {
  const listed = possibleAt({ sources: sources.behind(step), fields: ['verdict'] })?.values ?? null;
  const own = step.execution === 'manual' ? (step.task?.verdicts ?? []) : [];
  const gates = sources.behind(step).flatMap(({ gate }) => gate?.task?.verdicts ?? []);
  return [...new Set(listed ?? [...own, ...gates])].filter((value) => typeof value === 'string');
}

function atGate(sources: Sources, step: Step, { text, roots }: Prose, verdicts: readonly string[]): string[] {
  const isCertain = possibleAt({ sources: sources.behind(step), fields: ['verdict'] })?.values != null;
  const meant = isCertain ? meantVerdict(text, verdicts) : null;
  if (meant !== null) return [`output.verdict === '${meant}'`];
  const compared = /(\.verdict\s*[!=]==?\s*)'([^']*)'/g;
  return rewritten(text, roots, step, sources, true).flatMap((condition) => [
    condition,
    condition.replaceAll(
      compared,
      (_, before: string, word: string) => `${before}'${meantVerdict(word, verdicts) ?? word}'`,
    ),
  ]);
}

function atWork(sources: Sources, step: Step, { text, roots }: Prose): string[] {
  const fields = fieldsBehind(sources, step);
  const named = fields.flatMap(({ name, values }) => namedValue(name, values, text));
  const answers = fields.filter(({ values }) => values?.includes(true));
  const said = senseOf(text);
  const [answer] = answers;
  const plain = fields.length > 0 ? [] : [said === 'passing' ? 'output.ok' : '!output.ok'];
  const asked = answer === undefined || answers.length > 1 ? plain : conditionOn(answer.name, text);
  return [...named, ...rewritten(text, roots, step, sources), ...(said === null ? [] : asked)];
}

interface Field {
  readonly name: string;
  readonly values: readonly Json[] | null;
}

/** What the schemas of the output declare. */
function fieldsBehind(sources: Sources, step: Step): Field[] {
  return sources.behind(step).flatMap(({ schema }) => {
    const names = isJsonObject(schema?.properties) ? Object.keys(schema.properties) : [];
    return names
      .filter((name) => /^[A-Za-z_$][\w$]*$/.test(name))
      .map((name) => {
        const at = schema === null ? null : schemaAt(schema, [name]);
        return { name, values: at === null || 'missing' in at || at.schema === null ? null : valuesOf(at.schema) };
      });
  });
}

function namedValue(name: string, values: readonly Json[] | null, text: string): string[] {
  const meant = (values ?? []).filter(
    (value) => typeof value === 'string' && !value.includes("'") && plainWords(value) === plainWords(text),
  );
  return meant.map((word) => `output.${name} === '${word}'`);
}

/** No to a field called `rejected` may be either; to `urgent` only yes and no are an answer. */
function conditionOn(name: string, text: string): string[] {
  const says = senseOf(text);
  const field = senseOf(name);
  const isBareAnswer = /^(?:yes|y|true|no|n|false)$/.test(plainWords(text));
  if (isBareAnswer ? field === 'refusing' : field === null) return [];
  const isYes = says === (field ?? 'passing');
  return [isYes ? `output.${name}` : `!output.${name}`];
}

/** What can be compared: a field with its values, any field, or one that nobody knows yet. */
function patternAt(sources: Sources, step: Step): Proposal {
  const fields = fieldsBehind(sources, step);
  const listed = fields.find(({ values }) => values !== null) ?? fields[0];
  if (listed === undefined)
    return {
      pattern: 'output.FIELD === VALUE',
      how: `a field of what "${step.id}" gives for FIELD and what it must be for VALUE`,
    };
  const words = (listed.values ?? []).slice(0, 12).map((value) => JSON.stringify(value).replaceAll('"', "'"));
  const how = words.length > 0 ? `one of ${words.join(', ')} for VALUE` : 'what it must be for VALUE';
  return { pattern: `output.${listed.name} === VALUE`, how };
}
