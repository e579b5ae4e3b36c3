// `research verify` on claims by an author who had not read its code: 60 true and 65 false ones, a third of them German
// or French. Only totals are held; what one of them is found to be is nobody's rule.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { signoffHere } from '../support/signoff-here.ts';

const SET = fileURLToPath(new URL('../documents/evidence/claims-unseen', import.meta.url));
/** The gravest first: of a claim of two sentences the worse one counts. */
const FINDINGS = ['differs', 'not found', 'figures and names agree, wording not judged', 'word for word'];

interface GivenClaim {
  readonly id: string;
  readonly text: string;
  readonly source: string;
  readonly true: boolean;
  readonly kind: string;
}

describe('claims of somebody who did not write the code', () => {
  const claims = JSON.parse(readFileSync(join(SET, 'claims.json'), 'utf8')) as readonly GivenClaim[];
  const findings = new Map<string, string>();
  const having = (finding: string, isWanted: (claim: GivenClaim) => boolean): readonly string[] =>
    claims.filter((claim) => isWanted(claim) && findings.get(claim.id) === finding).map(({ id }) => id);

  before(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signoff-claims-'));
    try {
      writeFileSync(join(folder, 'article.md'), `# Claims\n\n${claims.map(({ text }) => text).join('\n\n')}\n`);
      const args = ['research', 'verify', 'article.md', '--sources', join(SET, 'sources'), '--json'];
      const { out } = await signoffHere(args, { cwd: folder });
      const { entries } = JSON.parse(out) as { entries: readonly { line: number; finding: string }[] };
      for (const [at, { id }] of claims.entries()) {
        const own = entries.filter(({ line }) => line === 3 + 2 * at).map(({ finding }) => finding);
        findings.set(id, FINDINGS.find((finding) => own.includes(finding)) ?? 'no claim');
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('each has one of the four findings', () => {
    assert.equal(claims.filter((claim) => claim.true).length, 60);
    assert.deepEqual(
      having('no claim', () => true),
      [],
    );
  });

  test('word for word are all that are, and no false one', () => {
    assert.equal(having('word for word', ({ kind }) => kind === 'verbatim').length, 12);
    assert.deepEqual(
      having('word for word', (claim) => !claim.true),
      [],
    );
  });

  test('one figure, unit, date, name, quotation or denial changed differs, of eight in ten at least', () => {
    const isChanged = ({ kind }: GivenClaim): boolean => kind.startsWith('changed-');
    assert.equal(claims.filter(isChanged).length, 40);
    const differing = having('differs', isChanged).length;
    assert.ok(differing >= 32, `${differing} of 40 differ`);
    assert.deepEqual(having(FINDINGS[2] ?? '', isChanged), [], 'none of them passes');
  });

  test('of the true ones two at most differ', () => {
    const differing = having('differs', (claim) => claim.true);
    assert.ok(differing.length <= 2, differing.join(', '));
  });
});
