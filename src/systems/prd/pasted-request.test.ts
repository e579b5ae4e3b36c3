import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeBrief } from './write-brief.ts';
import { initialRequirements } from './write-requirements.ts';

const PASTED = '# Recipes\nCooks share recipes. The chef sees each change.\n\n## Goals\n- Search by ingredient\n';
const GOALS = ['Recipes', 'Cooks share recipes.', 'The chef sees each change.', 'Goals', 'Search by ingredient'];

test('title, goals and requirements of a pasted document have no marks of its headings', () => {
  const { featureBriefMarkdown } = writeBrief({ utterance: PASTED, domain: null, clarifications: [] }, []);
  assert.match(featureBriefMarkdown, /^# Recipes\n/);
  assert.ok(featureBriefMarkdown.includes(`\n## Goals\n\n- ${GOALS.join('\n- ')}\n`), featureBriefMarkdown);
  const proposed = initialRequirements(PASTED, featureBriefMarkdown, { requirementsContent: '', next: '' });
  assert.deepEqual(
    proposed.functionalRequirements.map(({ description }) => description),
    GOALS,
  );
});
