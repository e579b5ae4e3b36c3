import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commitText, eventsOf, NEWEST_CODE, UnknownEventCode } from './commit-text.ts';
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

function plain(event: AnyEvent): AnyEvent {
  return JSON.parse(JSON.stringify(event)) as AnyEvent;
}

function recorded(name: string): AnyEvent[] {
  const lines = readFileSync(new URL(`${name}/events.ndjson`, folder), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as AnyEvent);
}
