// Takes the notes of an agent's turn into the interview's record, if the person really said what they quote.

import type {
  Assumption,
  ChecklistEntry,
  InterviewMessage,
  InterviewState,
  Settlement,
  TopicQuote,
  TurnNotes,
} from './checklist.ts';
import { entryOf, TOPICS } from './checklist.ts';
import { isQuoteOf, plainSpace } from './find-quote.ts';
import { settleByPerson } from './settle-by-person.ts';

export type AppliedTurn =
  | {
      readonly ok: true;
      readonly state: InterviewState;
      /** Assumptions that this turn offers for the first time. */
      readonly added: readonly Assumption[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

/** `messages`: all of both sides before this turn. Lines such as "confirm A-001" among them are taken first. */
export function applyTurn(state: InterviewState, notes: TurnNotes, messages: readonly InterviewMessage[]): AppliedTurn {
  const { answers, unknown = [], settled = [], mends = [] } = notes;
  const decided = messages.reduce((sofar, message, at) => settleByPerson(sofar, message, at + 1), state.assumptions);
  const refused = refusedAgain(notes, decided);
  const problems = [
    ...answers.flatMap((each, at) => quoteProblem(each, `answers[${at}]`, messages)),
    ...unknown.flatMap((each, at) => quoteProblem(each, `unknown[${at}]`, messages)),
    ...settled.flatMap((each, at) => settleProblem(each, `settled[${at}]`, messages, decided)),
    ...mends.flatMap((each, at) => quoteProblem(each, `mends[${at}]`, messages)),
    ...refused,
  ];
  if (problems.length > 0) return { ok: false, problems };
  const added = newAssumptions(notes, decided, messages.length + 1);
  return {
    ok: true,
    added,
    state: {
      checklist: TOPICS.map((topic) => withQuotes(entryOf(state.checklist, topic), answers, unknown)),
      assumptions: [...decided.map((each) => settledAs(each, settled)), ...added],
    },
  };
}

function quoteProblem(
  { turn, quote }: { readonly turn: number; readonly quote: string },
  at: string,
  messages: readonly InterviewMessage[],
): readonly string[] {
  const message = messages[turn - 1];
  if (message !== undefined && message.from === 'person' && isQuoteOf(quote, message)) return [];
  const shown = JSON.stringify(plainSpace(quote).slice(0, 120));
  const elsewhere = messages.findIndex((each) => each.from === 'person' && isQuoteOf(quote, each)) + 1;
  const wanted = `${at}: expected words that the person wrote in turn ${turn}, found ${shown}`;
  if (elsewhere > 0) return [`${wanted}, which stand in turn ${elsewhere}. Name that turn.`];
  if (message === undefined) return [`${wanted}; there are ${messages.length} turns so far.`];
  const why = message.from === 'agent' ? 'that turn is yours, not theirs' : 'those words are not in it';
  return [`${wanted}; ${why}. Quote word for word, or leave it out.`];
}

function settleProblem(
  settlement: Settlement,
  at: string,
  messages: readonly InterviewMessage[],
  assumptions: readonly Assumption[],
): readonly string[] {
  const known = assumptions.find(({ id }) => id === settlement.assumption);
  if (known === undefined) {
    const ids = assumptions.map(({ id }) => id).join(', ') || 'none so far';
    return [`${at}.assumption: expected one of the assumptions (${ids}), found "${settlement.assumption}".`];
  }
  if (settlement.turn <= known.turn)
    return [`${at}: ${known.id} was offered in turn ${known.turn}; turn ${settlement.turn} cannot decide it.`];
  if (known.status !== 'open' && known.status !== settlement.status && settlement.turn <= (known.decided_turn ?? 0))
    return [`${at}: the person ${known.status} ${known.id} in turn ${known.decided_turn}. Leave it as it is.`];
  return quoteProblem(settlement, at, messages);
}

/** What a person refused is not offered again. */
function refusedAgain({ assumptions = [] }: TurnNotes, known: readonly Assumption[]): readonly string[] {
  return assumptions.flatMap((text, at) => {
    const before = known.find((each) => each.status === 'refused' && isSame(each.text, text));
    if (before === undefined) return [];
    return [
      `assumptions[${at}]: the person refused this as ${before.id} in turn ${before.decided_turn}. Leave it out.`,
    ];
  });
}

const isSame = (a: string, b: string): boolean => plainSpace(a).toLowerCase() === plainSpace(b).toLowerCase();

function newAssumptions(
  { assumptions = [] }: TurnNotes,
  known: readonly Assumption[],
  turn: number,
): readonly Assumption[] {
  const fresh = assumptions
    .map(plainSpace)
    .filter((text, at, all) => all.findIndex((each) => isSame(each, text)) === at)
    .filter((text) => !known.some((each) => isSame(each.text, text)));
  const last = Math.max(0, ...known.map(({ id }) => Number(id.slice(2))));
  return fresh.map((text, at) => ({
    id: `A-${String(last + at + 1).padStart(3, '0')}`,
    text,
    turn,
    status: 'open',
  }));
}

function settledAs(assumption: Assumption, settled: readonly Settlement[]): Assumption {
  const last = settled
    .filter((each) => each.assumption === assumption.id)
    .reduce<Settlement | null>((found, each) => (found === null || each.turn >= found.turn ? each : found), null);
  if (last === null || last.status === assumption.status) return assumption;
  return { ...assumption, status: last.status, quote: last.quote, decided_turn: last.turn };
}

/** An answer wins over "I don't know", whichever came first. */
function withQuotes(
  entry: ChecklistEntry,
  answers: readonly TopicQuote[],
  unknown: readonly TopicQuote[],
): ChecklistEntry {
  const said = answers.filter(({ topic }) => topic === entry.topic);
  const unsaid = unknown.filter(({ topic }) => topic === entry.topic);
  const isCovered = entry.status === 'covered' || said.length > 0;
  const quotes = [...entry.quotes, ...said, ...unsaid]
    .map(({ turn, quote }) => ({ turn, quote }))
    .filter((each, at, all) => all.findIndex((one) => one.turn === each.turn && one.quote === each.quote) === at);
  const status = isCovered ? 'covered' : unsaid.length > 0 ? 'unknown' : entry.status;
  return { topic: entry.topic, status, quotes };
}
