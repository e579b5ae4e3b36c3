import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConversationMessage } from '../ports/action.ts';
import { fitMessages, tokensOf } from './fit-messages.ts';

const BUDGET = 2_000;
const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join(' ');
const talk = (count: number): readonly ConversationMessage[] =>
  Array.from({ length: count }, (_, at) => ({ from: at % 2 === 0 ? 'agent' : 'person', text: words(`m${at}w`, 20) }));
const total = (messages: readonly ConversationMessage[]): number =>
  messages.reduce((sum, message) => sum + tokensOf(message), 0);

test('what fits stays as it is', () => {
  assert.deepEqual(fitMessages(talk(4), BUDGET), { messages: talk(4), leftOut: 0 });
});

test('of what does not fit the newest stay whole and in order, and the others are counted', () => {
  const said = talk(200);
  const { messages, leftOut } = fitMessages(said, BUDGET);
  assert.ok(messages.length > 5 && total(messages) <= BUDGET);
  assert.deepEqual(messages, said.slice(leftOut));
});

test('the newest message stays, cut in the middle, with its beginning and its end', () => {
  const { messages } = fitMessages([...talk(3), { from: 'person', text: words('long', 20_000) }], BUDGET);
  const [last] = messages.slice(-1);
  assert.match(last?.text ?? '', /^long0 [\s\S]*\[about [\d,]+ tokens are left out here\][\s\S]*long19999$/);
  assert.ok(total(messages) <= BUDGET);
});

test('attachments are cut before a message is left out, and the words beside them stay', () => {
  const attachments = [1, 2, 3, 4, 5].map((at) => ({ name: `${at}.md`, text: words(`a${at}w`, 20_000) }));
  const said = [{ from: 'person', text: 'Here they are.', attachments } as const, ...talk(4)];
  const { messages, leftOut } = fitMessages(said, BUDGET);
  assert.equal(leftOut, 0);
  assert.equal(messages[0]?.text, 'Here they are.');
  for (const { text } of messages[0]?.attachments ?? []) assert.match(text, /tokens are left out here\]/);
  assert.ok(total(messages) <= BUDGET);
});
