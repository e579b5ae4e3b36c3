// Which points are gaps, which are left to a reader, and cues that name their cause.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBrief } from '../prd/parse-brief.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { analyseGaps } from './analyse-gaps.ts';

interface Points {
  readonly goals?: readonly string[];
  readonly scope?: readonly string[];
  readonly criteria?: readonly string[];
  readonly overview?: string;
}

const lines = (points: readonly string[] = []): string => points.map((point) => `- ${point}`).join('\n') || 'None';

function titles({ goals, scope, criteria, overview = 'A tool.' }: Points, said: readonly string[]): readonly string[] {
  const text =
    '# Fares\n\n## Status\n\nDraft\n\n## User Utterance\n\n> Inspectors check tickets.\n\n' +
    `## Overview\n\n${overview}\n\n` +
    `## Goals\n\n${lines(goals)}\n\n## Scope\n\n### In Scope\n\n${lines(scope)}\n\n` +
    `## Success Criteria\n\n${lines(criteria)}\n`;
  const items: readonly DecidedRequirement[] = said.map((description, at) => ({
    ...{ id: `REQ-00${at + 1}`, title: 'Item', description, priority: 'high', category: 'UI/UX' },
    standing: 'approved',
  }));
  return analyseGaps(parseBrief(text), items).gaps.map(({ title }) => title);
}

const speaksOf = (found: readonly string[], words: RegExp): boolean => found.some((title) => words.test(title));

describe('goals', () => {
  const SCENES = 'The system shall let a coach mark scenes with begin, end and players.';
  const CLIPS = 'The system shall let a coach send a clip to a player.';

  test('are gaps when the scope names the same thing and no requirement speaks of it', () => {
    const points = {
      goals: ['Parents follow the progress of a child'],
      scope: ['Marking scenes', 'Progress of a child'],
    };
    assert.ok(speaksOf(titles(points, [SCENES, CLIPS]), /progress/i));
    const told = 'The system shall show a parent the status of each child.';
    assert.ok(!speaksOf(titles(points, [SCENES, CLIPS, told]), /progress/i), 'status is a word for the same matter');
  });

  test('that only they name are left to a reader', () => {
    const found = titles({ goals: ['Coaches cut the recording'], scope: ['Marking scenes'] }, [SCENES]);
    assert.ok(!speaksOf(found, /recording/));
  });

  test('that say it once are gaps where there is no scope to say it again', () => {
    assert.ok(speaksOf(titles({ goals: ['Coaches cut the recording'] }, [SCENES]), /recording/));
  });

  test('and the scope are one gap, as grave as the goal', () => {
    const points = { goals: ['The caterer gets the menus'], scope: ['Marking scenes', 'List for the caterer'] };
    const found = titles(points, [SCENES, CLIPS]).filter((title) => /caterer/.test(title));
    assert.equal(found.length, 1);
    assert.match(found[0] ?? '', /^The goal/);
  });

  test('of whoever gets something are met by a requirement that hands it over', () => {
    const goals = ['The hospice receives the pledged money within 3 weeks'];
    assert.ok(speaksOf(titles({ goals }, ['The system shall show each runner the money.']), /hospice/));
    assert.ok(
      !speaksOf(titles({ goals }, ['The system shall transfer amounts to the hospice each Friday.']), /hospice/),
    );
  });

  test('how it was before adds nothing to what is asked for', () => {
    const goals = ['Sponsors pledge without paper lists'];
    assert.ok(!speaksOf(titles({ goals }, ['The system shall let a sponsor pledge an amount per lap.']), /paper/));
  });
});

describe('items in scope', () => {
  const FOUND = 'The system shall report per month and cafe how many parts were found.';

  test('whose thing no requirement names are gaps, whatever other words are there', () => {
    assert.ok(speaksOf(titles({ scope: ['Budget for new parts of a year'] }, [FOUND]), /Budget/));
    assert.ok(speaksOf(titles({ scope: ['Swapping shifts'] }, [FOUND]), /Swapping/));
  });

  test('that name only a form, a quality or something of many names are left to a reader', () => {
    const given = ['The system shall let a helper set weekly hours.', FOUND];
    for (const scope of ['Helper calendar', 'Helper availability', 'Training record of a helper'])
      assert.ok(!speaksOf(titles({ scope: [scope] }, given), /has no requirement/), scope);
  });
});

describe('success criteria', () => {
  const criteria = ['No-shows fall below 4 %'];

  test('are gaps where nothing is measured, and left to a reader where something is', () => {
    assert.ok(speaksOf(titles({ criteria }, ['The system shall let a guest book a table.']), /No-shows/));
    const share = 'The system shall show the share of guests who did not appear.';
    assert.ok(!speaksOf(titles({ criteria }, [share]), /No-shows/));
  });
});

describe('cues by kinds of words', () => {
  test('what is sent at once does not settle two people who take the same thing', () => {
    const goals = ['Owners book an hour with a trainer'];
    const sent = 'When a trainer cancels an hour, the system shall send the owner a text message at once.';
    assert.ok(speaksOf(titles({ goals }, [sent]), /at the same time/));
    assert.ok(!speaksOf(titles({ goals }, ['If two owners book one hour at once, the first gets it.']), /same time/));
  });

  test('whatever has a name and is handed something is an outside service', () => {
    const scope = ['Transfer of orders to Xero'];
    assert.ok(speaksOf(titles({ scope }, ['The system shall send each order to Xero.']), /\(Xero\)/));
    const other = 'If Stripe does not answer, then it shall try again.';
    assert.ok(speaksOf(titles({ scope }, [other]), /\(Xero\)/), 'the failure of another service settles nothing');
    const own = 'If Xero does not answer, then the system shall try again after 10 minutes.';
    assert.ok(!speaksOf(titles({ scope }, [own]), /\(Xero\)/));
  });

  test('a retry of something else does not settle messages that are not delivered', () => {
    const scope = ['Push messages to interpreters'];
    const retry = 'If payroll does not answer, then the system shall try again each hour.';
    assert.ok(speaksOf(titles({ scope }, [retry]), /not delivered/));
    assert.ok(
      !speaksOf(titles({ scope }, ['If a push message is not delivered, it shall send an SMS.']), /not delivered/),
    );
  });

  test('a link that fails is a cause for offline use, a phone that was lost is none', () => {
    assert.ok(
      speaksOf(titles({ overview: 'The huts have a satellite link that fails in bad weather.' }, []), /offline/),
    );
    assert.ok(!speaksOf(titles({ goals: ['A phone is not handed to the wrong person'] }, []), /offline/));
  });
});
