// Gives designs with one fault each, and as they are, to a connected model, with the prompt that a reviewer gets.

import { readFileSync } from 'node:fs';
import { parseTemplate } from '../../src/diagram/config/parse-template.ts';
import { divideForReview } from '../../src/documents/design/divide-review.ts';
import type { DesignTexts } from '../../src/documents/design/part.ts';
import { needsRevision, readReview } from '../../src/documents/design/review.ts';
import type { ReviewFeedback } from '../../src/documents/design/state.ts';
import { fenced } from '../../src/engine/fenced.ts';
import { renderPrompt } from '../../src/engine/template.ts';
import { walk } from '../../src/engine/walk.ts';
import type { JsonObject } from '../../src/json.ts';
import { designsOf, faultsOf, type LabelledDesign } from './measure-designs.ts';

export interface ReviewFigures {
  readonly designs: number;
  /** Of the designs without a fault: for how many no revision was asked. */
  readonly passed: number;
  readonly faults: number;
  /** An issue names what the fault is about, and none of the design without it does. */
  readonly found: number;
  readonly recall: number;
}

/** All of them would be hundreds of calls: so many of each design, evenly among its kinds. */
const FAULTS_OF_EACH = 4;
const SDD = new URL('../../src/systems/sdd/', import.meta.url);
const SETTINGS = { when: 'strict', rules: 'advise' } as const;

/** `ask`: the JSON object of the reply, {} where it cannot be read. Rules tell the model nothing. */
export async function reviewDesigns(
  ask: (prompt: string) => Promise<JsonObject>,
  limit: number | undefined,
): Promise<ReviewFigures> {
  const designs = designsOf('unseen').slice(0, limit);
  let [passed, faults, found] = [0, 0, 0];
  for (const design of designs) {
    const clean = readReview(await ask(reviewPrompt(design, design.texts)));
    if (!needsRevision(clean, [], SETTINGS)) passed += 1;
    for (const { mutation } of someFaults(design)) {
      const review = readReview(await ask(reviewPrompt(design, mutation.texts)));
      faults += 1;
      if (names(review, mutation.about) && !names(clean, mutation.about)) found += 1;
    }
  }
  return { designs: designs.length, passed, faults, found, recall: faults === 0 ? 1 : found / faults };
}

function someFaults(design: LabelledDesign): ReturnType<typeof faultsOf> {
  const all = faultsOf(design);
  const step = Math.max(1, Math.floor(all.length / FAULTS_OF_EACH));
  return all.filter((_, at) => at % step === 0).slice(0, FAULTS_OF_EACH);
}

const names = ({ issues }: ReviewFeedback, about: string): boolean =>
  issues.some((issue) =>
    [issue.description, issue.suggestion, issue.location].join(' ').toLowerCase().includes(about.toLowerCase()),
  );

/** The prompt, rubric and schema that ship, with the design in its place, whole. */
function reviewPrompt({ name }: LabelledDesign, texts: DesignTexts): string {
  const file = (path: string): string => readFileSync(new URL(path, SDD), 'utf8');
  const [portion] = divideForReview(texts, Number.POSITIVE_INFINITY);
  const roots: JsonObject = {
    run: { input: { domain: 'general software', brief: name.replaceAll('-', ' '), requirements: [] } },
    portion: { ...portion, findings: [], previous: [], rubric: file('rubric.md') },
  };
  const { template, unknown: unread } = parseTemplate(file('prompts/review.md'), new Set(['run', 'portion']));
  const { text, unknown: unfilled } = renderPrompt(template, (root, parts) => walk(roots, [root, ...parts]));
  const unknown = [...unread, ...unfilled];
  if (unknown.length > 0) throw new Error(`The prompt of the review asks for ${unknown.join(', ')} too.`);
  const schema = JSON.stringify(JSON.parse(file('schemas/review.json')));
  return `${text.trimEnd()}\n\nThe JSON Schema of the result:\n${fenced(schema, 'json')}`;
}
