import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asText, plainText } from './filed-text.ts';

test('what was filed is said again without the backslashes that protect it; others stay', () => {
  const said = ['# Portal', '- 3 < 4', '7) Print', 'See <b>', '``` # per km ```', 'C:\\_temp\\*.log stays', 'A. B'];
  for (const each of said) assert.equal(plainText(asText(each)), each);
  assert.equal(plainText('\\*\\*Must\\*\\* \\__init\\_\\_'), '**Must** \\__init__');
  assert.equal(plainText('Written in C\\#'), 'Written in C#');
});
