// Any review at a desk: what it shows is read, and what the person decides is given back. Nothing is sent here.

import type { Decision, Review } from '../../ports/review.ts';
import type { Asked } from '../prompt.ts';
import { type Desk, withNotice } from './desk.ts';
import { reviewChoice, reviewConversation } from './review-choice.ts';
import { reviewDocument } from './review-document.ts';
import { reviewForm } from './review-form.ts';
import { type ItemsAsk, reviewItems } from './review-items.ts';
import { noticeLines } from './show-notices.ts';

export function askReview(desk: Desk, review: Review, ask: ItemsAsk, signal: AbortSignal): Promise<Asked<Decision>> {
  const { goOn } = ask;
  switch (review.kind) {
    case 'document':
      return reviewDocument(desk, review, goOn, signal);
    case 'items': {
      const told = withNotice(desk, (look) => noticeLines(review.notices, look));
      return reviewItems(told, review, ask, signal);
    }
    case 'choice':
      return reviewChoice(desk, review, goOn, signal);
    case 'conversation':
      return reviewConversation(desk, review, goOn, signal);
    case 'form':
      return reviewForm(desk, review, goOn, signal);
  }
}
