// What leads on at a gate, by nothing but the review that it gives.

import type { ConversationReview, Decision, DocumentReview, Review } from '../../src/ports/review.ts';

/** The first that is taken counts. `turn`: which option is chosen, where there are several. */
export function decisionsFor(review: Review, turn: number): readonly Decision[] {
  if (review.kind === 'document') return forDocument(review);
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
      ...(verdict !== undefined && { verdict, comment: 'Fine.' }),
      ...(review.offer !== null && { output: review.offer }),
    },
  ];
}

/** One that something speaks against may not be approved as it is. */
function forDocument({ doubts }: DocumentReview): readonly Decision[] {
  const approval = { kind: 'document', verdict: 'approve', isConfirmed: true } as const;
  return doubts.length === 0
    ? [approval]
    : [approval, { kind: 'document', verdict: 'change', feedback: doubts.join(' ') }];
}

/** What is offered is taken; what is asked is answered once, by what is recommended; then the person ends it. */
function inConversation({ messages, questions, offer, end }: ConversationReview): Decision {
  if (offer !== null) return { kind: 'accept' };
  const hasSpoken = messages.some(({ from }) => from === 'person');
  if (hasSpoken && end !== null) return { kind: 'end' };
  const answers = questions.map(
    ({ choices }) => (choices.find(({ isRecommended }) => isRecommended) ?? choices[0])?.label ?? WORDS,
  );
  return { kind: 'message', text: [WORDS, ...answers].filter((each, at, all) => all.indexOf(each) === at).join('\n') };
}

const WORDS = 'A shop owner can export orders as a CSV file. The file has one line for each order.';
