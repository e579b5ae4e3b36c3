// Whatever stands in a diagram, an input or a file of answers, the program ends in its own words, and soon.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Problem } from '../../src/diagram/problem.ts';
import { folderOf, type ProgramResult } from '../support/run-signoff.ts';
import type { HostileCase } from './hostile-case.ts';
import { names } from './hostile-names.ts';
import { repetitions } from './hostile-repetitions.ts';
import { depths, sizes } from './hostile-sizes.ts';
import { ProgramProcess } from './program-process.ts';

/** Far more than any of them takes: it catches what hangs, not what is slow. */
const HANGS_MS = 180_000;

const CONTROL = ['\0', '\u0007', '\u001b', '\u009b'];

const program = new ProgramProcess();
after(() => program.stop());

const groups = { 'too much': sizes, 'too deep': depths, 'names of JavaScript': names, repetitions };

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    test('is checked, file after file', async (t) => {
      using files = folderOf(Object.fromEntries(cases.map((each, at) => [fileOf(each, at), each.diagram])));
      const { code, out } = await ended(['check', '--json', ...cases.map(fileOf)], files.folder);
      const checked = JSON.parse(out).files as { readonly ok: boolean; readonly problems: readonly Problem[] }[];
      assert.equal(checked.length, cases.length);
      assert.equal(code, checked.every(({ ok }) => ok) ? 0 : 1);
      for (const [at, each] of cases.entries()) {
        await t.test(each.name, () => assertChecked(each, checked[at]?.problems ?? [], checked[at]?.ok === true));
      }
    });

    for (const each of cases) {
      const { run, diagram } = each;
      if (run === undefined) continue;
      test(`${each.name}: a run`, async () => {
        const file = fileOf(each, 0);
        using files = folderOf({ [file]: diagram, 'answers.json': run.answers, 'input.json': run.input ?? '{}' });
        const given = ['--answers', 'answers.json', '--input-file', 'input.json', ...(run.args ?? [])];
        const { code, out, err } = await ended(['run', file, ...given], files.folder);
        assert.ok(
          code !== null && run.exits.includes(code),
          `exit code ${code}: ${err.slice(0, 500)}${out.slice(-500)}`,
        );
      });
    }
  });
}

function fileOf({ isMarkdown }: HostileCase, at: number): string {
  return `case-${at}.${isMarkdown ? 'md' : 'mmd'}`;
}

function assertChecked({ finds }: HostileCase, problems: readonly Problem[], isOk: boolean): void {
  for (const { message, fix, line, column } of problems) {
    assert.ok(message.length > 10 && message.length < 5_000 && fix.length > 10, message);
    assert.ok(line >= 1 && column >= 1, message);
  }
  assert.equal(
    isOk,
    problems.every(({ severity }) => severity === 'warning'),
  );
  const codes = [...new Set(problems.map(({ code }) => code))];
  if (finds !== null) assert.deepEqual(codes, finds);
}

/** What the program said when it ended by itself: no fault of ours, no stack trace, no control characters. */
async function ended(args: readonly string[], cwd: string): Promise<ProgramResult> {
  const { code, out, err } = await program.run({ args, cwd }, HANGS_MS);
  const said = `${err.slice(0, 2_000)} ${out.slice(-2_000)}`;
  for (const text of [out, err]) {
    if (text.includes('    at ') || text.includes('signoff itself')) throw new Error(`A fault: ${said}`);
    if (CONTROL.some((character) => text.includes(character)))
      throw new Error(`Control characters: ${JSON.stringify(said)}`);
  }
  return { code, out, err };
}
