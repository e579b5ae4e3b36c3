// Every failure of a peer that we test against, and the tests that show that ours does not have it.
//
// | failure                                                              | shown in                                   |
// | -------------------------------------------------------------------- | ------------------------------------------ |
// | restart after every step of random diagrams, all rows compared       | test/simulation/stores                     |
// | kill -9 at every commit boundary                                     | commit-boundaries, test/e2e/kill-on-*      |
// | two and three open approvals in every order while a sibling runs     | approvals                                  |
// | foreach whose every item asks a person, random order, restarts       | approvals                                  |
// | answer and timeout at the same moment; signal before its wait        | test/guarantees/two-at-once                |
// | two nested subflows each with an approval                            | approvals                                  |
// | foreach of 0, 1, 10,000, one fails, all fail, duplicates             | foreach                                    |
// | a decision that skips a branch into a join                           | foreach                                    |
// | 10,000-step loop; 1 MB output through 20 steps                       | growth                                     |
// | Postgres stopped under load, and during recovery                     | test/e2e/postgres-restarts                 |
// | rolling deploy                                                       | test/e2e/rolling-restart, test/guarantees  |
// | zombie worker                                                        | test/e2e/zombie                            |
// | step renamed or deleted while 100 runs wait                          | test/guarantees/edited-workflow            |
// | migrations twice, in parallel, in a transaction                      | src/store/*/                               |
// | every exported diagram parses in Mermaid                             | exported-diagrams                          |
// | audit tells what happened apart                                      | audit                                      |

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing } from '../guarantees/named-tests.ts';

const HERE = 'test/failures-of-peers';
const ROLLING = 'test/guarantees/rolling-deploy.test.ts';

/** The failure as it is written down, and where: a path and the beginning of a test's name. */
const SHOWN: { readonly [failure: string]: readonly (readonly [string, string])[] } = {
  'Restart after every step of random diagrams, all rows compared': [
    ['test/simulation/stores/stores.test.ts', 'every row of a store is the fold of its events'],
  ],
  'kill -9 at every commit boundary': [
    [`${HERE}/commit-boundaries.test.ts`, 'kill -9 at every commit boundary'],
    ['test/e2e/kill-on-sqlite.test.ts', 'workers killed at random moments lose nothing'],
    ['test/e2e/kill-on-postgres.test.ts', 'workers killed at random moments lose nothing'],
  ],
  'two and three open approvals answered in every order while a sibling runs': [
    [`${HERE}/approvals.test.ts`, 'two and three open approvals answered in every order while a sibling runs'],
  ],
  'foreach whose every item asks a person, answered in random order with restarts': [
    [`${HERE}/approvals.test.ts`, 'foreach whose every item asks a person, answered in random order with restarts'],
  ],
  'answer and timeout at the same moment': [
    ['test/guarantees/two-at-once.test.ts', 'an answer and its timeout at the same moment come to one outcome'],
  ],
  'signal before its wait': [['test/guarantees/two-at-once.test.ts', 'a signal before its wait is kept']],
  'two nested subflows each with an approval': [
    [`${HERE}/approvals.test.ts`, 'two nested subflows each with an approval'],
  ],
  'foreach of 0, 1, 10,000, one fails, all fail, duplicates': [
    [`${HERE}/foreach.test.ts`, 'foreach of 0, 1 and duplicates'],
    [`${HERE}/foreach.test.ts`, 'foreach of 10,000: one transaction makes them'],
    [`${HERE}/foreach.test.ts`, 'foreach of which one fails, and all fail'],
  ],
  'a decision that skips a branch into a join': [
    [`${HERE}/foreach.test.ts`, 'a decision that skips a branch into a join'],
  ],
  '10,000-step loop as fast at the end as at the start': [
    [`${HERE}/growth.test.ts`, '10,000-step loop as fast at the end as at the start'],
  ],
  '1 MB output through 20 steps stored once': [[`${HERE}/growth.test.ts`, '1 MB output through 20 steps stored once']],
  'Postgres stopped for 0-2 s every 5-10 s under load, and during recovery': [
    ['test/e2e/postgres-restarts.test.ts', 'that crashes again and again loses nothing'],
    ['test/e2e/postgres-restarts.test.ts', 'that crashes while a worker takes over'],
  ],
  'rolling deploy: old process drains while the new one starts': [
    ['test/e2e/rolling-restart.test.ts', 'workers replaced one after the other under load lose no attempt'],
    [ROLLING, 'an event that an older running process cannot read is not written until it has ended'],
    [ROLLING, 'a process leaves a run alone that a newer one wrote'],
  ],
  'zombie worker answers after its lease was given away': [
    ['test/e2e/zombie.test.ts', 'a worker stopped past its lease is refused when it reports'],
  ],
  'step renamed or deleted while 100 runs wait': [
    ['test/guarantees/edited-workflow.test.ts', 'a step renamed or deleted while 100 runs wait'],
  ],
  'migrations run twice, in parallel, in a transaction': [
    ['src/store/sqlite/open-store.test.ts', 'change nothing the second time'],
    ['src/store/sqlite/open-store.test.ts', 'is migrated once by many processes that start together'],
    ['src/store/sqlite/open-store.test.ts', 'are numbered without a gap, and their text can be executed as it is'],
    ['src/store/postgres/migrate.test.ts', 'stores that are opened together migrate once'],
    ['src/store/postgres/migrate.test.ts', 'what migrationSql prints makes the same, by hand'],
    ['src/store/postgres/migrate.test.ts', 'a newer schema and tables of others are refused, and nothing is changed'],
  ],
  'every exported diagram parses in Mermaid': [
    [`${HERE}/exported-diagrams.test.ts`, 'every exported diagram parses in Mermaid'],
  ],
  'audit tells approve, reject, edit, timeout, escalate apart': [
    [`${HERE}/audit.test.ts`, 'audit tells approve, reject, edit, timeout, escalate apart'],
  ],
};

test('there are eighteen of them', () => {
  assert.equal(Object.keys(SHOWN).length, 18);
});

for (const [failure, tests] of Object.entries(SHOWN)) {
  test(`${failure}: the tests are there`, () => {
    const wrong = tests.map(([path, name]) => missing({ path, name })).filter((each) => each !== null);
    assert.deepEqual(wrong, []);
  });
}
