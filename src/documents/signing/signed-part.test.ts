// What a signature covers: the status block and the table may change, nothing else may.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { approveBrief } from '../prd/approve-brief.ts';
import { assemblePrd } from '../prd/assemble-prd.ts';
import { finalisePrd } from '../prd/finalise-prd.ts';
import { signedPart } from './signed-part.ts';

const BRIEF = `# Export

## Status

Draft

## User Utterance

> Export orders.

## Overview

All of it.
`;
const PRD = assemblePrd({
  ...{ featureId: 'export', author: 'ada', date: '2026-11-16', status: 'draft', utterance: 'Export.', brief: BRIEF },
  requirements: ['REQ-001', 'REQ-002'].map((id) => ({
    ...{ id, title: `Title of ${id}`, description: 'One.\nTwo.', priority: 'high', category: 'Data' },
    standing: 'approved' as const,
  })),
});
const SIGNATURE = {
  ...{ approver: 'user:ada', approvedAt: '2026-12-01T10:00:00.000Z', signed: 'sha256:1', run: 'run_1' },
};
const signed = (text: string): string => signedPart('prd', text);
const line = fc.string({ maxLength: 40 }).map((text) => text.replace(/[\r\n]/g, ' '));

describe('the signed part of a PRD', () => {
  test('stays the same whatever the status block and the table say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.stringMatching(/^[A-Z][a-z ]{0,12}$/), line)),
        fc.array(line),
        (fields, cells) => {
          const block = fields.map(([name, value]) => `- **${name}**: ${value}`).join('\n');
          const row = (cell: string): string => `| REQ-001 | ${cell.replaceAll('|', '/')} | US-1 |`;
          const changed = PRD.replace(/- \*\*Author\*\*[\s\S]*?(?=\n\n## )/, () => block).replace(
            /\| REQ-001 \| TBD[\s\S]*$/,
            () => `${cells.map(row).join('\n')}\n`,
          );
          assert.equal(signed(changed), signed(PRD));
        },
      ),
    );
    assert.equal(signed(finalisePrd(PRD, { date: '2026-12-01', ...SIGNATURE })), signed(PRD));
  });

  test('changes with any other line', () => {
    const lines = PRD.split('\n');
    for (const [at, text] of lines.entries()) {
      const isFree = /^- \*\*(?:Author|Last Modified|Status)\*\*/.test(text) || text.startsWith('|');
      if (isFree || text === '' || text === '## Document Status') continue;
      const edited = lines.with(at, `${text} not`).join('\n');
      assert.notEqual(signed(edited), signed(PRD), text);
      assert.notEqual(signed(lines.toSpliced(at, 1).join('\n')), signed(PRD), text);
    }
    const inBlock = PRD.replace('- **Status**: draft', '- **Status**: draft\n\nOnly for the pilot.');
    const inTable = `${PRD}\nREQ-002 was withdrawn.\n`;
    const twice = `${PRD}\n## Document Status\n\n- **Scope**: nothing of it\n`;
    for (const text of [inBlock, inTable, twice]) assert.notEqual(signed(text), signed(PRD), text);
  });

  test('does not change with line ends, a byte order mark or blank lines at the end', () => {
    const windows = PRD.replaceAll('\n', '\r\n');
    for (const text of [windows, `\uFEFF${PRD}`, `\uFEFF${windows}`, PRD.trimEnd(), `${PRD}\n\n`])
      assert.equal(signed(text), signed(PRD));
  });
});

describe('the signed part of a brief', () => {
  const part = (text: string): string => signedPart('brief', text);

  test('stays the same when it is approved, and changes with anything else', () => {
    for (const written of ['without a model', null] as const) {
      const approved = approveBrief(BRIEF, SIGNATURE, written);
      assert.equal(part(approved), part(BRIEF));
      assert.equal(part(approved.replaceAll('\n', '\r\n')), part(BRIEF));
      assert.equal(approveBrief(approved, SIGNATURE, written), approved, 'twice is once');
      assert.match(
        approved,
        written === null ? /\n\nApproved\.\n/ : /## Status\n\nApproved; written without a model\.\n/,
      );
      assert.notEqual(part(approved.replace('All of it.', 'Some of it.')), part(BRIEF));
    }
  });
});
