// The review of a gate without code of its own: what it shows, a verdict, an answer by the step's schema.

import type { FormDecision, FormReview, MessageDecision } from '../../ports/review.ts';
import { askValue, isAskedByField } from '../ask-value.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { valueLines } from '../show-value.ts';
import { oneLine } from '../shown-text.ts';
import { alwaysKeys, askMessage } from './review-choice.ts';
import { helpLines, type Key, type ReviewTerminal } from './review-terminal.ts';
import { noticeLines } from './show-notices.ts';
import { terminalAsker } from './terminal-asker.ts';
import { heading, type Theme } from './theme.ts';

/** `goOn`: the command that comes back here. */
export async function reviewForm(
  terminal: ReviewTerminal,
  review: FormReview,
  goOn: string,
  signal: AbortSignal,
): Promise<PromptResult<FormDecision | MessageDecision>> {
  const decides = decisionKeys(review);
  const keys = [
    ...decides,
    ...(review.offer === null ? [] : [{ key: 'm', label: 'message', help: 'say something to the agent' }]),
    ...alwaysKeys(goOn),
  ];
  terminal.say(formLines(review, terminal.theme()));
  for (;;) {
    const key = await terminal.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === '?') terminal.say(helpLines(keys, terminal.theme()));
    const chosen = decides.find((one) => one.key === key);
    const given =
      key === 'm' && chosen === undefined
        ? await askMessage(terminal, signal)
        : chosen === undefined
          ? BACK
          : await askForm(terminal, review, chosen.verdict, signal);
    if (given !== BACK) return given;
  }
}

function formLines({ title, notices, shows, schema, offer }: FormReview, theme: Theme): string[] {
  const isWhole = schema !== null && offer === null && !isAskedByField(schema);
  const parts = [
    ...shows,
    ...(offer === null ? [] : [{ name: 'offered result', value: offer }]),
    ...(isWhole ? [{ name: 'expected output, as JSON Schema', value: schema }] : []),
  ];
  return [
    ...heading(title, '', theme),
    ...parts.flatMap(({ name, value }) => [
      '',
      ` ${theme.paint.dim(oneLine(name))}`,
      ...valueLines(value, theme.paint, theme.width),
    ]),
    ...(notices.length === 0 ? [] : ['', ...noticeLines(notices, theme)]),
  ];
}

interface DecidingKey extends Key {
  readonly help: string;
  /** null: it is answered with an output. */
  readonly verdict: string | null;
}

const TAKEN = ['m', 'q', '?'];

/** A step with a schema is answered by its output, and by a verdict too where it names its own. Each verdict has a
 *  letter of its own, the first free one. */
function decisionKeys({ verdicts, asksVerdict = false, schema, offer }: FormReview): readonly DecidingKey[] {
  if (verdicts.length === 0 || (schema !== null && !asksVerdict))
    return offer === null
      ? [{ key: 'a', label: 'answer', help: 'give what is asked for', verdict: null }]
      : [{ key: 'a', label: 'accept', help: 'the offered result is taken as it is', verdict: null }];
  const help =
    schema === null ? 'your verdict; a comment may come with it' : 'your verdict; what else is asked for comes next';
  const used = new Set(TAKEN);
  return verdicts.map((verdict, at) => {
    const key = [...verdict.toLowerCase(), ...'abcdefghijklnoprstuvwxyz'].find(
      (letter) => /[a-z]/.test(letter) && !used.has(letter),
    );
    used.add(key ?? '');
    return { key: key ?? String(at), label: verdict, help, verdict };
  });
}

async function askForm(
  terminal: ReviewTerminal,
  { title, schema, offer }: FormReview,
  verdict: string | null,
  signal: AbortSignal,
): Promise<PromptResult<FormDecision>> {
  if (verdict !== null && schema === null) {
    const comment = await terminal.line('Comment', { placeholder: 'optional' }, signal);
    if (isPromptExit(comment)) return comment;
    return { kind: 'form', verdict, ...(comment.trim() !== '' && { comment: comment.trim() }) };
  }
  if (offer !== null) return { kind: 'form' };
  const given = await askValue(oneLine(title), schema, signal, terminalAsker(terminal));
  if (isPromptExit(given)) return given;
  return 'command' in given ? LEAVE : { kind: 'form', ...(verdict !== null && { verdict }), output: given.value };
}
