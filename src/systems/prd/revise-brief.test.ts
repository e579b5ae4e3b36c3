// Revising a brief by what a reviewer says: the named part changes, every other byte stays.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { briefProblems, parseBrief } from '../../documents/prd/parse-brief.ts';
import { reviseBrief } from './revise-brief.ts';
import { writeBrief } from './write-brief.ts';

const BRIEF = `# Invoices

## Status

Draft

## User Utterance

> Customers can pay invoices, with export

## Overview

Customers pay online.

## Goals

- Customers pay invoices
* Clerks print invoices

## Scope

**In scope:**

- Card payment
- CSV export
  with headers
- Search

**Not included:**

- Refunds

## Success Criteria

1. 60 % are paid within 7 days
`;

const say = (feedback: string, brief = BRIEF): string => reviseBrief(brief, feedback, []);
const lines = (text: string): string[] => text.split('\n');

describe('a brief revised by free words', () => {
  test('gets a bullet in the scope, the goals or the criteria', () => {
    assert.equal(
      say('Please add reminders by email.'),
      BRIEF.replace('- Search\n', '- Search\n- Reminders by email\n'),
    );
    assert.equal(
      say('Add "Clerks export invoices" to the goals'),
      BRIEF.replace('print invoices\n', 'print invoices\n- Clerks export invoices\n'),
    );
    assert.deepEqual(
      parseBrief(say('add 90 % of clerks are content')).successCriteria.at(-1),
      '90 % of clerks are content',
    );
    assert.deepEqual(parseBrief(say('Add gift cards to out of scope')).outOfScope, ['Refunds', 'Gift cards']);
  });

  test('loses a bullet with all its lines', () => {
    assert.equal(say('Remove the CSV export.'), BRIEF.replace('- CSV export\n  with headers\n', ''));
    assert.equal(say('drop "Clerks print invoices" from the goals'), BRIEF.replace('* Clerks print invoices\n', ''));
  });

  test('moves what is out of scope there', () => {
    const { inScope, outOfScope } = parseBrief(say('Search is out of scope.'));
    assert.deepEqual(inScope, ['Card payment', 'CSV export with headers']);
    assert.deepEqual(outOfScope, ['Refunds', 'Search']);
  });

  test('gets another title', () => {
    for (const words of ['Rename it to Bill Pay', 'call it "Bill Pay".', 'Rename the feature to Bill Pay.']) {
      assert.equal(say(words), BRIEF.replace('# Invoices', '# Bill Pay'), words);
    }
  });

  test('gets words replaced, but not in the utterance', () => {
    assert.equal(
      say('Replace "Card payment" with "Card and debit payment"'),
      BRIEF.replace('- Card payment', '- Card and debit payment'),
    );
    assert.match(say('change invoices to bills'), /> Customers can pay invoices, with export/);
  });

  test('keeps what the rules do not understand as an open point', () => {
    const text = say('I do not like the tone.\nWhat about tablets?');
    const added = lines(text).filter((line) => !lines(BRIEF).includes(line));
    assert.deepEqual(added, [
      '- Open point from review: I do not like the tone.',
      '- Open point from review: What about tablets?',
    ]);
    assert.equal(
      say('Remove the flying cars'),
      BRIEF.replace('online.\n', 'online.\n\n- Open point from review: Remove the flying cars\n'),
    );
  });

  test('takes wishes in plain words into the scope, each by itself', () => {
    assert.equal(
      say('And it should work on the phone too, plus a limit of 500 articles'),
      BRIEF.replace('- Search\n', '- Search\n- Use on the phone\n- A limit of 500 articles\n'),
    );
    const { inScope, outOfScope } = parseBrief(say('Clerks must be able to share invoices, but no comments.'));
    assert.equal(inScope.at(-1), 'Clerks can share invoices');
    assert.deepEqual(outOfScope, ['Refunds', 'Comments']);
  });

  test('gets a wrong number put right where it stands, and nowhere else', () => {
    const brief = BRIEF.replace('- Search\n', '- A limit of 500 invoices\n- 500 templates\n');
    const right = brief.replace('limit of 500', 'limit of 300');
    assert.equal(say('The limit of 500 is wrong, make it 300', brief), right);
    assert.equal(say('The limit of 500 is wrong. Make it 300.', brief), right);
    const text = say('The limit of 700 is wrong, make it 300', brief);
    assert.match(text, /^- Open point from review: The limit of 700 is wrong, make it 300$/m);
  });

  test('gets no section or criterion from a wish for one, but an open point, once', () => {
    const goalClause = 'Add a section about rollout: first 10 % of readers';
    const text = say(goalClause);
    assert.equal(text, BRIEF.replace('online.\n', `online.\n\n- Open point from review: ${goalClause}\n`));
    assert.equal(say(goalClause, text), text);
    for (const said of ['You should rewrite this.', 'The overview should be shorter.', 'Can we have folders?'])
      assert.ok(say(said).includes(`- Open point from review: ${said}\n`), said);
  });

  test('takes the first excluded thing into a list that had none', () => {
    const { featureBriefMarkdown } = writeBrief('Customers can pay invoices', [], null);
    const text = say('Refunds are out of scope', featureBriefMarkdown);
    assert.deepEqual(parseBrief(text).outOfScope, ['Refunds']);
    assert.doesNotMatch(text, /Nothing was excluded/);
  });

  test('keeps its line ends', () => {
    const windows = BRIEF.replaceAll('\n', '\r\n');
    assert.equal(
      say('Please add reminders by email.', windows),
      say('Please add reminders by email.').replaceAll('\n', '\r\n'),
    );
  });
});

