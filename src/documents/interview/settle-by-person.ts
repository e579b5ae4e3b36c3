// Lines in which a person decides an assumption by its id: "confirm A-001", "refuse A-001: why".

import { withoutFences } from '../design/fenced-blocks.ts';
import type { Assumption, InterviewMessage } from './checklist.ts';

const DECISION = /^[\s>*-]{0,10}(confirm|refuse)(?:ed|d)?\b[ \t]{0,10}:?([^:\n]{0,500})/i;
const ID = /\bA-\d{3,6}\b/gi;

/** The assumptions as the message leaves them; `turn` is its number. Ids that nobody offered decide nothing, nor do
 *  lines in a fence: those are something pasted. */
export function settleByPerson(
  assumptions: readonly Assumption[],
  message: InterviewMessage,
  turn: number,
): readonly Assumption[] {
  if (message.from !== 'person') return assumptions;
  let decided = assumptions;
  for (const line of withoutFences(message.text).split('\n')) {
    const [, verb = '', rest = ''] = DECISION.exec(line) ?? [];
    if (verb === '') continue;
    const ids = (rest.match(ID) ?? []).map((id) => id.toUpperCase());
    const status = verb.toLowerCase() === 'confirm' ? 'confirmed' : 'refused';
    decided = decided.map((each) =>
      ids.includes(each.id) && turn > each.turn && turn >= (each.decided_turn ?? 0)
        ? { ...each, status, quote: line.trim(), decided_turn: turn }
        : each,
    );
  }
  return decided;
}
