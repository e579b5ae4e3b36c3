// What a person says of a document that asks questions: paragraphs whose first line is one of them answer it.

import { linesOf } from './headings-of.ts';

export interface FeedbackPart {
  /** null: it answers none of the questions. */
  readonly question: string | null;
  /** The answer, or the paragraph as it was said. */
  readonly text: string;
}

export function answeredQuestions(feedback: string, asked: readonly string[]): readonly FeedbackPart[] {
  const paragraphs = linesOf(feedback)
    .join('\n')
    .split(/\n{2,}/);
  return paragraphs.map((paragraph) => {
    const [first = '', ...lines] = paragraph.trim().split(/\r\n|\r|\n/);
    const question = first.trim();
    const isAnswer = asked.includes(question) && lines.length > 0;
    return isAnswer ? { question, text: lines.join('\n') } : { question: null, text: paragraph };
  });
}
