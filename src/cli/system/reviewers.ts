// Who decides at the gates: a person at a terminal, or a file of answers.

import type { GateAnswer, Review } from '../../ports/review.ts';
import { answerOf, type OpenGate, recheckedItem } from '../../runtime/review-task.ts';
import { isPromptExit, type PromptResult } from '../prompt.ts';
import { askReview } from '../review/ask-review.ts';
import { DocumentDraft } from '../review/document-draft.ts';
import { type ReviewTerminal, withNotice } from '../review/review-terminal.ts';
import { hangingLines } from '../review/theme.ts';
import { oneLine } from '../shown-text.ts';
import type { Drafts } from './drafts.ts';
import { type WrittenAnswers, writtenAnswer } from './written-answers.ts';

export interface Reviewer {
  /** A refused answer is asked for again: the person can change it. */
  readonly isPatient: boolean;
  /** null: there is no answer. `notice`: why the last answer was not taken, which must be seen. */
  decide(
    open: OpenGate,
    review: Review,
    signal: AbortSignal,
    notice: readonly string[],
  ): Promise<PromptResult<GateAnswer> | null>;
}

/** `goOn`: the command that comes back to what is left here. */
export function terminalReviewer(given: ReviewTerminal, drafts: Drafts, goOn: string): Reviewer {
  return {
    isPatient: true,
    async decide(open, review, signal, notice) {
      const reviewTerminal = withNotice(given, ({ paint, width }) =>
        notice.flatMap((words) => hangingLines(' ', oneLine(words), width, paint.yellow)),
      );
      const ask = {
        goOn,
        recheck: (id: string, change: { readonly [field: string]: string }) => recheckedItem(open, id, change),
        verdicts: review.kind === 'items' ? drafts.read(review) : {},
        keep: (verdicts: Parameters<Drafts['keep']>[1]) => drafts.keep(review, verdicts),
        draft: new DocumentDraft(drafts.readWords(review), (words) => drafts.keepWords(review, words)),
      };
      const decided = await askReview(reviewTerminal, review, ask, signal);
      return isPromptExit(decided) ? decided : answerOf(open, decided);
    },
  };
}

export function writtenReviewer(answers: WrittenAnswers): Reviewer {
  return { isPatient: false, decide: (open, review) => writtenAnswer(answers, open, review) };
}
