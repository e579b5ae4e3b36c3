// A model that interviews, drafts and reviews as given: by prompt, in order.

import type { TestContext } from 'node:test';
import type { TurnNotes } from '../../src/documents/interview/checklist.ts';
import { writeTurn } from '../../src/documents/interview/write-turn.ts';
import type { Json } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import type { ModelAnswer } from '../support/model-answer.ts';
import type { ModelRequest } from '../support/model-request.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { type PmFixture, pmFixture, question, SPEC, STORIES } from './pm-fixture.ts';

export type PmKind = 'interview' | 'draft' | 'scope';

export interface AskedPm {
  readonly kind: PmKind;
  /** Of its kind, from 1; a repair and an answer of a tool count too. */
  readonly round: number;
  readonly request: ModelRequest;
}

/** A text is a turn as it is, or the output of a step; other values are outputs; an answer is given as it is. */
export type PmReply = (asked: AskedPm) => string | { readonly answer: ModelAnswer } | { readonly output: Json };

export interface PmWithModel {
  readonly fixture: PmFixture;
  readonly server: ModelServer;
  readonly asked: readonly AskedPm[];
}

export type Wire = 'anthropic' | 'openai';

export async function pmWithModel(t: TestContext, reply: PmReply, wire: Wire = 'anthropic'): Promise<PmWithModel> {
  const asked: AskedPm[] = [];
  const server = await startModelServer((request) => {
    const kind = kindOf(request);
    const one = { kind, round: asked.filter((each) => each.kind === kind).length + 1, request };
    asked.push(one);
    const said = reply(one);
    if (typeof said !== 'string') return 'answer' in said ? said.answer : envelope(said.output);
    return kind === 'interview' ? said : envelope(said);
  });
  t.after(() => server.close());
  const env =
    wire === 'anthropic'
      ? { ANTHROPIC_API_KEY: 'sk-none', ANTHROPIC_BASE_URL: server.url }
      : { SIGNOFF_PROVIDER: server.url, SIGNOFF_API_KEY: 'sk-none', SIGNOFF_MODEL: 'any' };
  return { fixture: await pmFixture(t, { env }), server, asked };
}

export const answersWell: PmReply = ({ kind, round }) => {
  if (kind === 'scope') return { output: STORIES };
  return kind === 'draft' ? SPEC : question(`What else is there, in turn ${round}?`);
};

/** Each reply of a kind in its turn; the last one again and again. */
export function inTurn(replies: { readonly [kind in PmKind]?: readonly ReturnType<PmReply>[] }): PmReply {
  return (asked) => {
    const own = replies[asked.kind] ?? [];
    return own[Math.min(asked.round, own.length) - 1] ?? answersWell(asked);
  };
}

export const turn = (words: string, notes: Partial<TurnNotes>, result?: object): string =>
  writeTurn(words, { questions: [], answers: [], ...notes }, result);

function kindOf({ texts: [first = ''] }: ModelRequest): PmKind {
  if (/^Work as a product manager: interview/m.test(first)) return 'interview';
  if (/^Work as a product manager: write the specification/m.test(first)) return 'draft';
  if (/^Work as a software architect: review/m.test(first)) return 'scope';
  throw new Error(`Nobody knows this prompt: ${first.slice(0, 200)}`);
}
