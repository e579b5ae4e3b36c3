// What a person answered at the gate to the questions that sections of a design leave open, filed in those sections.

import { openSectionsIn } from '../../documents/design/open-points.ts';
import type { DesignTexts, PartName } from '../../documents/design/part.ts';
import { answeredQuestions } from '../../documents/markdown/answered-questions.ts';
import { openPoint } from '../../documents/markdown/filed-text.ts';
import { isNoAnswer } from '../../language/is-no-answer.ts';
import { answered } from './writers/file-section.ts';

export interface AnsweredSections {
  readonly texts: DesignTexts;
  /** As people name them. */
  readonly sections: readonly string[];
  /** What answers no question that stands open. */
  readonly rest: string;
}

export function answerSections(given: DesignTexts, feedback: string): AnsweredSections {
  const open = openSectionsIn(given);
  const asked = open.map(({ question }) => question);
  const sections: string[] = [];
  const rest: string[] = [];
  let texts = given;
  for (const { question, text: said } of answeredQuestions(feedback, asked)) {
    const own = open.find((each) => each.question === question && !sections.includes(each.name));
    if (question !== null && isNoAnswer(said)) continue;
    if (own === undefined) rest.push(question === null ? said : `${question}\n${said}`);
    else {
      texts = withAnswer(texts, own.part, own.question, said);
      sections.push(own.name);
    }
  }
  return { texts, sections, rest: rest.join('\n\n').trim() };
}

/** A question stands in its own section alone. */
function withAnswer(texts: DesignTexts, part: PartName, question: string, answer: string): DesignTexts {
  const lines = texts[part].split('\n');
  const at = lines.indexOf(openPoint(question));
  const gap = (lines[at + 1] ?? '').trim() === '' ? '' : '\n';
  return { ...texts, [part]: lines.with(at, answered({ question, answer }).join('\n\n') + gap).join('\n') };
}
