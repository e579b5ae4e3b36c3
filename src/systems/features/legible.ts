// What is looked at in every answer before the code of a step reads it: how long its texts are, and what nobody sees.

import { tooLongIn } from '../../documents/markdown/markdown-limit.ts';
import { withoutControls } from '../../documents/markdown/without-controls.ts';
import type { Json } from '../../json.ts';
import type { AcceptResult, CodeRefusal } from '../../ports/action.ts';

type Result = AcceptResult | CodeRefusal | Promise<AcceptResult | CodeRefusal>;
type Reads<Call> = (call: Call) => Result;

/** Reading a long text would keep the process from all other work. */
export function notTooLong<Call extends { readonly answer: Json }>(accept: Reads<Call>): Reads<Call> {
  return (call) => {
    const against = tooLongIn(call.answer);
    return against === null ? accept(call) : { refused: [`${against} Give less: what matters most.`] };
  };
}

/** What nobody sees in an answer is not written into documents either. */
export function legible<Call extends { readonly answer: Json }>(accept: Reads<Call>): Reads<Call> {
  return notTooLong((call) => accept({ ...call, answer: withoutControls(call.answer) }));
}
