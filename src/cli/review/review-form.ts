// The review of a gate without code of its own: what it shows, a verdict, an answer by the step's schema.

import type { FormDecision, FormReview, MessageDecision } from '../../ports/review.ts';
import { askValue, isAskedByField } from '../ask-value.ts';
import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { valueLines } from '../show-value.ts';
import { oneLine } from '../shown-text.ts';
import { askAtDesk } from './ask-at-desk.ts';
import { type Desk, helpLines, type Key } from './desk.ts';
import { heading, type Look } from './look.ts';
import { alwaysKeys, askMessage } from './review-choice.ts';
import { noticeLines } from './show-notices.ts';

/** `goOn`: the command that comes back here. */
export async function reviewForm(
  desk: Desk,
  review: FormReview,
  goOn: string,
  signal: AbortSignal,
): Promise<Asked<FormDecision | MessageDecision>> {
  const decides = decisionKeys(review);
  const keys = [
    ...decides,
    ...(review.offer === null ? [] : [{ key: 'm', label: 'message', help: 'say something to the agent' }]),
    ...alwaysKeys(goOn),
  ];
  desk.say(formLines(review, desk.look()));
  for (;;) {
    const key = await desk.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === '?') desk.say(helpLines(keys, desk.look()));
    const chosen = decides.find((one) => one.key === key);
    const given =
      key === 'm' && chosen === undefined
        ? await askMessage(desk, signal)
        : chosen === undefined
          ? BACK
          : await askForm(desk, review, chosen.verdict, signal);
    if (given !== BACK) return given;
  }
}

function formLines({ title, notices, shows, schema, offer }: FormReview, look: Look): string[] {
  const isWhole = schema !== null && offer === null && !isAskedByField(schema);
  const parts = [
    ...shows,
    ...(offer === null ? [] : [{ name: 'offered result', value: offer }]),
    ...(isWhole ? [{ name: 'expected output, as JSON Schema', value: schema }] : []),
  ];
  return [
    ...heading(title, '', look),
    ...parts.flatMap(({ name, value }) => [
      '',
      ` ${look.paint.dim(oneLine(name))}`,
      ...valueLines(value, look.paint, look.width),
    ]),
    ...(notices.length === 0 ? [] : ['', ...noticeLines(notices, look)]),
  ];
}

interface DecidingKey extends Key {
  readonly help: string;
  /** null: it is answered with an output. */
  readonly verdict: string | null;
}

const TAKEN = ['m', 'q', '?'];

/** A step with a schema is answered by its output. Else each verdict has a letter of its own, the first free one. */
function decisionKeys({ verdicts, schema, offer }: FormReview): readonly DecidingKey[] {
  if (verdicts.length === 0 || schema !== null)
    return offer === null
      ? [{ key: 'a', label: 'answer', help: 'give what is asked for', verdict: null }]
      : [{ key: 'a', label: 'accept', help: 'the offered result is taken as it is', verdict: null }];
  const used = new Set(TAKEN);
  return verdicts.map((verdict, at) => {
    const key = [...verdict.toLowerCase(), ...'abcdefghijklnoprstuvwxyz'].find(
      (letter) => /[a-z]/.test(letter) && !used.has(letter),
    );
    used.add(key ?? '');
    return { key: key ?? String(at), label: verdict, help: 'your verdict; a comment may come with it', verdict };
  });
}

async function askForm(
  desk: Desk,
  { title, schema, offer }: FormReview,
  verdict: string | null,
  signal: AbortSignal,
): Promise<Asked<FormDecision>> {
  if (verdict !== null) {
    const comment = await desk.line('Comment', { placeholder: 'optional' }, signal);
    if (isUnsaid(comment)) return comment;
    return { kind: 'form', verdict, ...(comment.trim() !== '' && { comment: comment.trim() }) };
  }
  if (offer !== null) return { kind: 'form' };
  const given = await askValue(oneLine(title), schema, signal, askAtDesk(desk));
  if (isUnsaid(given)) return given;
  return 'command' in given ? LEAVE : { kind: 'form', output: given.value };
}
