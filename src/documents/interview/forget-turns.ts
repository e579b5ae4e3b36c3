// The record of an interview when its first messages are forgotten: what was noted of them goes, and the rest is
// renumbered, so that it names the messages that are left.

import type { InterviewState } from './checklist.ts';

export function forgetTurns({ checklist, assumptions }: InterviewState, count: number): InterviewState {
  if (count <= 0) return { checklist, assumptions };
  return {
    checklist: checklist.map(({ topic, status, quotes }) => {
      const left = quotes.filter(({ turn }) => turn > count).map(({ turn, quote }) => ({ turn: turn - count, quote }));
      return { topic, status: left.length === 0 ? 'open' : status, quotes: left };
    }),
    assumptions: assumptions
      .filter(({ turn }) => turn > count)
      .map(({ turn, decided_turn, ...rest }) => ({
        ...{ ...rest, turn: turn - count },
        ...(decided_turn !== undefined && { decided_turn: decided_turn - count }),
      })),
  };
}
