import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidGoals } from './said-goals.ts';
import { writeBrief } from './write-brief.ts';
import { initialRequirements } from './write-requirements.ts';

const PASTED = '# Recipes\nCooks share recipes. The chef sees each change.\n\n## Goals\n- Search by ingredient\n';
const GOALS = ['Recipes', 'Cooks share recipes.', 'The chef sees each change.', 'Goals', 'Search by ingredient'];

test('a heading of what was asked for is a sentence of its own, without its mark', () => {
  assert.deepEqual(saidGoals(PASTED), GOALS);
  assert.deepEqual(saidGoals('Recipes\n=======\nCooks share them.'), ['Recipes', 'Cooks share them.']);
});

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

test('what only looks like a heading stays as it is', () => {
  assert.deepEqual(saidGoals('#7 is the gate.'), ['#7 is the gate.']);
  assert.deepEqual(saidGoals('Scan:\n\n```\n# gate 7\n```'), ['Scan:', '``` # gate 7 ```']);
  assert.deepEqual(saidGoals('#'), []);
});
