// Does the agents' steps of the PM workflows without a model: it files what people say, and makes up nothing.

import { emptyChecklist, type InterviewState } from '../../../documents/interview/checklist.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { CallFacts, OfflineWriter } from '../../../ports/provider.ts';
import { faultsIn } from '../spec-faults.ts';
import { answersIn, faultTurn } from './ask-faults.ts';
import { fileStories } from './file-stories.ts';
import { interviewTurn } from './interview-turn.ts';
import { mendFaults } from './mend-faults.ts';
import type { PmSaid } from './read-answers.ts';
import { draftSoFar, factsOf } from './write-draft.ts';

export const pmWriters: readonly OfflineWriter[] = [
  { workflow: 'pm', step: 'INTERVIEWING', talks: true, write: interview },
  { workflow: 'pm-draft', step: 'draft', write: draft },
  { workflow: 'pm-scope', step: 'scope', write: scope },
];

const TURNS_MAX = 20;

function interview({ data, runInput, messages = [] }: CallFacts): Json {
  const before = listOf<PmSaid>(data.conversation);
  const faults = faultsIn(data);
  const asked = faultTurn(faults, messages, before.length);
  if (asked !== null) return asked;
  const all = [...before, ...messages];
  const turnsMax = Number(data.max_turns ?? objectOf(runInput).max_turns ?? TURNS_MAX);
  const isLast = messages.filter(({ from }) => from === 'agent').length + 1 >= turnsMax;
  const facts = { ...factsOf(data, all), last: textOf(data.draft_spec), state: stateOf(data), isLast };
  return interviewTurn({ ...facts, mends: answersIn(faults, messages, before.length) }, draftSoFar(facts));
}

function draft({ runInput }: CallFacts): Json {
  const given = objectOf(runInput);
  const last = mendFaults(textOf(given.last), faultsIn(given));
  return draftSoFar({ ...factsOf(given, listOf<PmSaid>(given.conversation)), last }).markdown;
}

/** Nobody judged it: a person is the architect. */
function scope({ runInput, schema }: CallFacts): Json {
  const { spec_markdown } = objectOf(objectOf(objectOf(runInput).request).metadata);
  const submit_stories = fileStories(readSpec(textOf(spec_markdown))) as unknown as Json;
  // Runs of before have no place to say it.
  const canSay = 'not_judged' in objectOf(schema?.properties);
  return { submit_stories, ...(canSay && { not_judged: true }) };
}

function stateOf({ checklist, assumptions }: JsonObject): InterviewState {
  const known = listOf<InterviewState['checklist'][number]>(checklist);
  return { checklist: known.length === 0 ? emptyChecklist() : known, assumptions: listOf(assumptions) };
}

const objectOf = (given: Json | undefined): JsonObject => (given !== undefined && isJsonObject(given) ? given : {});
const textOf = (given: Json | undefined): string => (typeof given === 'string' ? given : '');
const listOf = <T>(given: Json | undefined): readonly T[] =>
  Array.isArray(given) ? (given as unknown as readonly T[]) : [];
