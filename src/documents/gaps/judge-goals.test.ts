// Goals in other words than their requirements, goals nobody settled, and cues that name their cause.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseBrief } from '../prd/parse-brief.ts';
import type { DecidedRequirement } from '../requirements/requirement.ts';
import { analyseGaps } from './analyse-gaps.ts';

interface Points {
  readonly goals?: readonly string[];
  readonly scope?: readonly string[];
  readonly overview?: string;
}

const lines = (points: readonly string[] = []): string => points.map((point) => `- ${point}`).join('\n') || 'None';

function titles({ goals, scope, overview = 'A tool.' }: Points, said: readonly string[]): readonly string[] {
  const text =
    '# Fares\n\n## Status\n\nDraft\n\n## User Utterance\n\n> Inspectors check tickets.\n\n' +
    `## Overview\n\n${overview}\n\n` +
    `## Goals\n\n${lines(goals)}\n\n## Scope\n\n### In Scope\n\n${lines(scope)}\n\n## Success Criteria\n\nNone\n`;
  const items: readonly DecidedRequirement[] = said.map((description, at) => ({
    ...{ id: `REQ-00${at + 1}`, title: 'Item', description, priority: 'high', category: 'UI/UX' },
    standing: 'approved',
  }));
  return analyseGaps(parseBrief(text), items).gaps.map(({ title }) => title);
}

const speaksOf = (found: readonly string[], words: RegExp): boolean => found.some((title) => words.test(title));

describe('goals', () => {
  const SCENES = 'The system shall let a coach mark scenes with begin, end and players.';

  test('in other words than their requirement are no gap while the scope is covered', () => {
    const found = titles({ goals: ['Coaches cut the recording into scenes'], scope: ['Marking scenes'] }, [SCENES]);
    assert.ok(speaksOf(found, /recording/), 'a thing that no requirement names is missing');
    const same = titles({ goals: ['Coaches cut out scenes'], scope: ['Marking scenes'] }, [SCENES]);
    assert.ok(!speaksOf(same, /cut out/));
  });

  test('with a verb that nobody took up are gaps when an item of the scope is open too', () => {
    const points = { goals: ['Passengers contest a penalty without a letter'], scope: ['Penalties', 'Objections'] };
    const paid = 'The system shall let a passenger pay a penalty by its number.';
    assert.ok(speaksOf(titles(points, [paid]), /contest/));
    const contested = 'The system shall let a passenger contest a penalty; each objection has a reason.';
    assert.ok(!speaksOf(titles(points, [paid, contested]), /contest/));
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
  test('whose thing no requirement names are gaps, whatever other words are there', () => {
    const said = ['The system shall report per month and cafe how many parts were found.'];
    assert.ok(speaksOf(titles({ scope: ['Monthly budget per cafe'] }, said), /budget/));
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
