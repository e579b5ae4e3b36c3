// A specification from a signed PRD, by rules: each of its requirements word for word, with where it comes from.

import type { NewRequirement, NewSpec } from '../../../documents/spec/spec.ts';
import { writeSpec } from '../../../documents/spec/write-spec.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { designRequirements } from './design-requirements.ts';
import { asSentence } from './draft-sources.ts';
import { type DraftInput, draftSpec } from './draft-spec.ts';
import { isRepeat } from './is-repeat.ts';
import { materialAnswers } from './material-answers.ts';
import { ownTest } from './repair-spec.ts';

export interface PrdDraftInput extends DraftInput {
  /** {title, requirements[{id, title, priority, description}], out_of_scope[]} */
  readonly prd: JsonObject;
}

const PRIORITIES: Readonly<Record<string, string>> = {
  ...{ critical: 'must', high: 'must', medium: 'should', low: 'could', must: 'must', should: 'should', could: 'could' },
};
const CRITERION = /^(?:[-*] (?:\[ \] )?)?(?:given|when|if|while)\b.*\bthen\b/i;

export const FROM_PRD =
  'Written by rules, without a model, from the signed PRD and the words of the person who was interviewed.';

export const FROM_DESIGN =
  'Written by rules, without a model, from the approved design and the words of the person who was interviewed.';

/** What the interview adds stands behind what the PRD asks for. */
export function draftFromPrd({ prd, ...input }: PrdDraftInput): string {
  const items = listOf(prd.requirements);
  const cases = items.length > 0 ? [] : designRequirements(input.messages);
  const own = items.length > 0 ? items.map(requirementOf) : cases.map(({ useCase: _, ...each }) => each);
  const said = draftSpec(input);
  const known = own.map(({ description }) => description.toLowerCase());
  const added = said.spec.requirements.filter(
    (each) => !known.includes(each.description.toLowerCase()) && !isRepeat(each, own),
  );
  const idOf = new Map(added.map(({ id }, at) => [id, numbered(own.length + at)]));
  const later = added.map((each) => ({
    ...each,
    id: idOf.get(each.id) ?? each.id,
    dependencies: each.dependencies.flatMap((id) => idOf.get(id) ?? []),
  }));
  const requirements = [...own, ...later];
  const spec: NewSpec = {
    ...said.spec,
    title: textOf(prd.title) || said.spec.title,
    vision: visionOf(said.spec.vision, input, textOf(prd.title)),
    inScope: requirements.filter(({ type }) => type !== 'constraint').map(({ title }) => title),
    outOfScope: [
      ...listOf(prd.out_of_scope).map((each) => textOf(each as unknown as Json)),
      ...said.spec.outOfScope,
    ].filter(Boolean),
    priority:
      ['must', 'should', 'could'].find((level) => requirements.some(({ priority }) => priority === level)) ?? 'should',
    requirements,
  };
  const sources = own.map(({ id, sources: [from = ''] }, at) =>
    cases.length > 0 ? `- ${id}: ${cases[at]?.useCase} of the design` : `- ${id}: ${from} of the PRD, word for word`,
  );
  const label = cases.length > 0 ? FROM_DESIGN : FROM_PRD;
  return `${writeSpec(spec).trimEnd()}\n\n## Sources\n\n${label}\n\n${sources.join('\n')}\n`;
}

/** In the words of what is attached; what the person said besides stands behind them. */
function visionOf(said: string, { messages }: DraftInput, title: string): string {
  const [own] = materialAnswers(messages).filter(({ topic }) => topic === 'vision');
  const more = said
    .replace(/The signed PRD of this feature is attached: specify what it asks for\.\s*/, '')
    .replace(/Its approved design is attached\.\s*/, '')
    .trim();
  const first = own === undefined || more.includes(own.quote) ? '' : asSentence(own.quote);
  return [first, more].filter(Boolean).join('\n\n') || `What "${title}" asks for.`;
}

const numbered = (at: number): string => `R-${String(at + 1).padStart(3, '0')}`;

function requirementOf({ id, title, priority, description }: JsonObject, at: number): NewRequirement {
  const lines = textOf(description)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\**acceptance criteria:?\**:?$/i.test(line));
  const tests = lines.filter((line) => CRITERION.test(line)).map((line) => line.replace(/^[-*] (?:\[ \] )?/, ''));
  const told = lines.filter((line) => !CRITERION.test(line)).join('\n');
  const name = textOf(title);
  return {
    ...{
      id: numbered(at),
      title: name,
      type: 'functional',
      priority: PRIORITIES[textOf(priority).toLowerCase()] ?? null,
    },
    ...{ dependencies: [], description: told === '' ? name : told, sources: [textOf(id)] },
    criteria: tests.length > 0 ? tests : [ownTest({ description: told, title: name })],
  };
}

const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');
const listOf = (given: Json | undefined): readonly JsonObject[] =>
  Array.isArray(given) ? (given as unknown as readonly JsonObject[]) : [];
