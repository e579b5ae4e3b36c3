// Any review at a terminal: what it shows is read, and what the person decides is given back. Nothing is sent here.

import type { Decision, Review } from '../../ports/review.ts';
import type { PromptResult } from '../prompt.ts';
import type { DocumentDraft } from './document-draft.ts';
import { reviewChoice } from './review-choice.ts';
import { reviewConversation } from './review-conversation.ts';
import { reviewDocument } from './review-document.ts';
import { reviewForm } from './review-form.ts';
import { type ItemsAsk, reviewItems } from './review-items.ts';
import { type ReviewTerminal, withNotice } from './review-terminal.ts';
import { noticeLines } from './show-notices.ts';

export function askReview(
  terminal: ReviewTerminal,
  review: Review,
  ask: ItemsAsk & { readonly draft?: DocumentDraft },
  signal: AbortSignal,
): Promise<PromptResult<Decision>> {
  const { goOn } = ask;
  switch (review.kind) {
    case 'document':
      return reviewDocument(terminal, review, goOn, signal, ask.draft);
    case 'items': {
      const noticed = withNotice(terminal, (theme) => noticeLines(review.notices, theme));
      return reviewItems(noticed, review, ask, signal);
    }
    case 'choice':
      return reviewChoice(terminal, review, goOn, signal);
    case 'conversation':
      return reviewConversation(terminal, review, goOn, signal);
    case 'form':
      return reviewForm(terminal, review, goOn, signal);
  }
}
