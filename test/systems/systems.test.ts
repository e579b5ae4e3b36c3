// The systems that ship: what lists say of them without loading them is what they say themselves.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { SYSTEMS } from '../../src/systems/systems.ts';

/** Options that the command of every system has. */
const COMMON = ['project', 'resume', 'until', 'answers', 'as', 'store', 'json', 'help'];

for (const entry of SYSTEMS) {
  test(`the entry of ${entry.name} says what the system says`, async () => {
    const { name, summary, start, diagram } = await entry.load();
    assert.deepEqual([name, summary, start?.subject.name], [entry.name, entry.summary, entry.argument]);
    assert.equal(entry.hasCommand, start !== undefined);
    assert.ok(existsSync(diagram), `${diagram}`);
    const own = (start?.options ?? []).map((option) => option.name);
    assert.deepEqual(
      own.filter((option) => COMMON.includes(option)),
      [],
    );
  });
}
