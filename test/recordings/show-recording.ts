// What is shown and proved of the runs and documents of a recording, by the commands that people type.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { DecidedRequirement } from '../../src/documents/requirements/requirement.ts';
import { signoffHere } from '../support/signoff-here.ts';
import type { RecordedStore } from './open-recording.ts';
import { ROOT } from './scenes.ts';

/** Runs that ended are shown as they ended, their documents as they stand; signatures are proved; ledgers are read. */
export async function showRecording({ place, runs }: RecordedStore): Promise<void> {
  const store = ['--store', place];
  for (const { run, status, name } of runs.filter((each) => each.status !== 'running'))
    assert.match(await said('runs', 'show', run, ...store), new RegExp(`^${run} +${status}$`, 'm'), name);
  for (const project of ['prd-signed', 'sdd-approved']) {
    const feature = ['verify', nameIn(project, 'magi-sdd'), '--project', join(ROOT, project), ...store];
    assert.match(await said('documents', ...feature), /^Proved: .* is as it was signed\.$/m, project);
  }
  assert.match(await shown('prd-signed', 'magi-sdd', store), /^- \*\*Status\*\*: finalized$/m);
  assert.match(await shown('sdd-approved', 'magi-sdd', store), /^status: FINAL$/m);
  assert.match(await shown('pm-stories', 'magi-sdd', store), /^# Stories: /m);
  await ledgerIsRead('research-completed', store);
}

async function ledgerIsRead(name: string, store: readonly string[]): Promise<void> {
  const project = join(ROOT, name);
  const article = nameIn(name, 'research');
  const folder = `research/${article}`;
  const { counts } = JSON.parse(readFileSync(join(project, folder, 'ledger.json'), 'utf8'));
  const listed = await said('documents', 'list', '--project', project, ...store);
  assert.match(listed, new RegExp(`${article}.* ${counts.claims} claims, ${counts.supported} supported`));
  assert.match(await shown(name, 'research', store), /\(ledger\.md#c\d+\)/);
  assert.match(await shown(name, 'research', store, '--file', 'ledger-text'), /^\*\*c\d+\*\* /m);
  const sources = ['--sources', `${folder}/sources`, '--project', project];
  const { out, err } = await signoffHere(['research', 'verify', `${folder}/article.md`, ...sources]);
  assert.match(out, /article\.md: (?:passed, )?\d+ claims: /, err);
}

const shown = (project: string, folder: string, store: readonly string[], ...more: readonly string[]) =>
  said('documents', 'show', nameIn(project, folder), '--project', join(ROOT, project), ...more, ...store);

async function said(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await signoffHere(args);
  assert.equal(code, 0, `${args.join(' ')}: ${out}${err}`);
  return out;
}

/** Of the one feature or article that a project has. */
function nameIn(project: string, folder: string): string {
  return readdirSync(join(ROOT, project, folder)).at(0) ?? assert.fail(`${project} has nothing in ${folder}.`);
}

/** What stands decided in a project's requirements.md. */
export function requirementsIn(project: string): readonly DecidedRequirement[] {
  const path = join(ROOT, project, 'magi-sdd', nameIn(project, 'magi-sdd'), 'requirements.md');
  const { items, problems } = parseRequirements(readFileSync(path, 'utf8'));
  assert.deepEqual(problems, [], path);
  return items;
}
