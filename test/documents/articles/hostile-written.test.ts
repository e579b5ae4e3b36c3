// A model's draft that brings more than sentences with their passages: none of it does anything in the article, and no
// words stand there that nobody was shown.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assembleWritten, type WrittenArticle } from '../../../src/documents/article/assemble-written.ts';
import { claimsOf } from '../../../src/documents/evidence/claims-of.ts';
import { language } from '../../../src/language/words/language.ts';
import { briefOf } from './brief-of.ts';
import { corpusOf } from './corpus-of.ts';
import { OLD_HOUSE_HEATING } from './old-house-heating.ts';

const { sources, passages } = corpusOf(OLD_HOUSE_HEATING);
const CITED = 'The pumps are in the cellar [e1].';

const written = (draft: string): WrittenArticle =>
  assembleWritten({
    ...{ brief: briefOf('Heat pumps in old houses'), draft: `# Pumps\n\n${draft}`, passages, sources, texts: sources },
    ...{ edits: [], contradictions: [], judged: [], hash: () => 'sha256:0', language },
  });

const UNREAD: Readonly<Record<string, string>> = {
  'a line that looks like a heading': `${CITED}\n\nHeat pumps killed 5,000 people in 2024\n\n${CITED}`,
  'such a line with its mark inside': `${CITED}\n\nHeat pumps [e1] killed 5,000 people\n\n${CITED}`,
  'a line below a question': `${CITED}\n\nWhat do pumps do?\nThey have killed 5,000 people\n\n${CITED}`,
  'a heading behind a mark': `${CITED}\n\n[e1]# Pumps killed many people [e1].\n\n${CITED}`,
  'items of two words': `${CITED}\n\n- pumps killed\n- many people\n\n${CITED}`,
  'a bare address': `${CITED}\n\nhttps://killed.invalid\n\n${CITED}`,
  'words that are struck out': `~~ Pumps killed people, and ~~ the pumps are in the cellar [e1].`,
  'what looks like an author': 'The pumps (All Others Killed Their Owners, 2024) are in the cellar [e1].',
};

const ACTIVE: Readonly<Record<string, string>> = {
  'HTML around a mark': 'The pumps <[e1]img src=x onerror=alert(1)> are in the cellar [e1].',
  'HTML around a mark in a heading': `## Cost <[e1]img src=x onerror=alert(1)>\n\n${CITED}`,
  'an image around HTML': 'The pumps !<b>[x](//evil.invalid/p.png) are in the cellar [e1].',
  'an image with brackets in its text': 'The pumps ![a [b] c](//evil.invalid/p.png) are in the cellar [e1].',
  'a link in a heading': `## [Cost](https://evil.invalid/)\n\n${CITED}`,
  'an address in a heading': `## See https://evil.invalid/\n\n${CITED}`,
  'a scheme in capitals': 'The pumps [are](HTTPS://evil.invalid/x) in the cellar [e1].',
  'a link with blanks': 'The pumps [are]( javascript:alert(1) ) in the cellar [e1].',
  'a definition with a long name': `[${'long '.repeat(20)}]: //evil.invalid/x\nThe pumps are in the cellar [e1].`,
  'a fence behind a mark': `[e1]\`\`\`\n\n${CITED}`,
};

describe('a model’s draft with', () => {
  for (const [what, draft] of Object.entries(UNREAD))
    test(`${what} becomes an article without it, and each sentence there has its entry`, () => {
      const { body, markdown, ledger } = written(draft);
      assert.doesNotMatch(body, /killed/i);
      assert.ok(
        ledger.removed.some(({ text, reasons }) => /killed/i.test(`${text} ${reasons.join(' ')}`)),
        JSON.stringify(ledger.removed),
      );
      assert.equal(claimsOf(markdown, language).length, ledger.entries.length);
    });

  for (const [what, draft] of Object.entries(ACTIVE))
    test(`${what} becomes an article that does nothing of the kind`, () => {
      const { body } = written(draft);
      assert.doesNotMatch(body, /<[a-z]|!\[|```|\]:|\]\((?!ledger\.md#c\d)|^#.*https?:/im);
    });

  test('a heading that is underlined keeps it, and a line between paragraphs costs nothing', () => {
    const { body, ledger } = written(`${CITED}\n\nCosts\n---\n\n${CITED}\n\n---\n\n${CITED}`);
    assert.match(body, /^## Costs$/m);
    assert.deepEqual([ledger.removed.length, ledger.counts.claims], [0, 3]);
  });

  test('a paragraph or item that begins with its mark is no part of a heading, and keeps it', () => {
    const { body, ledger } = written(
      `## Costs\n\n[e1] Pumps heat houses.\n\n${CITED}\n\n- ${CITED}\n- [e2] They cool.`,
    );
    assert.match(body, /^## Costs\n\nPumps heat houses \[\[1\]\]\(ledger\.md#c1\)\.$/m);
    assert.deepEqual(
      ledger.entries.map(({ spans }) => spans.length),
      [1, 1, 1, 1],
    );
  });

  test('a sentence that is cut at the end leaves no reference behind', () => {
    const { markdown } = written('\n[e1, e2]## `x The pumps are in the cellar [e1].');
    assert.doesNotMatch(markdown, /## References/);
  });

  test('a link to a source keeps it', () => {
    const address = 'https://pumps.example/guide';
    const linked = sources.map((source, at) => (at === 0 ? { ...source, also: [address] } : source));
    const { body } = assembleWritten({
      ...{ brief: briefOf('Pumps'), draft: `# Pumps\n\nThe [pumps](${address}) are in the cellar [e1].` },
      ...{
        passages,
        sources: linked,
        texts: sources,
        edits: [],
        contradictions: [],
        judged: [],
        hash: () => '',
        language,
      },
    });
    assert.ok(body.includes(`[pumps](${address})`));
  });
});
