// A signed PRD as the start of a design: proved, refused or taken as a draft; and its table filled without harm.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readTraceability } from '../../src/documents/trace/traceability-table.ts';
import type { ProjectFiles } from '../../src/ports/project-files.ts';
import { checkSignature } from '../../src/runtime/check-signature.ts';
import { proveDocument } from '../../src/runtime/prove-document.ts';
import { placeAt, signedPlaces } from '../../src/runtime/signed-places.ts';
import { workspaceFiles } from '../../src/runtime/workspace-files.ts';
import { readPrd } from '../../src/systems/features/read-prd.ts';
import { prd as prdSystem } from '../../src/systems/prd/system.ts';
import { fillPrd } from '../../src/systems/sdd/fill-prd.ts';
import { openPlace } from '../e2e/open-place.ts';
import { newFolder, prdFixture } from './prd-fixture.ts';

const places = async () => signedPlaces([prdSystem]);
const prdPlace = async () => placeAt(await places(), 'prd', 'PRD.md') ?? assert.fail('nobody signs PRDs');

/** A PRD as its run leaves it, every gate approved, and the store it was signed in. */
async function signed(t: TestContext) {
  const place = join(newFolder(t), 'store.db');
  const fixture = await prdFixture(t, { place });
  const run = await fixture.start();
  await run.approvesBrief();
  await run.approvesAll();
  await run.decides(false);
  await run.answer('PR', { prdApproved: true, reviewSummary: 'Good.' });
  assert.equal(await run.ended(), 'completed');
  await run.file('PRD.md');
  const featureId = String((await run.data()).featureId);
  await fixture.close();
  const { project } = fixture;
  const folder = join(project, 'magi-sdd', featureId);
  const files = workspaceFiles([project]);
  const proves = (path: string) => checkSignature(path, { files, openStore: () => openPlace(place), places });
  const elsewhere = join(newFolder(t), 'other.db');
  const provesElsewhere = (path: string) =>
    checkSignature(path, { files, openStore: () => openPlace(elsewhere), places });
  const edit = (file: string, change: (text: string) => string): void => {
    const before = readFileSync(join(folder, file), 'utf8');
    assert.notEqual(change(before), before);
    writeFileSync(join(folder, file), change(before));
  };
  return { project, place, folder, featureId, files, proves, provesElsewhere, edit, run: run.id };
}

async function taken(reading: ReturnType<typeof readPrd>) {
  const read = await reading;
  return 'prd' in read ? read.prd : assert.fail(read.refused.join(' '));
}

async function reasons(reading: ReturnType<typeof readPrd>): Promise<string> {
  const read = await reading;
  return 'refused' in read ? read.refused.join(' ') : assert.fail('it was taken');
}

