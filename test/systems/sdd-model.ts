// A model that drafts and reviews designs as given: by prompt, in order, the last reply again and again.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PartName, parsePart } from '../../src/documents/design/part.ts';
import type { Json, JsonObject } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import type { ModelRequest } from '../support/model-request.ts';
import { root } from '../support/run-signoff.ts';

/** `hld-whole`, `lld-section`, `review`, `format`: the files of the prompts. */
export interface AskedPrompt {
  readonly kind: string;
  /** The title of the section that is asked for; '' for a whole. */
  readonly section: string;
  /** Of its kind and section, from 1. */
  readonly round: number;
  readonly system: string;
  readonly message: string;
}

export type SddReply = (asked: AskedPrompt) => Json;

export interface SddModel {
  readonly asked: readonly AskedPrompt[];
  reply(request: ModelRequest): string;
}

export const designText = (part: PartName): string =>
  readFileSync(join(root, 'test/systems/sdd-design', `${part}.md`), 'utf8');

export const GOOD_REVIEW: JsonObject = {
  ...{ overall_score: 0.9, passes_validation: true, issues: [], needs_revision: false },
  strengths: ['One constraint settles two bookings at once.'],
};

export const ISSUE: JsonObject = {
  ...{ category: 'completeness', severity: 'HIGH', location: 'LLD: API Endpoints' },
  description: 'Nobody is told that a wall is free again after API-003 deleted a booking.',
  suggestion: 'Add an endpoint that lists the members who wait for a slot.',
};

export const BAD_REVIEW: JsonObject = { ...GOOD_REVIEW, overall_score: 0.6, issues: [ISSUE], needs_revision: true };

/** Drafts as the fixture has them, whole or by section, and a review that asks for nothing. */
export const answersWell: SddReply = ({ kind, section }) => {
  if (kind === 'review') return GOOD_REVIEW;
  if (kind === 'format') return { title: 'Booking walls', abstract: 'Members book walls.', glossary: [] };
  const part = kind.split('-')[0] as PartName;
  if (section === '') return designText(part);
  return parsePart(part, designText(part)).sections.find(({ title }) => title === section)?.text ?? '';
};

export function sddModel(reply: SddReply = answersWell): SddModel {
  const asked: AskedPrompt[] = [];
  return {
    asked,
    reply({ system, texts }) {
      const message = texts.filter((text) => text !== system).join('\n\n');
      const { kind, section } = kindOf(message);
      const round = asked.filter((each) => each.kind === kind && each.section === section).length + 1;
      const one = { kind, section, round, system, message };
      asked.push(one);
      return envelope(reply(one));
    },
  };
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^Work as a critical reviewer of designs/m, 'review'],
  [/^Work as a technical writer/m, 'format'],
  [/^Work as a system architect: write one section/m, 'hld-section'],
  [/^Work as a system architect/m, 'hld-whole'],
  [/^Work as an API and data engineer: write one section/m, 'lld-section'],
  [/^Work as an API and data engineer/m, 'lld-whole'],
  [/^Work as a database designer: write one section/m, 'database-section'],
  [/^Work as a database designer/m, 'database-whole'],
];

function kindOf(message: string): { readonly kind: string; readonly section: string } {
  const kind = KINDS.find(([form]) => form.test(message))?.[1] ?? '';
  const [, section = ''] = kind.endsWith('-section') ? (/^- Begin with `## ([^`]+)`/m.exec(message) ?? []) : [];
  return { kind, section };
}
