// What a drafting step is given, and the model of it that all sections share.

import { alignModels } from '../../../documents/design/align-models.ts';
import { alignUseCases, unknownUseCases } from '../../../documents/design/align-use-cases.ts';
import type { Domain } from '../../../documents/design/domain.ts';
import type { Dialect } from '../../../documents/design/finding.ts';
import { modelDomain } from '../../../documents/design/model-domain.ts';

export interface DraftInput {
  readonly brief: string;
  readonly requirements: unknown;
  readonly clarifications?: unknown;
  readonly dialect?: string;
  /** The high-level design that the other parts follow; '' while there is none. */
  readonly hld?: string;
  readonly lld?: string;
  /** What reviewers and people asked for since the last draft. */
  readonly feedback?: string;
  /** The part's own last draft. */
  readonly last?: string;
  readonly issues?: readonly DraftIssue[];
}

/** `location` names a part or a section. */
export interface DraftIssue {
  readonly description: string;
  readonly location: string;
}

export const RULES_WROTE =
  'Written by rules, without a model: names, fields and limits come from the words of the input. ' +
  'Lines that begin with ' +
  '"Assumption:" and fields marked "assumed" were not said by anybody.';

/** Sections of one part are drafted one by one from the same texts. */
const MODELS_MAX = 4;
const models = new Map<string, Domain>();

export function domainOf({ brief, requirements, clarifications, feedback = '', hld = '' }: DraftInput): Domain {
  const key = JSON.stringify([brief, requirements, clarifications, feedback, hld]);
  const known = models.get(key);
  if (known !== undefined) return known;
  const given = { brief, requirements, clarifications, feedback: wishesIn(feedback) };
  const own = modelDomain(given);
  const added = hld === '' ? '' : unknownUseCases(own, hld);
  const whole = added === '' ? own : modelDomain({ ...given, feedback: `${given.feedback}\n\n${added}` });
  const model = hld === '' ? whole : alignUseCases(whole, hld);
  const [oldest] = models.keys();
  if (models.size >= MODELS_MAX && oldest !== undefined) models.delete(oldest);
  models.set(key, model);
  return model;
}

/** What the database keeps: the models as the low-level design has them now, edits by hand included. */
export const storedDomain = (input: DraftInput): Domain => alignModels(domainOf(input), input.lld ?? '');

/** Only sentences in which somebody does something: the rest of a review is about the text, not the product. */
const wishesIn = (feedback: string): string =>
  feedback
    .split(/(?<=[.!?])\s+|\n+/)
    .map((line) => line.replace(/^[-*]\s+/, '').trim())
    .filter((line) =>
      /^(?:the system shall|(?:an?|the|every|each) \w+(?: \w+)? (?:can|may|shall|must)|\w+s can)\b/i.test(line),
    )
    .join('\n\n');

export const dialectOf = ({ dialect }: DraftInput): Dialect => (dialect === 'sqlite' ? 'sqlite' : 'postgres');

export const lines = (...parts: readonly (string | readonly string[])[]): string =>
  `${parts
    .flat()
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;

/** Where something was said. */
export const from = (origin: string): string => (/^REQ-/.test(origin) ? ` (${origin})` : '');
