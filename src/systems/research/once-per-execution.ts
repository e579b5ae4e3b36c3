// What several workers of one execution ask for, such as the corpus or a search that takes the place of others, is
// asked once in this process, and all of them get its answer.

import type { SourceList } from '../../ports/sources.ts';
import { unlessAborted } from '../../public-address.ts';

/** Executions at work in this process at the same time. */
const KEPT_MAX = 8;

interface Question {
  readonly answer: Promise<SourceList>;
  /** Of who asked; null: the answer is there. */
  signal: AbortSignal | null;
}

export class OncePerExecution {
  readonly #executions = new Map<string, Map<string, Question>>();

  /** What failed is asked again by the next one, and what was given up with the worker that asked first by those who
   *  wait for it. */
  async ask(execution: string, what: string, signal: AbortSignal, ask: () => Promise<SourceList>): Promise<SourceList> {
    const questions = this.#questionsOf(execution);
    for (let known = open(questions, what); known !== null; known = open(questions, what)) {
      const until = AbortSignal.any([signal, ...(known.signal === null ? [] : [known.signal])]);
      try {
        return await unlessAborted(known.answer, until);
      } catch (thrown) {
        if (signal.aborted || known.signal?.aborted !== true) throw thrown;
      }
    }
    const question: Question = { answer: ask(), signal };
    questions.set(what, question);
    question.answer.then(
      () => {
        question.signal = null;
      },
      () => {
        if (questions.get(what) === question) questions.delete(what);
      },
    );
    return question.answer;
  }

  #questionsOf(execution: string): Map<string, Question> {
    const known = this.#executions.get(execution);
    if (known !== undefined) return known;
    const made = new Map<string, Question>();
    this.#executions.set(execution, made);
    const [oldest] = this.#executions.keys();
    if (this.#executions.size > KEPT_MAX && oldest !== undefined) this.#executions.delete(oldest);
    return made;
  }
}

/** null: nobody asks for it now, or has. */
function open(questions: ReadonlyMap<string, Question>, what: string): Question | null {
  const known = questions.get(what);
  return known === undefined || known.signal?.aborted === true ? null : known;
}
