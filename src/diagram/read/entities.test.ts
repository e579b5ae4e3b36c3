import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeEntities } from './entities.ts';

/** As Mermaid encodes before it parses. */
const encode = (text: string) => text.replace(/#(\d+);/g, 'ﬂ°°$1¶ß').replace(/#(\w+);/g, 'ﬂ°$1¶ß');
const decode = (text: string) => decodeEntities(encode(text));

test('numbers and names become the characters they stand for', () => {
  assert.equal(decode('#35; #9829; #lt;#gt; #quot;x#quot; a #amp;#amp; b'), '# ♥ <> "x" a && b');
  assert.equal(decode('#auml;#Ouml;#szlig;#yuml;#nbsp;#euro;#rarr;'), 'äÖßÿ\u00A0€→');
});

test('an entity is decoded once', () => assert.equal(decode('#amp;lt; #amp;#35;'), '&lt; &#'));

test('a name nobody knows stays as it was written', () => {
  assert.equal(decode('#nothing; #x41; #constructor; #__proto__;'), '#nothing; #x41; #constructor; #__proto__;');
});

test('numbers are read as HTML reads them', () => {
  assert.equal(decode('#150; #0; #55296; #99999999;'), '– \uFFFD \uFFFD \uFFFD');
});

test('text without entities is left alone', () => assert.equal(decode('100 % & <b> #1'), '100 % & <b> #1'));
