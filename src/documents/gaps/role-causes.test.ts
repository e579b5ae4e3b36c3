// Causes in what people do: each is asked where somebody does it, and settled by a requirement in any wording.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBrief } from '../prd/parse-brief.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { analyseGaps } from './analyse-gaps.ts';
import { actsOf } from './brief-acts.ts';

function asks(said: string, about: RegExp, descriptions: readonly string[]): boolean {
  const text =
    `# Feature\n\n## Status\n\nDraft\n\n## User Utterance\n\n> ${said}\n\n## Overview\n\n${said}\n\n` +
    '## Goals\n\nNone\n\n## Scope\n\n### In Scope\n\nNone\n\n## Success Criteria\n\nNone\n';
  const items: readonly DecidedRequirement[] = descriptions.map((description, at) => ({
    ...{ id: `REQ-00${at + 1}`, title: 'Item', description, priority: 'high', category: 'UI/UX' },
    standing: 'approved',
  }));
  return analyseGaps(parseBrief(text), items).gaps.some(({ title }) => about.test(title));
}

describe('who does what', () => {
  const VERBS = new Set(['book', 'grade', 'note', 'swap']);
  const read = (text: string): readonly string[] =>
    actsOf(text, VERBS).map(({ actor, verb, object }) => `${actor} ${verb} ${object}`);

  test('is read with and without a helping verb, and after another deed of the same people', () => {
    assert.deepEqual(read('Members can book a room.'), ['member book room']);
    assert.deepEqual(read('Our team grades each parcel'), ['team grade parcel']);
    assert.deepEqual(read('Sailors see their shifts and swap them'), ['sailor swap ']);
  });

  test('names of things and what the product shall do are no deeds of people', () => {
    assert.deepEqual(read('Session notes'), []);
    assert.deepEqual(read('The studio shall book the room'), []);
  });
});

describe('matters of what people do', () => {
  const BIDS = 'Supporters bid on items, and volunteers add items.';

  test('what one enters is undone by the same one, not by somebody else who undoes another thing', () => {
    const other = 'Volunteers can withdraw items.';
    assert.ok(asks(BIDS, /correcting or undoing/, [other]));
    assert.ok(!asks(BIDS, /correcting or undoing/, [other, 'A supporter can take a bid back within 5 minutes.']));
    assert.ok(asks(BIDS, /correcting or undoing/, ['The site shall encrypt bids and delete them after 18 months.']));
  });

  test('two who take the same thing are settled by whoever comes second', () => {
    assert.ok(asks(BIDS, /at the same time/, []));
    assert.ok(!asks(BIDS, /at the same time/, ['If somebody else has bid a moment before, it shall say so.']));
  });

  test('what was paid and is called off asks for a refund', () => {
    const said = 'Parents order lunches and pay by card through Paylane.';
    const paid = 'At checkout the site shall charge the total through Paylane.';
    assert.ok(asks(said, /refund/i, [paid, 'Parents can strike a lunch until 8:30.']));
    assert.ok(!asks(said, /refund/i, [paid, 'When a lunch is struck, the site shall credit its price.']));
    assert.ok(!asks(said, /card data|submitted twice/, [paid]), 'the provider has the card');
  });

  test('whoever asks for something is told what was decided, and a service that declines tells nothing', () => {
    const said = 'Sailors request a swap, and the office approves it.';
    assert.ok(asks(said, /told/, ['If Paylane declines, then the site shall tell the sailor.']));
    assert.ok(!asks(said, /told/, ['When the office has decided, the app shall email both sailors.']));
  });

  test('one hour in several places asks for the zone', () => {
    const said = 'Hosts in Lisbon, Toronto and Melbourne set the hour of the release.';
    assert.ok(asks(said, /Time zones/, []));
    assert.ok(!asks(said, /Time zones/, ['The studio shall show each hour in the local time of the host.']));
    assert.ok(!asks('Shops in Monday and Friday hours open late.', /Time zones/, []));
  });
});
