import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commitText, eventsOf, NEWEST_CODE, UnknownEventCode, versionOf } from './commit-text.ts';
import type { AnyEvent } from './events.ts';

const folder = new URL('../../test/replay/v1/', import.meta.url);

test('every recorded event reads back as it was', () => {
  let count = 0;
  for (const name of readdirSync(folder)) {
    for (const event of recorded(name)) {
      const { first, at, actor, channel } = { first: event.number, ...event };
      const run = event.type === 'RunStarted' ? event.data.run : 'run_x';
      assert.deepEqual(eventsOf(commitText([event]), { run, first, at, actor, channel }), [plain(event)]);
      count++;
    }
  }
  assert.ok(count > 100, `found ${count} events`);
});

test('a code of a newer version is named', () => {
  const place = { run: 'run_x', first: 1, at: 0, actor: 'system', channel: 'engine' as const };
  assert.throws(() => eventsOf(`[[${NEWEST_CODE + 1},1]]`, place), UnknownEventCode);
});

test('each code is of one shape', () => {
  const source = readFileSync(new URL('commit-text.ts', import.meta.url), 'utf8');
  const codes = [...source.matchAll(/\[(\d+), '/g)].map(([, code]) => Number(code));
  assert.ok(codes.length > 80, `found ${codes.length} codes`);
  assert.deepEqual(
    codes.filter((code, at) => codes.indexOf(code) < at),
    [],
  );
  assert.equal(Math.max(...codes), NEWEST_CODE);
});

test('what a later version of an event added is written under its own code, and read back', () => {
  const place = { run: 'run_x', first: 1, at: 0, actor: 'user:ada', channel: 'cli' as const };
  const said = { task: 1, from: 'person', text: 'See.' };
  const attachments = [{ name: 'idea.md', text: 'A door.' }];
  const events = [said, { ...said, attachments }].map((data, at) => {
    const { run: _, first: _first, ...rest } = place;
    return { ...rest, type: 'MessageAdded', v: versionOf('MessageAdded', data), number: at + 1, data };
  }) as AnyEvent[];
  assert.deepEqual(
    events.map(({ v }) => v),
    [1, 2],
  );
  const text = commitText(events);
  assert.deepEqual(
    (JSON.parse(text) as [number][]).map(([code]) => code),
    [37, 85],
  );
  assert.deepEqual(eventsOf(text, place), events);
});

function plain(event: AnyEvent): AnyEvent {
  return JSON.parse(JSON.stringify(event)) as AnyEvent;
}

function recorded(name: string): AnyEvent[] {
  const lines = readFileSync(new URL(`${name}/events.ndjson`, folder), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as AnyEvent);
}
