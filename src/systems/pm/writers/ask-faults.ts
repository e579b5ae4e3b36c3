// An uploaded specification that is not valid: its faults are asked about one by one, and the whole next message is the
// answer to the one that was asked.

import type { InterviewMessage, TurnNotes } from '../../../documents/interview/checklist.ts';
import { writeTurn } from '../../../documents/interview/write-turn.ts';
import type { SpecFault } from '../spec-faults.ts';
import { commandIn } from './questions.ts';

/** `messages`: of this visit; `before`: how many stand before them. null: nothing is left to ask about them. */
export function faultTurn(
  faults: readonly SpecFault[],
  messages: readonly InterviewMessage[],
  before: number,
): string | null {
  const asked = messages.flatMap(({ from, text }) => (from === 'agent' ? (askedIn(text, faults) ?? []) : []));
  const next = faults.find(({ id, answers }) => answers.length === 0 && !asked.includes(id));
  const mends = answersIn(faults, messages, before);
  if (next === undefined) return null;
  const { id, line, message, fix } = next;
  const text = `${id}, line ${line}: ${message} ${fix} What should stand there?`;
  const notes: TurnNotes = { questions: [{ topic: 'requirements', text }], answers: [], ...noted(mends) };
  return writeTurn(asked.length === 0 ? OPENING : 'Noted.', notes);
}

const OPENING =
  'Your specification stays as it is: only what you answer is changed in it, word for word. Or mend the file and ' +
  'attach it whole.';

/** To the fault that was asked last; `skip` leaves it as it is. */
export function answersIn(
  faults: readonly SpecFault[],
  messages: readonly InterviewMessage[],
  before: number,
): NonNullable<TurnNotes['mends']> {
  const at = messages.findLastIndex(({ from }) => from === 'agent');
  const fault = at < 0 ? null : askedIn(messages[at]?.text ?? '', faults);
  if (fault === null) return [];
  return messages.slice(at + 1).flatMap(({ from, text }, place) => {
    const quote = text.trim();
    if (from !== 'person' || quote === '' || commandIn(quote) !== null) return [];
    return [{ fault, turn: before + at + place + 2, quote }];
  });
}

export const noted = (mends: NonNullable<TurnNotes['mends']>): Pick<TurnNotes, 'mends'> =>
  mends.length === 0 ? {} : { mends };

const ASKED = /^1\. (F-\d{1,4}), line \d/m;

export const asksFault = (text: string): boolean => ASKED.test(text);

function askedIn(text: string, faults: readonly SpecFault[]): string | null {
  const id = ASKED.exec(text)?.[1];
  return faults.some((each) => each.id === id) ? (id ?? null) : null;
}
