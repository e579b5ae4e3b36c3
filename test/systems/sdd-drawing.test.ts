// The design workflow beside the source document's drawing: the same steps and arrows, and the fields that it names.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadWorkflowFile } from '../../src/runtime/load-workflow.ts';
import { root } from '../support/run-signoff.ts';

const SYSTEM = join(root, 'src/systems/sdd');
const ARROWS = [
  ...['draft_hld draft_lld', 'draft_lld design_database', 'design_database review_doc'],
  ...['review_doc draft_hld', 'review_doc format_doc', 'format_doc human_review'],
  ...['human_review done', 'human_review draft_hld'],
];
const FIELDS = [
  ...['project_brief', 'hld_draft', 'lld_draft', 'database_schema', 'final_document', 'document_status'],
  ...['needs_revision', 'revision_count', 'max_revisions', 'review_feedback', 'revision_feedback'],
  ...['retrieved_context', 'processing_metadata', 'approved', 'human_revision_requested'],
];

test('steps and arrows are the document’s, behind a step that reads the brief', async () => {
  const { workflow, problems } = await loadWorkflowFile(join(SYSTEM, 'workflow.mmd'));
  assert.ok(workflow !== null);
  assert.deepEqual(problems, []);
  const drawn = workflow.steps.flatMap(({ id, edges }) => edges.map(({ target }) => `${id} ${target}`));
  assert.deepEqual([...new Set(drawn)].sort(), [...ARROWS, 'begin intake', 'intake draft_hld'].sort());
  const gates = workflow.steps.filter(({ execution }) => execution === 'manual').map(({ id }) => id);
  assert.deepEqual(gates, ['human_review']);
});

test('the record has every field that the document names, and begins as a draft that nobody approved', () => {
  const { properties } = JSON.parse(readFileSync(join(SYSTEM, 'schemas/sdd-state.json'), 'utf8'));
  for (const field of FIELDS) assert.ok(field in properties, field);
  const begins = (name: string): unknown => properties[name].default;
  assert.deepEqual(['document_status', 'approved', 'revision_count', 'max_revisions', 'final_document'].map(begins), [
    'DRAFT',
    null,
    0,
    3,
    null,
  ]);
  const { minimum, maximum } = properties.max_revisions;
  assert.deepEqual([minimum, maximum], [1, 10]);
});

test('every prompt file is used by a drawing', () => {
  const drawings = readdirSync(SYSTEM).filter((file) => file.endsWith('.mmd'));
  const sources = drawings.map((file) => readFileSync(join(SYSTEM, file), 'utf8')).join('\n');
  for (const file of readdirSync(join(SYSTEM, 'prompts'))) assert.ok(sources.includes(`"${file}"`), file);
});
