// Claims that say with other words or in another order what the source says, each beside a false neighbour.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeClaim } from '../../../src/documents/evidence/judge-claim.ts';

const verdictOf = (claim: string, passage: string): string => judgeClaim(claim, [passage]).verdict;

const supports = (claim: string, passage: string): void => assert.equal(verdictOf(claim, passage), 'supported', claim);

const supportsNot = (claim: string, passage: string): void =>
  assert.notEqual(verdictOf(claim, passage), 'supported', claim);

describe('what a source says in other words', () => {
  it('a participle is a verb, whatever stands before it', () => {
    const passage = 'The chapel, damaged during the war, was reconstructed in 1951.';
    supports('The chapel was damaged in the war and rebuilt in 1951.', passage);
    supportsNot('The chapel was damaged in the war and demolished in 1951.', passage);
    supports('In a speech lasting two hours she promised reforms.', 'She promised reforms in a two-hour speech.');
    supportsNot('In a speech lasting ten hours she promised reforms.', 'She promised reforms in a two-hour speech.');
  });

  it('synonyms of verbs, nouns and adjectives', () => {
    const passage = 'Researchers followed 2,300 nurses for eleven years. Shares in the group lost 9 percent.';
    supports('Researchers tracked 2,300 nurses over eleven years.', passage);
    supportsNot('Researchers hired 2,300 nurses over eleven years.', passage);
    supportsNot('Shares in the group gained 9 percent.', passage);
  });

  it('phrases that say what one word says', () => {
    supports('A large number of users complained about the update.', 'Many users complained about the update.');
    supportsNot('A small number of users complained about the update.', 'Many users complained about the update.');
    const passage = 'The airline grounded its fleet in the wake of the accident.';
    supports('Following the accident, the airline grounded its fleet.', passage);
    supportsNot('Before the accident, the airline grounded its fleet.', passage);
    supports('The committee decided to postpone the vote.', 'The committee made the decision to postpone the vote.');
    supportsNot(
      'The committee declined to postpone the vote.',
      'The committee made the decision to postpone the vote.',
    );
  });

  it('verbs that only say that an amount is one', () => {
    const passage = "Data centres used 460 terawatt hours in 2022, roughly 2 percent of the world's electricity.";
    supports("Data centres accounted for roughly 2 percent of the world's electricity in 2022.", passage);
    supportsNot("Data centres accounted for roughly 5 percent of the world's electricity in 2022.", passage);
  });

  it('a change that two amounts show', () => {
    const visitors = 'The museum had 210,000 visitors last year, compared with 180,000 the year before.';
    supports('The museum had 210,000 visitors last year, up from 180,000 the year before.', visitors);
    supportsNot('The museum had 210,000 visitors last year, down from 180,000 the year before.', visitors);
    const waiting = 'With the new system, waiting times rose from 95 to 103 minutes.';
    supports('With the new system, waiting times were eight minutes longer.', waiting);
    supportsNot('With the new system, waiting times were eight minutes shorter.', waiting);
  });

  it('all but one of seven are six', () => {
    const passage = 'All but one of the seven bridges had reopened by Friday.';
    supports('Six of the seven bridges had reopened by Friday.', passage);
    supportsNot('Five of the seven bridges had reopened by Friday.', passage);
  });

  it('an age, a capacity and the ends of a span', () => {
    supports('The mean age of the participants was 54.', 'The participants were 54 years old on average.');
    supportsNot('The mean age of the participants was 45.', 'The participants were 54 years old on average.');
    supports('The ferry can carry 400 passengers.', 'The ferry carries up to 400 passengers.');
    supportsNot('The ferry always carries 400 passengers.', 'The ferry carries up to 400 passengers.');
    supports('The mission began in 2013.', 'The mission lasted from 2013 to 2019.');
    supportsNot('The mission began in 2019.', 'The mission lasted from 2013 to 2019.');
  });

  it('a participle behind a comma stands under no plan', () => {
    const passage = 'Both sides agreed to reopen the crossing at Dorne, shut since 2014.';
    supports('The crossing at Dorne has been shut since 2014.', passage);
    supportsNot('The crossing at Dorne has been reopened.', passage);
  });

  it('what is denied in other words', () => {
    supports('Participation in the trial is voluntary.', 'Patients do not have to take part in the trial.');
    supportsNot('Participation in the trial is compulsory.', 'Patients do not have to take part in the trial.');
    const passage = 'The storm cut off power to 12,000 households.';
    supports('The storm left 12,000 households without electricity.', passage);
    supportsNot('The storm left 12,000 households without water.', passage);
    supports('She can write a script unaided.', 'She can write a script without help.');
    supportsNot('She cannot write a script unaided.', 'She can write a script without help.');
  });

  it('a thing is of its kind, but not the other way round', () => {
    supports('Animals in the cages gained weight.', 'Rats in the cages gained weight.');
    supportsNot('Rats in the cages gained weight.', 'Animals in the cages gained weight.');
  });

  it('denials by a verb, an adjective or an exchange', () => {
    supports('The company denies having known of the leak.', 'The company says it did not know of the leak.');
    supportsNot('The company admits having known of the leak.', 'The company says it did not know of the leak.');
    supports('Yields have not grown since 2010.', 'Yields have stagnated since 2010.');
    supportsNot('Yields have grown since 2010.', 'Yields have stagnated since 2010.');
    supports(
      'During the repairs, buses will be used instead of trains.',
      'During the repairs, trains will be replaced by buses.',
    );
    supportsNot(
      'During the repairs, trains will be used instead of buses.',
      'During the repairs, trains will be replaced by buses.',
    );
    const open = 'The city has not decided what to do with the statue.';
    supports('The city has yet to decide what to do with the statue.', open);
    supportsNot('The city has decided what to do with the statue.', open);
  });

  it('points of percent, and times that bound no amount', () => {
    const passage = 'Turnout was 61 percent, up from 55 percent four years ago.';
    supports('Turnout was 61 percent, six points higher than four years ago.', passage);
    supportsNot('Turnout was 61 percent, six points lower than four years ago.', passage);
    supportsNot('Turnout was 61 percent, nine points higher than four years ago.', passage);
    supports('Staff work from home at least two days a week.', 'Staff work from home two or more days a week.');
    supportsNot('Staff work from home at least four days a week.', 'Staff work from home two or more days a week.');
  });

  it('a word that stands twice in the source says two words of the claim', () => {
    const passage = 'It took fire crews from four towns six hours to extinguish the fire.';
    supports('Fire crews from four towns needed six hours to put out the blaze.', passage);
    supportsNot('Fire crews from four towns needed six days to put out the blaze.', passage);
  });

  it('who is twice as likely is not exchanged', () => {
    supports('Men were twice as likely as women to drop out.', 'Men dropped out twice as often as women.');
    supportsNot('Women were twice as likely as men to drop out.', 'Men dropped out twice as often as women.');
  });

  it('one farm in five is 20 percent', () => {
    supports('Fibre reaches 20 percent of the farms.', 'Fibre reaches one farm in five.');
    supportsNot('Fibre reaches 50 percent of the farms.', 'Fibre reaches one farm in five.');
    supportsNot('She scored in 20 percent of the matches.', 'She scored one goal in five matches.');
  });

  it('the following March has the year of the date before it', () => {
    const passage = 'The siege lasted from October 1644 until the following March, when the garrison surrendered.';
    supports('The garrison surrendered in March 1645.', passage);
    supportsNot('The garrison surrendered in March 1644.', passage);
    supportsNot('The garrison surrendered in April 1645.', passage);
  });

  it('days of a month are one stretch', () => {
    supports('The line was closed in August.', 'The line was closed from 3 to 21 August.');
    supportsNot('The line was closed in July.', 'The line was closed from 3 to 21 August.');
  });

  it('what is told next came next', () => {
    const passage = 'Dlouhy clocked 10.94 seconds in the heats but pulled out of the final with a strain.';
    supports('Dlouhy withdrew from the final after clocking 10.94 seconds in the heats.', passage);
    supportsNot('Dlouhy won the final after clocking 10.94 seconds in the heats.', passage);
  });

  it('a relative clause with a preposition leaves the rest of its sentence alone', () => {
    const passage = 'The breach exposed the names of 640,000 customers. The intruders had used a stolen account.';
    supports(
      'The breach, in which the intruders used a stolen account, exposed the names of 640,000 customers.',
      passage,
    );
    supportsNot(
      'The breach, in which the intruders used a stolen key, exposed the names of 640,000 customers.',
      passage,
    );
  });
});
