// The open questions of a brief, whatever their language and form.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openQuestions } from './open-questions.ts';

test('are the bullets under their heading, each with the lines that belong to it', () => {
  const brief =
    '# A\n\n## Overview\n\n- no question\n\n### Open Questions\n\n' +
    '- 誰が使いますか？\n* By\n  when?\n1. How many\n\nWords.\n\n## Goals\n\n- x\n';
  assert.deepEqual(openQuestions(brief), ['誰が使いますか？', 'By when?', 'How many']);
  assert.deepEqual(openQuestions('# A\n\n## Goals\n\n- x\n'), []);
});
