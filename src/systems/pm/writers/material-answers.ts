// What an attached design says already on a topic of the checklist, word for word: nobody is asked for it.

import type { InterviewMessage, Topic, TopicQuote } from '../../../documents/interview/checklist.ts';

const QUOTES_MAX = 3;

/** Of the first message that has one; [] where nothing is attached. */
export function materialAnswers(messages: readonly InterviewMessage[]): readonly TopicQuote[] {
  return messages.flatMap(({ from, attachments = [] }, at) =>
    from !== 'person'
      ? []
      : attachments.flatMap(({ name, text }) =>
          (name === 'design.md' ? ofDesign(text) : []).map((each) => ({
            ...each,
            turn: at + 1,
          })),
        ),
  );
}

type Found = Omit<TopicQuote, 'turn'>;

const quotes = (topic: Topic, lines: readonly string[]): readonly Found[] =>
  lines.slice(0, QUOTES_MAX).map((quote) => ({ topic, quote }));

function ofDesign(text: string): readonly Found[] {
  const lines = text.split('\n').map((line) => line.trim());
  const cases = lines.flatMap((line) => /^#{2,4} (UC-\d{3}: .{3,200})$/.exec(line)?.[1] ?? []);
  const said = lines.flatMap((line) => /^> (.{10,400})$/.exec(line)?.[1] ?? []);
  const users = lines.flatMap((line) => /^It is used by [^.]{3,200}\./.exec(line)?.[0] ?? []);
  const stack = lines.filter((line) => /^\| Database \| /.test(line));
  return [
    ...quotes('vision', said.slice(0, 1)),
    ...quotes('users', users),
    ...quotes('requirements', cases),
    ...quotes('scope_in', cases),
    ...quotes('constraints', stack.slice(0, 1)),
  ];
}
