// How findings of research stand in a feature brief.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingLines, hasFindings, unknownFindings, withFindings } from './brief-findings.ts';

const FINDING = {
  claim: 'Half of them forgot.',
  title: 'No-shows',
  address: 'https://a.example',
  passage: 'Half forgot.',
};
const BRIEF = '# Booking\n\n## Goals\n\n- Members book.\n';

test('findings stand behind the other sections, each with its source and the words there', () => {
  const text = withFindings(BRIEF, [FINDING], 'research/booking');
  assert.ok(text.startsWith(BRIEF));
  assert.match(text, /## Findings\n\nResearch found \(research\/booking\/article\.md,/);
  assert.match(text, /- F1: Half of them forgot\. Source: No-shows \(https:\/\/a\.example\): "Half forgot\."\n$/);
  assert.ok(hasFindings(text) && !hasFindings(BRIEF));
});

test('written again they stand there once; without any the brief is as it was', () => {
  const once = withFindings(BRIEF, [FINDING], '');
  assert.equal(withFindings(once, [FINDING], ''), once);
  assert.equal(withFindings(BRIEF, [], 'research/booking'), BRIEF);
});

test('a line of a source stays in its line, and words that are its own stand there once', () => {
  const [line = ''] = findingLines([
    { ...FINDING, claim: 'Half\n\n## Goals\nforgot.', passage: 'Half ## Goals forgot.' },
  ]);
  assert.equal(line, 'F1: "Half ## Goals forgot." Source: No-shows (https://a.example)');
});

test('marks of findings that are not there are named', () => {
  assert.deepEqual(unknownFindings('Half forgot [F1]. Others [F2, F3]. [F0]', 2), ['F3', 'F0']);
});
