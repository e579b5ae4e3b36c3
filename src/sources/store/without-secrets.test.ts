import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanAddress } from './clean-text.ts';

test('an address is kept without keys and passwords', () => {
  for (const [given, kept] of [
    ['https://a.example/p?token=SEKRET', 'https://a.example/p'],
    ['https://a.example/p?id=7&access_token=SEKRET&page=2#part', 'https://a.example/p?id=7&page=2#part'],
    ['https://a.example/p?API-Key=SEKRET&q=a%20b+c', 'https://a.example/p?q=a%20b+c'],
    ['https://a.example/p?%74oken=SEKRET', 'https://a.example/p'],
    ['https://a.example/p#access_token=SEKRET&x=1', 'https://a.example/p#x=1'],
    ['https://a.example/?X-Amz-Signature=SEKRET&sig=SEKRET&auth=SEKRET&password=SEKRET', 'https://a.example/'],
  ] as const)
    assert.equal(cleanAddress(given), kept);
});

test('all else of an address stays as it is', () => {
  for (const address of [
    'https://a.example/token/key?tokens=1&keyword=heat#key',
    'https://a.example/p?&&q=1&q=2',
    'documents/a?token=x.md',
    'https://a.example/%E0?x=%E0%A4',
  ])
    assert.equal(cleanAddress(address), address);
});
