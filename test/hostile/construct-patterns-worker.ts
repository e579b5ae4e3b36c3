// A thread that imports and calls the code which makes regular expressions of texts, and says which it made and where.

import { fileURLToPath, pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import type { DecidedRequirement } from '../../src/documents/requirements/requirement.ts';

export interface Made {
  /** `path:line` of the call. */
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { paths } = workerData as { readonly paths: readonly string[] };
const made: Made[] = [];

const OUT: DecidedRequirement = {
  ...{ id: 'REQ-001', title: 'Fast search', description: 'The app shall quickly show the results.' },
  ...{ priority: 'high', category: 'search', standing: 'rejected', reason: 'not now' },
};

const plain = globalThis.RegExp;
globalThis.RegExp = new Proxy(plain, {
  construct: (target, args) => noted(Reflect.construct(target, args)),
  apply: (target, self, args) => noted(Reflect.apply(target, self, args)),
});

for (const path of paths) await import(pathToFileURL(ROOT + path).href);
await callAll();
parentPort?.postMessage(made);

function noted(pattern: RegExp): RegExp {
  const frame = new Error().stack?.split('\n').find((line) => line.includes(`${ROOT}src/`)) ?? '';
  const [, place] = /(src\/[^()]*?:\d+):\d+\)?$/.exec(frame) ?? [];
  if (place !== undefined) made.push({ place, source: pattern.source, flags: pattern.flags });
  return pattern;
}

/** What makes them only when called, with texts like those of users. */
async function callAll(): Promise<void> {
  const { renameInExpression } = await import('../../src/diagram/edit/rename-in-config.ts');
  renameInExpression('steps.Write.output', 'Write', 'Draft');
  const { readWord, otherWord, STATUSES } = await import('../../src/agents/reply/read-word.ts');
  for (const label of ['Status', 'Next Action']) readWord(`${label}: SUCCESS`, STATUSES, label);
  otherWord('BLOCKED', STATUSES, 'SUCCESS');
  const { linearPattern } = await import('../../src/runtime/linear-pattern.ts');
  for (const pattern of ['^[a-z ]*x$', '^\\S+!', '^a?b?c?\\w{2,}-']) linearPattern(pattern);
  const { visible } = await import('../../src/cli/terminal-text.ts');
  visible('a\u202eb');
  const { asStarted, startedAs } = await import('../../src/cli/started-as.ts');
  startedAs('./signoff');
  asStarted('Go on with signoff runs list.');
  const { finalisePrd } = await import('../../src/documents/prd/finalise-prd.ts');
  const { readPrdStatus } = await import('../../src/documents/prd/read-prd-status.ts');
  const signature = { approver: 'user:ada', approvedAt: '2026-01-01T00:00:00.000Z', signed: 'sha256:0', run: 'a' };
  const approval = { date: '2026-01-01', ...signature };
  readPrdStatus(finalisePrd(finalisePrd('# A\n', approval), approval));
  const { excludedIn } = await import('../../src/documents/prd/find-excluded.ts');
  excludedIn('REQ-001 is back', '', [OUT]);
  const { ambiguous } = await import('../../src/language/lint/ambiguous.ts');
  const { readStatements } = await import('../../src/language/lint/statement.ts');
  for (const description of [OUT.description, 'The app shall show a large list.', 'The app shall take PDF files, etc.'])
    ambiguous({ ...OUT, description }, readStatements(description), '');
}
