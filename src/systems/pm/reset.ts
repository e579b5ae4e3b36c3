// ERROR resets to WAITING: what went wrong is recorded, and what was said is kept for the next interview. DONE ends the
// architect's run too.

import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { keptVisit, newMessages } from './conversation.ts';
import { ARCHITECT, SHUTDOWN_SIGNAL } from './messages.ts';
import { textOf } from './pm-deps.ts';

export function reset(call: CodeCall): ActionResult {
  const last_error = textOf(call.data.last_error) || 'unknown error';
  return {
    output: { last_error, kept_messages: newMessages(call).length },
    set: { ...keptVisit(call), last_error },
  };
}

export function end(call: CodeCall): ActionResult {
  const reason = textOf(call.data.shutdown_reason) || 'shutdown';
  const output = { reason };
  if (call.data.request === null) return { output };
  const id = `${call.run.id} ${SHUTDOWN_SIGNAL}`;
  return { output, send: [{ run: call.childRun(ARCHITECT), id, name: SHUTDOWN_SIGNAL, value: { reason } }] };
}