test('a signed PRD gives the brief and its requirements with ids, and says who signed it', async (t) => {
  const { files, proves, folder, featureId } = await signed(t);
  const prd = await taken(readPrd({ files, proves }, folder));
  assert.equal(prd.featureId, featureId);
  assert.deepEqual(
    [prd.isDraft, prd.notes, prd.signature?.by, prd.signature?.signer],
    [false, [], 'history', 'user:ada'],
  );
  assert.match(prd.project_brief, /export their orders as a CSV file[\s\S]*\n## Goals\n/);
  const table = readTraceability(readFileSync(join(folder, 'PRD.md'), 'utf8')).rows.map(({ id }) => id);
  assert.deepEqual(
    prd.items.map(({ id }) => id),
    table,
  );
  const { functional, 'non-functional': qualities, constraints } = prd.requirements;
  assert.match(functional[0] ?? '', /^REQ-\d{3}: \S.*\. \S/);
  assert.equal([...functional, ...qualities].filter((line) => line.startsWith('REQ-')).length, table.length);
  assert.ok(constraints.every((line) => line.startsWith('Out of scope: ')));
  assert.deepEqual(await taken(readPrd({ files, proves }, `${folder}/PRD.md`)), prd);
});

test('a PRD that is not signed, or not as it was signed, is refused with the reason; a draft goes on', async (t) => {
  const { files, proves, provesElsewhere, folder, edit } = await signed(t);
  assert.match(await reasons(readPrd({ files }, folder)), /no store to prove it by/);
  assert.match(
    await reasons(readPrd({ files, proves: provesElsewhere }, folder)),
    /which the document names[\s\S]*documents proof/,
  );
  edit('PRD.md', (text) => text.replace('CSV', 'PDF'));
  assert.match(
    await reasons(readPrd({ files, proves }, folder)),
    /found that it was changed since.*Give --draft to go on/,
  );
  const draft = await taken(readPrd({ files, proves }, folder, true));
  assert.equal(draft.isDraft, true);
  assert.match(draft.notes.join(' '), /changed since/);
  edit('PRD.md', (text) => text.replace('**Status**: finalized', '**Status**: draft'));
  assert.match(await reasons(readPrd({ files, proves }, folder)), /found its status "draft"/);
  assert.match(await reasons(readPrd({ files, proves }, join(folder, '../none-here'))), /found nothing there/);
  assert.match(await reasons(readPrd({ files, proves }, join(folder, '../X'))), /Expected the folder of a feature/);
});

test('what success is stands among the qualities as it was said, and an open question does not', async (t) => {
  const { files, proves, folder, edit } = await signed(t);
  const criteria = '#### Success Criteria\n\n- Refund rate: below 2 %.\n- open: By which result?\n\n';
  edit('PRD.md', (text) => text.replace(/#### Success Criteria\n[\s\S]*?(?=^##? )/m, criteria));
  const { requirements } = await taken(readPrd({ files, proves }, folder, true));
  const found = requirements['non-functional'].filter((line) => !line.startsWith('REQ-'));
  assert.deepEqual(found, ['Success criterion: Refund rate: below 2 %.']);
});

test('where the store is elsewhere a proof beside the PRD will do, and that is told', async (t) => {
  const { files, provesElsewhere, place, folder, run, edit } = await signed(t);
  const store = await openPlace(place);
  const row = (await store.run(run)) ?? assert.fail('the run is gone');
  const proof = await proveDocument(store, row, await prdPlace(), readFileSync(join(folder, 'PRD.md'), 'utf8'));
  await store.close();
  writeFileSync(join(folder, 'PRD.md.proof.json'), JSON.stringify(proof));
  const prd = await taken(readPrd({ files, proves: provesElsewhere }, folder));
  assert.equal(prd.signature?.by, 'proof');
  assert.match(prd.notes.join(' '), /user:ada at .* was proved by the file beside the PRD/);
  edit('PRD.md', (text) => text.replace('CSV', 'PDF'));
  assert.match(await reasons(readPrd({ files, proves: provesElsewhere }, folder)), /changed since/);
  writeFileSync(join(folder, 'PRD.md.proof.json'), '{"format": 1}');
  assert.match(await reasons(readPrd({ files, proves: provesElsewhere }, folder)), /found something else/);
});

test('a PRD whose requirements went on is refused, naming which; as a draft the signed text is used', async (t) => {
  const { files, proves, folder, edit } = await signed(t);
  const before = await taken(readPrd({ files, proves }, folder));
  const { description = '' } = before.items[0] ?? {};
  edit('requirements.md', (text) => text.replace(description, 'Something else.'));
  const id = before.items[0]?.id ?? '';
  assert.match(
    await reasons(readPrd({ files, proves }, folder)),
    new RegExp(`^The PRD is older than its requirements: ${id} was changed in requirements.md. Sign one .* --draft`),
  );
  const prd = await taken(readPrd({ files, proves }, folder, true));
  assert.deepEqual(prd.items, before.items);
  assert.deepEqual(
    [prd.isDraft, prd.notes],
    [false, [`${id} was changed in requirements.md; the design follows the text of the PRD.`]],
  );
});

test('the ids of a design are filled into the signed PRD, and its signature still holds', async (t) => {
  const { files, proves, project, folder, featureId, edit } = await signed(t);
  const { items } = await taken(readPrd({ files, proves }, folder));
  const id = items[0]?.id ?? '';
  mkdirSync(join(folder, 'design'));
  writeFileSync(join(folder, 'design/hld.md'), `## Overview\n\n### UC-001: Export\n\n- **Requirements**: ${id}\n`);
  writeFileSync(
    join(folder, 'design/lld.md'),
    '## API Endpoints\n\n### API-001: POST /exports\n\n- **Use cases**: UC-001\n',
  );
  // Another system fills its column between our look and our write: what it wrote stays.
  let isFirst = true;
  const crowded: ProjectFiles = {
    ...files,
    amend: (path, change) =>
      files.amend(path, (text) => {
        const next = change(text);
        if (isFirst) edit('PRD.md', (now) => now.replace(new RegExp(`(\\| ${id} \\| )TBD( \\| )TBD`), '$1TBD$2US-001'));
        isFirst = false;
        return next;
      }),
  };
  assert.deepEqual(await fillPrd(crowded, project, featureId), { changed: [id], notes: [] });
  const text = readFileSync(join(folder, 'PRD.md'), 'utf8');
  assert.ok(text.includes(`| ${id} | ${featureId}/UC-001, ${featureId}/API-001 | US-001 |`), text);
  assert.equal((await taken(readPrd({ files, proves }, folder))).isDraft, false);
  assert.deepEqual(await fillPrd(files, project, featureId), { changed: [], notes: [] });
});
