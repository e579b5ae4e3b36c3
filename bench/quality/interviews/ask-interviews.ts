// Lets a connected model interview the scripted people and write the specification, with the prompts that ship, through
// the same checks as in a run.

import { readFileSync } from 'node:fs';
import { CONVERSATION_PROMPT } from '../../../src/agents/conversation-prompt.ts';
import { parseTemplate } from '../../../src/diagram/config/parse-template.ts';
import { applyTurn } from '../../../src/documents/interview/apply-turn.ts';
import {
  emptyChecklist,
  type InterviewState,
  isComplete,
  type Question,
} from '../../../src/documents/interview/checklist.ts';
import { type ReadTurn, readTurn } from '../../../src/documents/interview/read-turn.ts';
import { shownTurn } from '../../../src/documents/interview/shown-turn.ts';
import { untracedWords } from '../../../src/documents/interview/traced-words.ts';
import { withoutFence } from '../../../src/documents/markdown/without-fence.ts';
import { readSpec } from '../../../src/documents/spec/read-spec.ts';
import { renderPrompt } from '../../../src/engine/template.ts';
import { walk } from '../../../src/engine/walk.ts';
import type { JsonObject } from '../../../src/json.ts';
import type { CallMessage } from '../../../src/ports/provider.ts';
import type { PmMessage } from '../../../src/systems/pm/conversation.ts';
import {
  EARLIER_CHARACTERS_MAX,
  numberedText,
  WHOLE_CHARACTERS_MAX,
} from '../../../src/systems/pm/fit-conversation.ts';
import { assumptionLines, checklistLines, expertiseGuide, indexLines } from '../../../src/systems/pm/show-interview.ts';
import { type HeldInterview, TURNS_MAX } from './hold-interview.ts';
import { figuresOf, HALVES, type Half, type InterviewFigures, peopleOf } from './measure-interviews.ts';
import { Answering, type ScriptedPerson } from './scripted-person.ts';

/** The text of a reply. */
export type AskText = (system: string, messages: readonly CallMessage[]) => Promise<string>;

const REPAIRS_MAX = 2;
const PROMPTS = new URL('../../../src/systems/pm/prompts/', import.meta.url);
const DOMAIN = 'general software';

export async function askInterviews(ask: AskText, limit: number | undefined): Promise<readonly InterviewFigures[]> {
  const people = HALVES.flatMap((half) => peopleOf(half).map((person) => ({ half, person }))).slice(0, limit);
  const figures: InterviewFigures[] = [];
  for (const { half, person } of people) figures.push(await measured(ask, half, person));
  return figures;
}

async function measured(ask: AskText, half: Half, person: ScriptedPerson): Promise<InterviewFigures> {
  const held = await interviewBy(ask, person);
  const text = await ask('Answer with the Markdown alone.', [{ from: 'caller', text: draftPrompt(held) }]);
  const markdown = `${withoutFence(text).trim()}\n`;
  return figuresOf(half, held, markdown, inventedIn(markdown, held));
}

/** As a run does it: a turn that code refuses is said again, at most twice. */
async function interviewBy(ask: AskText, person: ScriptedPerson): Promise<HeldInterview> {
  const answering = new Answering(person);
  const idea: PmMessage = { from: 'person', text: person.idea };
  const said: PmMessage[] = [];
  const questions: Question[] = [];
  const refused: string[] = [];
  let state: InterviewState = { checklist: emptyChecklist(), assumptions: [] };
  for (let turns = 1; ; turns++) {
    const taken = await takeTurn(ask, person, [idea], said, state, refused);
    const held = { person, messages: [idea, ...said], state: taken?.state ?? state, questions, turns, refused };
    if (taken === null) return { ...held, isOffered: false };
    state = taken.state;
    said.push({ from: 'agent', text: taken.shown });
    questions.push(...taken.read.notes.questions);
    const isOffered = taken.read.result !== null;
    if (isOffered || turns >= TURNS_MAX) return { ...held, messages: [idea, ...said], isOffered };
    said.push({ from: 'person', text: answering.reply(taken.shown, taken.read.notes.questions) });
  }
}

interface TakenTurn {
  readonly read: Extract<ReadTurn, { readonly ok: true }>;
  readonly state: InterviewState;
  readonly shown: string;
}