describe('a brief revised by named sections', () => {
  const change = (section: string, requestedContent: string, modificationReason = 'better so') =>
    reviseBrief(BRIEF, '', [{ section, modificationReason, requestedContent }]);

  test('has the section replaced and nothing else', () => {
    assert.equal(change('Overview', 'Paying, in short.'), BRIEF.replace('Customers pay online.', 'Paying, in short.'));
    assert.equal(
      change('## success criteria', '- All paid in 5 days'),
      BRIEF.replace('1. 60 % are paid within 7 days', '- All paid in 5 days'),
    );
    assert.equal(change('Title', '# Bills'), BRIEF.replace('# Invoices', '# Bills'));
  });

  test('has a list extended when the reason says add', () => {
    assert.equal(
      change('Goals', '- Clerks search\n- Clerks sort', 'add two'),
      BRIEF.replace('print invoices\n', 'print invoices\n- Clerks search\n- Clerks sort\n'),
    );
    assert.deepEqual(parseBrief(change('Out of Scope', 'Gift cards')).outOfScope, ['Refunds', 'Gift cards']);
  });

  test('stays whole whatever the content is', () => {
    const text = change('Overview', '# Big\n\n## Goals\n\n- x');
    assert.match(text, /## Overview\n\n### Big\n\n### Goals\n\n- x\n\n## Goals/);
    assert.deepEqual(briefProblems(text), []);
    assert.deepEqual(parseBrief(text).goals, ['Customers pay invoices', 'Clerks print invoices']);
  });

  test('is replaced as a whole where the whole is given', () => {
    const whole = BRIEF.replace('Customers pay online.', 'Another overview.');
    assert.equal(change('Feature Brief', whole), whole);
    assert.match(change('Feature Brief', '# Only a title'), /Open point from review: Feature Brief: what was asked/);
  });

  test('quotes Markdown that has no place line by line, never as one line', () => {
    const text = change('Rollout', '## Plan\n\n- first 10 %\n- then all');
    assert.match(
      text,
      /- Open point from review: Rollout: .*\n\n {2}> ## Plan\n {2}>\n {2}> - first 10 %\n {2}> - then all\n/,
    );
    assert.deepEqual(briefProblems(text), []);
  });

  test('in words is carried out as said of that section, and said once', () => {
    const inWords = (section: string, said: string) =>
      reviseBrief(BRIEF, said, [{ section, modificationReason: said, requestedContent: '' }]);
    assert.deepEqual(parseBrief(inWords('Goals', 'Add a search.')).goals.at(-1), 'A search');
    assert.deepEqual(parseBrief(inWords('Scope', 'Out of scope: print.')).outOfScope, ['Refunds', 'Print']);
    const text = inWords('Overview', 'The tone is dry.');
    assert.equal(text.split('The tone is dry.').length, 2, text);
    assert.match(text, /- Open point from review: Overview: The tone is dry\./);
  });

  test('gets a missing section, and an open point for an unknown one', () => {
    assert.match(change('Overview', ''), /- Open point from review: Overview: better so/);
    assert.match(change('Budget', 'Ten'), /- Open point from review: Budget: Ten/);
    const without = BRIEF.replace('## Goals', '## Aims');
    assert.match(reviseBrief(without, 'add x y to the goals', []), /\n## Goals\n\n- X y\n$/);
  });
});

test('any feedback leaves a brief whole', () => {
  const verb = fc.constantFrom('add ', 'remove ', 'rename it to ', 'replace a with ', '', 'no ', '# ', '```\n', '- ');
  fc.assert(
    fc.property(verb, fc.string({ unit: 'grapheme', maxLength: 80 }), (lead, said) => {
      const text = say(`${lead}${said}`);
      assert.deepEqual(
        briefProblems(text).filter((problem) => !problem.includes('title')),
        [],
      );
    }),
    { numRuns: 100 },
  );
});

describe('whoever is taken out of a brief', () => {
  const revised = (utterance: string) =>
    reviseBrief(writeBrief(utterance, [], null).featureBriefMarkdown, 'Remove the citizens.', []).split(
      '## Overview',
    )[1];

  test('is taken out everywhere', () => {
    const text = revised(
      'Citizens can report potholes. Drivers can see them on a map. The council gets the list every morning.',
    );
    assert.doesNotMatch(text ?? '', /citizens|Reporting potholes|more goal/i);
    assert.match(text ?? '', /^\n\nDrivers can see potholes on a map\.\n\n### Users\n\n- Drivers\n- Council\n/);
  });

  test('or nowhere, and where it is named is told', () => {
    const text = revised('Citizens can report potholes. The council sends citizens an email after a repair.');
    assert.match(text ?? '', /- Open point from review: Remove the citizens\. \(It is named in: Overview, Goals/);
    assert.match(text ?? '', /## Goals\n\n- Citizens can report potholes\n/);
  });
});
