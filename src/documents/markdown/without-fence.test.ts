// A fence around a whole draft, and fences that only look like one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutFence } from './without-fence.ts';

const SQL = '```sql\nSELECT 1;\n```';

test('a draft in one fence is what stands inside, with the fences that it has itself', () => {
  assert.equal(withoutFence(`\`\`\`markdown\n## Tables\n\n${SQL}\n\`\`\``), `## Tables\n\n${SQL}\n`);
  assert.equal(withoutFence('````\n## Tables\n````\n'), '## Tables\n');
});

test('a draft that only begins and ends with a fence stays as it is', () => {
  for (const text of [
    `${SQL}\n\n## Tables\n\n${SQL}`,
    `\`\`\`\na\n\`\`\`\n\n## Tables\n\n\`\`\`\nb\n\`\`\``,
    '## Tables\n\n```text\nSELECT 1;\n```',
    '```text\nno heading\n```',
  ])
    assert.equal(withoutFence(text), text);
});
