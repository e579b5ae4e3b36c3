// What leads on at a gate, by nothing but the review that it gives.

import type { ConversationReview, Decision, DocumentReview, Review } from '../../src/ports/review.ts';

/** The first that is taken counts. `turn`: which option is chosen, where there are several. */
export function decisionsFor(review: Review, turn: number): readonly Decision[] {
  if (review.kind === 'document') return forDocument(review, turn);
  if (review.kind === 'conversation') return [inConversation(review)];
  if (review.kind === 'choice') {
    const option = review.options[turn % review.options.length]?.value ?? '';
    return [{ kind: 'choice', option }];
  }
  if (review.kind === 'items') {
    const plain = review.verdicts.find(({ needs }) => needs === 'nothing')?.value ?? '';
    return [{ kind: 'items', verdicts: {}, rest: { verdict: plain } }];
  }
  const [verdict] = review.verdicts;
  return [
    {
      kind: 'form',
      ...(verdict !== undefined && { verdict, comment: sized('Fine.', turn) }),
      ...(review.offer !== null && { output: review.offer }),
    },
  ];
}

/** One that something speaks against may not be approved as it is. */
function forDocument({ doubts }: DocumentReview, turn: number): readonly Decision[] {
  const approval = { kind: 'document', verdict: 'approve', isConfirmed: true } as const;
  return doubts.length === 0
    ? [approval]
    : [approval, { kind: 'document', verdict: 'change', feedback: sized(doubts.join(' '), turn) }];
}

/** What is offered is taken; what is asked is answered by what is recommended, in a message of each size; then the
 *  person ends it. */
function inConversation({ messages, questions, offer, end }: ConversationReview): Decision {
  if (offer !== null) return { kind: 'accept' };
  const spoken = messages.filter(({ from }) => from === 'person').length;
  if (spoken >= SIZES.length && end !== null) return { kind: 'end' };
  const answers = questions.map(
    ({ choices }) => (choices.find(({ isRecommended }) => isRecommended) ?? choices[0])?.label ?? WORDS,
  );
  const text = [...answers, sized(WORDS, spoken)].filter((each, at, all) => all.indexOf(each) === at).join('\n');
  return { kind: 'message', text };
}

/** On both sides of the size from which values are stored apart. */
const SIZES = [900, 1100, 10_000];

/** One long word behind it: nobody reads it as something that was asked for. */
const sized = (text: string, turn: number): string =>
  `${text} ${'x'.repeat(Math.max(0, (SIZES[turn % SIZES.length] ?? 0) - text.length))}`;

const WORDS = 'A shop owner can export orders as a CSV file. The file has one line for each order.';
