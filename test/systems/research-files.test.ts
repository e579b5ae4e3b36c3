// The files that a research run leaves: they are those it names, and each can be checked against the others.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ledger } from '../../src/documents/evidence/ledger.ts';
import { research } from '../../src/systems/research/system.ts';
import { play } from './research-play.ts';

test('a run leaves article, page, ledger and sources, which agree with each other', async (t) => {
  const { data, files } = await play(t);
  const folder = `research/${String(data.folder)}`;
  const textOf = (name: string): string => files.get(`${folder}/${name}`) ?? assert.fail(`There is no ${name}.`);
  for (const { file } of research.documents?.kinds ?? assert.fail('The system names no documents.')) textOf(file);

  const ledger = JSON.parse(textOf('ledger.json')) as Ledger;
  assert.ok(ledger.entries.length > 10, 'too few claims to say anything');
  for (const { spans } of ledger.entries)
    for (const { source, start, end, quote } of spans)
      assert.equal(textOf(`sources/${source}.txt`).slice(start, end), quote);

  const page = textOf('article.html');
  const cited = [...textOf('article.md').matchAll(/\]\(ledger\.md#(c\d+)\)/g)].map(([, id]) => id);
  assert.ok(cited.length > 10, 'too few citations to say anything');
  for (const id of cited) {
    assert.ok(page.includes(`href="#${id}"`) && page.includes(`id="${id}"`), `the page does not lead to ${id}`);
    assert.ok(textOf('ledger.md').includes(`"${id}"`), `the ledger has no place ${id}`);
  }
  assert.doesNotMatch(page, /<script|<img|<link|javascript:/i);
});
