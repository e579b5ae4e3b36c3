// A specification from a signed PRD, or from an approved design, by rules: each requirement with where it comes from.

import type { NewRequirement, NewSpec } from '../../../documents/spec/spec.ts';
import { writeSpec } from '../../../documents/spec/write-spec.ts';
import type { Json, JsonObject } from '../../../json.ts';
import { designRequirements } from './design-requirements.ts';
import { asSentence } from './draft-sources.ts';
import { type Draft, type DraftInput, draftSpec, NO_VISION, sourceLine } from './draft-spec.ts';
import { isRepeat } from './is-repeat.ts';
import { materialAnswers } from './material-answers.ts';
import { type PrdMaterial, prdMaterial } from './prd-material.ts';
import { ownTest } from './repair-spec.ts';
import { isPlainTrial } from './review-by-rules.ts';

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

/** What the interview says of a requirement stands with it; what it adds stands behind what the PRD asks for. */
export function draftFromPrd({ prd, ...input }: PrdDraftInput): string {
  const items = listOf(prd.requirements);
  const material = prdMaterial(prd, input.messages);
  const said = draftSpec({ ...input, agreed: material.statements });
  const quoteOf = (at: number): string => material.statements[at]?.quote ?? '';
  const cases = items.length > 0 ? [] : designRequirements(input.messages);
  const own =
    items.length > 0
      ? items.map((item, at) => requirementOf(item, at, checksIn(said, quoteOf(at))))
      : cases.map(({ useCase: _, ...each }) => each);
  const known = own.map(({ description }) => description.toLowerCase());
  const quotes = new Set(material.statements.map(({ quote }) => quote));
  const added = said.spec.requirements.flatMap((each, at) => {
    const draft = said.drafts[at];
    if (draft === undefined || quotes.has(draft.from[0] ?? '')) return [];
    return known.includes(each.description.toLowerCase()) || isRepeat(each, own) ? [] : [{ each, draft }];
  });
  const idOf = new Map(added.map(({ each }, at) => [each.id, numbered(own.length + at)]));
  const later = added.map(({ each }) => ({
    ...each,
    id: idOf.get(each.id) ?? each.id,
    dependencies: each.dependencies.flatMap((id) => idOf.get(id) ?? []),
  }));
  const requirements = [...own, ...later];
  const spec: NewSpec = {
    ...said.spec,
    title: textOf(prd.title) || said.spec.title,
    vision: visionOf(said.spec.vision, textOf(prd.title), cases.length > 0 ? designMaterial(input) : material),
    inScope: requirements.filter(({ type }) => type !== 'constraint').map(({ title }) => title),
    outOfScope: [
      ...listOf(prd.out_of_scope).map((each) => textOf(each as unknown as Json)),
      ...said.spec.outOfScope,
    ].filter(Boolean),
    priority:
      ['must', 'should', 'could'].find((level) => requirements.some(({ priority }) => priority === level)) ?? 'should',
    requirements,
  };
  const sources = [
    ...own.map(({ id, sources: [from = ''] }, at) =>
      cases.length > 0 ? `- ${id}: ${cases[at]?.useCase} of the design` : `- ${id}: ${from} of the PRD, word for word`,
    ),
    ...added.map(({ each, draft }) => sourceLine(draft, idOf.get(each.id) ?? each.id)),
  ];
  const whose = ['## Sources', cases.length > 0 ? FROM_DESIGN : FROM_PRD, sources.join('\n')];
  return `${[writeSpec(spec).trimEnd(), ...(said.notes === '' ? [] : [said.notes]), ...whose].join('\n\n')}\n`;
}

/** What was said of it: a PRD's requirement may come to several things that are done. */
function checksIn({ spec, drafts }: Draft, quote: string): readonly string[] {
  const made = spec.requirements.filter((_, at) => quote !== '' && drafts[at]?.from[0] === quote);
  return made.flatMap(({ criteria }) => criteria).filter((text) => !isPlainTrial(text));
}

/** In the words of the person, else of what is attached. */
function visionOf(said: string, title: string, { vision, users }: Pick<PrdMaterial, 'vision' | 'users'>): string {
  const own = vision || `What "${title}" asks for.`;
  const [first = '', ...rest] = said.split('\n\n');
  const told = [first === NO_VISION ? own : first, ...rest];
  const isNamed = told.some((part) => part.startsWith('**Users:**'));
  return isNamed || users.length === 0 ? told.join('\n\n') : [...told, `**Users:** ${users.join(', ')}.`].join('\n\n');
}

function designMaterial({ messages }: DraftInput): Pick<PrdMaterial, 'vision' | 'users'> {
  const [own] = materialAnswers(messages).filter(({ topic }) => topic === 'vision');
  return { vision: own === undefined ? '' : asSentence(own.quote), users: [] };
}

const numbered = (at: number): string => `R-${String(at + 1).padStart(3, '0')}`;

function requirementOf(
  { id, title, priority, description }: JsonObject,
  at: number,
  said: readonly string[],
): NewRequirement {
  const lines = textOf(description)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^\**acceptance criteria:?\**:?$/i.test(line));
  const tests = lines.filter((line) => CRITERION.test(line)).map((line) => line.replace(/^[-*] (?:\[ \] )?/, ''));
  const told = lines.filter((line) => !CRITERION.test(line)).join('\n');
  const name = textOf(title);
  const checks = [...new Set([...tests, ...said])];
  return {
    ...{
      id: numbered(at),
      title: name,
      type: 'functional',
      priority: PRIORITIES[textOf(priority).toLowerCase()] ?? null,
    },
    ...{ dependencies: [], description: told || tests.join('\n') || name, sources: [textOf(id)] },
    criteria: checks.length > 0 ? checks : [ownTest({ description: told, title: name })],
  };
}

const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');
const listOf = (given: Json | undefined): readonly JsonObject[] =>
  Array.isArray(given) ? (given as unknown as readonly JsonObject[]) : [];
