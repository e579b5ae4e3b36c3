// Every rule of the language is shown by cases: test/conformance/<rule-id>/<case>.json with its diagram and events.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runCase } from './support/case.ts';

const root = join(import.meta.dirname, 'conformance');

for (const rule of readdirSync(root).sort()) {
  describe(rule, () => {
    const cases = readdirSync(join(root, rule))
      .filter((file) => file.endsWith('.json'))
      .sort();
    it('has a case', () => assert.ok(cases.length > 0));
    for (const file of cases)
      it(file.slice(0, -'.json'.length).replaceAll('-', ' '), () => runCase(join(root, rule, file)));
  });
}
