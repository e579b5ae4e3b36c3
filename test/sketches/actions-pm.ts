// Small working code for the PM sketch: the checks of a spec, its submission, and what an interview leaves behind.

import type { Json, JsonObject } from '../../src/json.ts';
import type { AcceptCall, Action, CodeRegistry } from '../../src/ports/action.ts';

/** What else happens while a state's action is at work, by attempt; what it throws is the action's failure. */
export type Interruptions = { readonly [state: string]: (() => void)[] };

export function pmCode(during: Interruptions = {}): CodeRegistry {
  const meanwhile =
    (action: Action): Action =>
    (call) => {
      during[call.step]?.shift()?.();
      return action(call);
    };
  return {
    actions: {
      'pm.formatCheck': formatCheck,
      'pm.submitSpec': meanwhile(submitSpec),
      'pm.recordError': meanwhile(recordError),
    },
    accepts: { 'pm.acceptInterview': acceptInterview },
  };
}

/** The conversation since the last approved spec; `steps.INTERVIEWING.messages` never starts again. */
function acceptInterview({ answer, data, read }: AcceptCall) {
  const messages = (read('steps', 'INTERVIEWING', 'messages') ?? []) as readonly Json[];
  return { output: answer, set: { conversation: messages.slice(Number(data.conversation_start ?? 0)) } };
}

const formatCheck: Action = ({ input }) => ({ output: { ok: String(input).startsWith('---\n') } });

const submitSpec: Action = ({ data, read }) => {
  const blocking = problemsOf(String(data.draft_spec));
  const passed = blocking.length === 0;
  const request_id = `request-${read('steps', 'SUBMITTING', 'visits')}`;
  return { output: { passed, blocking, ...(passed && { request_id }) } as JsonObject };
};

const recordError: Action = ({ data }) => ({ output: { recorded: data.last_error ?? null } });

/** All at once, with line numbers where there is a line. */
function problemsOf(spec: string): string[] {
  const lines = spec.split('\n');
  const requirements = lines.flatMap((line, at) => {
    const id = /^### (R-\S*):/.exec(line)?.[1];
    return id === undefined ? [] : [{ id, at: at + 1, body: bodyOf(lines.slice(at + 1)) }];
  });
  const ids = requirements.map(({ id }) => id);
  const known = new Set(ids);
  return [
    ...(/^---\n(?:.*\n)*?priority: (?:must|should|could)\n(?:.*\n)*?---\n/.test(spec)
      ? []
      : ['front matter: no valid priority']),
    ...['# Feature: ', '## Vision', '## Scope', '## Requirements'].filter(
      (heading) => !lines.some((line) => line.startsWith(heading)),
    ),
    ...(/### In Scope\n+- /.test(spec) ? [] : ['In Scope is empty']),
    ...requirements.filter(({ id }) => !/^R-\d{3}$/.test(id)).map(({ id, at }) => `line ${at}: the id ${id}`),
    ...requirements.filter(({ id }, i) => ids.indexOf(id) < i).map(({ id, at }) => `line ${at}: ${id} is there twice`),
    ...requirements
      .filter(({ body }) => !body.includes('- [ ]'))
      .map(({ id, at }) => `line ${at}: ${id} has no acceptance criterion`),
    ...requirements.flatMap(({ id, at, body }) =>
      (/\*\*Dependencies:\*\* \[(.*)\]/.exec(body)?.[1] ?? '')
        .split(/,\s*/)
        .filter((other) => other !== '' && !known.has(other))
        .map((other) => `line ${at}: ${id} depends on ${other}, which is not there`),
    ),
  ];
}

function bodyOf(after: readonly string[]): string {
  const end = after.findIndex((line) => line.startsWith('#'));
  return after.slice(0, end < 0 ? after.length : end).join('\n');
}
