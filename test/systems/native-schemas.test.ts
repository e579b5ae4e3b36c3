// The schemas of shipped systems that agents answer to are asked for natively: as JSON, not as JSON inside a text.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { nativeSchema, replySchema } from '../../src/agents/reply/reply-schema.ts';
import type { JsonObject } from '../../src/json.ts';
import { root } from '../support/run-signoff.ts';

const SYSTEMS = join(root, 'src', 'systems');
/** What starts a run and what it keeps: nobody answers with these. */
const NO_ANSWERS = [
  ...['backlog/backlog-input', 'backlog/backlog-state', 'pm/architect-state', 'pm/pm-input', 'pm/pm-state'],
  ...['prd/empty', 'prd/prd-input', 'prd/prd-state', 'sdd/sdd-input', 'sdd/sdd-state'],
  ...['research/agent-state', 'research/research-input', 'research/strategy-state'],
];
/** Asked for in a conversation, whose turns are texts: no provider is held to it. */
const IN_CONVERSATIONS = ['pm/interview', 'prd/gap-analysis'];
/** A person's own: nobody is asked for it as JSON. */
const OF_PEOPLE = ['pm/preview', 'pm/review', 'prd/requirements-review', 'research/plan-review', 'sdd/verdict'];
const NATIVE = [
  'pm/scope',
  'prd/feature-brief',
  'prd/feature-brief-review',
  'prd/feature-brief-update',
  'prd/gap-requirements',
  'prd/prd',
  'prd/prd-review',
  'prd/requirements',
  ...['draft', 'edits', 'fact-check', 'found-texts', 'insights', 'problems'].map((name) => `research/${name}`),
  ...['seo', 'summary', 'synthesis'].map((name) => `research/${name}`),
  'sdd/format',
  'sdd/review',
];

const names = readdirSync(SYSTEMS, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?:^|\/)schemas\/[^/]+\.json$/.test(path))
  .map((path) => `${path.split('/')[0]}/${basename(path, '.json')}`)
  .sort();

test('every schema of a system is listed here', () => {
  assert.deepEqual(names, [...NO_ANSWERS, ...IN_CONVERSATIONS, ...OF_PEOPLE, ...NATIVE].sort());
});

for (const name of NATIVE) {
  test(`agents-D16: ${name} is asked for as it is`, () => {
    const [system = '', file = ''] = name.split('/');
    const schema: JsonObject = JSON.parse(readFileSync(join(SYSTEMS, system, 'schemas', `${file}.json`), 'utf8'));
    const native = nativeSchema(schema);
    assert.ok(native !== null, `Expected a schema that both providers take, found none for ${name}`);
    assert.ok(JSON.stringify(replySchema(schema)).includes(JSON.stringify(native)));
  });
}
