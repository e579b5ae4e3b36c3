// Does the agents' steps of the PM workflows by rules, without a model: equal inputs give equal texts.

import type { Assumption, InterviewMessage } from '../../../documents/interview/checklist.ts';
import { emptyChecklist, type InterviewState } from '../../../documents/interview/checklist.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { CallFacts, OfflineWriter } from '../../../ports/provider.ts';
import { withoutOpening } from '../opening-words.ts';
import type { Expertise } from './ask-about-action.ts';
import { designRequirements } from './design-requirements.ts';
import { draftFromPrd, FROM_DESIGN, FROM_PRD } from './draft-from-prd.ts';
import { BY_RULES, draftSpec } from './draft-spec.ts';
import { interviewText } from './interview-turn.ts';
import { prdMaterial } from './prd-material.ts';
import { reviewByRules } from './review-by-rules.ts';
import { reviseSpec } from './revise-spec.ts';

export const pmWriters: readonly OfflineWriter[] = [
  { workflow: 'pm', step: 'INTERVIEWING', talks: true, write: interview },
  { workflow: 'pm-draft', step: 'draft', write: draft },
  { workflow: 'pm-scope', step: 'scope', write: scope },
];

const TURNS_MAX = 20;
const EXPERTISE: readonly Expertise[] = ['NON_TECHNICAL', 'BASIC', 'EXPERT'];

function interview({ data, runInput, messages = [] }: CallFacts): Json {
  const given = objectOf(runInput);
  const expertise = EXPERTISE.find((each) => each === (data.expertise ?? given.expertise)) ?? 'BASIC';
  const turnsMax = Number(data.max_turns ?? given.max_turns ?? TURNS_MAX);
  const before = listOf<InterviewMessage>(data.conversation);
  const all = spokenOnly([...before, ...messages]);
  return interviewText({
    ...{ expertise, ...stateOf(data), messages: all, material: prdMaterial(objectOf(data.prd), all) },
    turnsMax: turnsMax + before.filter(({ from }) => from === 'agent').length,
    points: pointsOf(data.feedback),
    hasDraft: textOf(data.draft_spec) !== '' && before.length === 0,
  });
}

function draft({ runInput }: CallFacts): Json {
  const given = objectOf(runInput);
  const { assumptions } = stateOf(given);
  const messages = spokenOnly(listOf<InterviewMessage>(given.conversation));
  const last = textOf(given.last);
  const before = readSpec(last).version;
  const input = {
    ...{ messages, assumptions, points: pointsOf(given.feedback), version: before ?? '1.0' },
    created: textOf(given.today) || null,
  };
  const errors = pointsOf(given.validation_errors);
  // What rules wrote is written anew from the conversation; what somebody else wrote is theirs.
  if (last.trim() !== '' && !last.includes(BY_RULES) && ![FROM_PRD, FROM_DESIGN].some((label) => last.includes(label)))
    return reviseSpec({ ...input, last, errors });
  const requirements = listOf<JsonObject>(objectOf(given.prd).requirements);
  const isFromMaterial = requirements.length > 0 || designRequirements(messages).length > 0;
  if (!isFromMaterial) return draftSpec(input).markdown;
  return draftFromPrd({ ...input, prd: objectOf(given.prd) });
}

function scope({ runInput }: CallFacts): Json {
  const { spec_markdown } = objectOf(objectOf(objectOf(runInput).request).metadata);
  return reviewByRules(textOf(spec_markdown)) as unknown as Json;
}

function stateOf({ checklist, assumptions }: JsonObject): InterviewState {
  const known = listOf<InterviewState['checklist'][number]>(checklist);
  return { checklist: known.length === 0 ? emptyChecklist() : known, assumptions: listOf<Assumption>(assumptions) };
}

/** Turns keep their numbers. */
const spokenOnly = (messages: readonly InterviewMessage[]): readonly InterviewMessage[] =>
  messages.map((message) => (message.from === 'person' ? { ...message, text: withoutOpening(message.text) } : message));

/** A text has one point in each line or sentence; of the checks each problem is one. */
function pointsOf(feedback: Json | undefined): readonly string[] {
  if (typeof feedback !== 'string')
    return listOf<Json>(feedback).map((each) => (isJsonObject(each) ? textOf(each.message) : textOf(each)));
  return feedback
    .split(/\n|(?<=[.?!])\s+(?=[A-Z])/)
    .map((line) => line.replace(/^[\s*•-]{0,9}/, '').trim())
    .filter((line) => /\p{L}/u.test(line));
}

const objectOf = (given: Json | undefined): JsonObject => (given !== undefined && isJsonObject(given) ? given : {});
const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');
const listOf = <T>(given: Json | undefined): readonly T[] =>
  Array.isArray(given) ? (given as unknown as readonly T[]) : [];
