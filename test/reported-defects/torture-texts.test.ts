// What a trial of hostile texts found (torture3): a model's draft kept the process from all other work.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partText, sddFixture } from '../systems/sdd-fixture.ts';

const WORDS = 'Rooms are kept in one table, from which bookings by the hour are made: each has a number of its own.';
const HEADED = `# Database\n\n## Tables\n\n${WORDS}\n\n\`\`\`sql\nCREATE TABLE rooms (id INTEGER PRIMARY KEY);\n`;
/** No turn of the event loop may take longer, also on a busy machine: the lease is renewed in between. */
const TURN_MS_MAX = 8_000;

test('torture3-D2: 3.5 MB of semicolons in a draft are refused, and the run goes on with its lease', async (t) => {
  const drafts: string[] = [];
  const long = `${HEADED}${';'.repeat(3_500_000)}\n\`\`\`\n`;
  const script = {
    draft: (part: string, _: unknown, time: number) => {
      if (part !== 'database') return partText(part, time);
      drafts.push(part);
      return drafts.length === 1 ? long : `${HEADED}\`\`\`\n`;
    },
  };
  const turns = longestTurn();
  t.after(turns.end);
  const run = await (await sddFixture(t, { script })).start({ dialect: 'sqlite', drafting: 'whole' });
  await run.atReview();
  assert.equal(drafts.length, 2);
  const events = await run.events();
  assert.deepEqual(
    events.filter(({ type }) => type === 'LeaseLost'),
    [],
  );
  assert.ok(turns.ms() < TURN_MS_MAX, `${turns.ms()} ms`);
  assert.equal((await run.values('database_schema')).database_schema, `${HEADED}\`\`\`\n`);
});

test('torture3-D2: as much SQL as a draft may have, in one line, is reported as a finding', async (t) => {
  const sql = `${';'.repeat(400_000)}${'a;'.repeat(10_000)}`;
  const script = { draft: (part: string) => (part === 'database' ? `${HEADED}${sql}\n\`\`\`\n` : partText(part, 1)) };
  const turns = longestTurn();
  t.after(turns.end);
  const run = await (await sddFixture(t, { script })).start({ dialect: 'sqlite', drafting: 'whole' });
  await run.atReview();
  const { rule_findings } = await run.values('rule_findings');
  assert.match(JSON.stringify(rule_findings), /more statements have faults|The SQL was not checked/);
  assert.ok(turns.ms() < TURN_MS_MAX, `${turns.ms()} ms`);
});

function longestTurn() {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 20);
  return { ms: () => longest, end: () => clearInterval(timer) };
}