async function takeTurn(
  ask: AskText,
  person: ScriptedPerson,
  before: readonly PmMessage[],
  said: readonly PmMessage[],
  state: InterviewState,
  refused: string[],
): Promise<TakenTurn | null> {
  let messages: readonly CallMessage[] = [
    { from: 'caller', text: turnPrompt(person, before, said, state) },
    ...said.map(({ from, text }) => ({ from: from === 'agent' ? ('agent' as const) : ('caller' as const), text })),
  ];
  for (let repairs = 0; repairs <= REPAIRS_MAX; repairs++) {
    const text = await ask(CONVERSATION_PROMPT, messages);
    const read = readTurn(text);
    const applied = read.ok ? applyTurn(state, read.notes, [...before, ...said]) : read;
    const isEarly = read.ok && applied.ok && read.result !== null && !isComplete(applied.state.checklist);
    if (read.ok && applied.ok && !isEarly)
      return { read, state: applied.state, shown: shownTurn(read.words, read.notes, applied.added) };
    const problems = applied.ok ? ['The end was offered while topics are open. Ask about them.'] : applied.problems;
    refused.push(...problems);
    const why = ['This cannot be used:', ...problems.map((each) => `- ${each}`), 'Say your turn again, whole.'];
    messages = [...messages, { from: 'agent', text: text || '(no reply)' }, { from: 'caller', text: why.join('\n') }];
  }
  return null;
}

function turnPrompt(
  { expertise }: ScriptedPerson,
  before: readonly PmMessage[],
  said: readonly PmMessage[],
  state: InterviewState,
): string {
  return filled('interview.md', {
    input: {
      ...{ domain: DOMAIN, expertise: expertiseGuide(expertise), feedback: '', draft: '' },
      earlier: numberedText(before, state, { max: EARLIER_CHARACTERS_MAX }),
      here: indexLines(said, before.length),
      checklist: checklistLines(state.checklist),
      assumptions: assumptionLines(state.assumptions),
      turn: before.length + said.length + 1,
      left: TURNS_MAX - said.filter(({ from }) => from === 'agent').length - 1,
    },
  });
}

function draftPrompt({ messages, state }: HeldInterview): string {
  const { checklist, assumptions } = state;
  return filled('draft.md', {
    run: { input: { domain: DOMAIN, today: '2026-01-01' } },
    input: {
      ...{ prd: '', feedback: '', errors: '', last: '', problems: '' },
      conversation: numberedText(messages as readonly PmMessage[], state, {
        ...{ max: WHOLE_CHARACTERS_MAX, agent: 'the interviewer' },
      }),
      checklist: checklistLines(checklist),
      assumptions: assumptionLines(assumptions.filter(({ status }) => status !== 'refused')),
      refused: assumptionLines(assumptions.filter(({ status }) => status === 'refused')),
    },
  });
}

function filled(file: string, roots: JsonObject): string {
  const { template, unknown: unread } = parseTemplate(
    readFileSync(new URL(file, PROMPTS), 'utf8'),
    new Set(Object.keys(roots)),
  );
  const { text, unknown: unfilled } = renderPrompt(template, (root, parts) => walk(roots, [root, ...parts]));
  const unknown = [...unread, ...unfilled];
  if (unknown.length > 0) throw new Error(`The prompt ${file} asks for ${unknown.join(', ')} too.`);
  return text.trimEnd();
}

/** With a word that no person said and no assumption holds that they left standing. A model's own word for something
 *  that was said counts too: the figure is an upper bound. */
function inventedIn(markdown: string, { messages, state }: HeldInterview): readonly string[] {
  const sources = [
    ...messages.filter(({ from }) => from === 'person').map(({ text }) => text),
    ...state.assumptions.filter(({ status }) => status !== 'refused').map(({ text }) => text),
  ];
  const { vision, inScope, outOfScope, requirements } = readSpec(markdown);
  const statements = [
    ...[vision, ...inScope, ...outOfScope],
    ...requirements.flatMap(({ title, description, criteria }) => [title, description, ...criteria]),
  ];
  return statements.filter((text) => untracedWords(text.replace(/\(A-\d{3}\)/g, ''), sources).length > 0);
}
