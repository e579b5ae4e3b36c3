// Without a model nothing is made up: over random texts in several languages every line of a feature's documents is
// somebody's own words or stands in the pinned list, and nothing that somebody said is lost.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { shortTitle } from '../../src/documents/markdown/filed-text.ts';
import { approveBrief } from '../../src/documents/prd/approve-brief.ts';
import { assemblePrd } from '../../src/documents/prd/assemble-prd.ts';
import { checkPrd, settlePrd } from '../../src/documents/prd/check-prd.ts';
import { finalisePrd } from '../../src/documents/prd/finalise-prd.ts';
import { briefProblems } from '../../src/documents/prd/parse-brief.ts';
import { START_QUESTIONS } from '../../src/documents/prd/start-questions.ts';
import { emptyRequirements, mergeReview } from '../../src/documents/requirements/merge-review.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import type { Requirement } from '../../src/documents/requirements/requirement.ts';
import { reviewOf } from '../../src/documents/requirements/review-of.ts';
import { withWrittenBy } from '../../src/documents/requirements/written-by.ts';
import type { JsonObject } from '../../src/json.ts';
import { saidSentences } from '../../src/language/said-sentences.ts';
import { statementsIn } from '../../src/systems/features/statements-in.ts';
import { shownRequirements } from '../../src/systems/prd/not-sorted.ts';
import { prdWriters } from '../../src/systems/prd/offline.ts';
import type { Random } from '../simulation/random.ts';
import { lostSentences, pinnedTexts, unexplainedLines } from '../support/filed-words.ts';
import { SENTENCES, saidText } from '../support/said-texts.ts';
import { seededRandom, soaked } from '../support/soak.ts';

const PINNED = pinnedTexts('prd');
const DAY = '2026-01-02';
const SIGNATURE = {
  ...{ approver: 'ada', approvedAt: `${DAY}T03:00:00.000Z`, signed: `sha256:${'0'.repeat(64)}`, run: 'run_1' },
};

interface Said {
  readonly utterance: string;
  readonly answers: { readonly [id: string]: string };
  readonly feedback: string;
  readonly added: string;
  readonly prdFeedback: string;
}

function write(step: string, input: JsonObject, data: JsonObject): JsonObject {
  const writer = prdWriters.find((each) => each.step === step);
  const facts = { workflow: 'prd', step, title: step, prompt: '', item: null, runInput: {}, schema: null, input, data };
  return writer?.write(facts) as JsonObject;
}

/** As a gate fills it in where the person gave no notes. */
const CHANGED = { verdict: 'modify', notes: 'Changed in the review.', change: { priority: 'high' } } as const;

function reviewed(file: string, proposal: JsonObject, second: number, isFirstRejected: boolean): string {
  const proposed = proposal.functionalRequirements as unknown as readonly Requirement[];
  const shown = shownRequirements(proposed, proposal);
  const [first] = isFirstRejected && shown.length > 1 ? shown : [];
  const changed = isFirstRejected ? shown[1] : undefined;
  const verdicts = {
    ...(first !== undefined && { [first.id]: { verdict: 'reject', reason: 'Not now.' } as const }),
    ...(changed !== undefined && { [changed.id]: CHANGED }),
  };
  const made = reviewOf(shown, verdicts, { verdict: 'approve' }, {});
  assert.ok('review' in made, JSON.stringify(made));
  const { review } = made;
  const time = `${DAY}T03:00:0${second}.000Z`;
  const merged = mergeReview(file, review, { time, reviewer: 'ada', isByRules: true });
  assert.ok('text' in merged, JSON.stringify(merged));
  return withWrittenBy(merged.text);
}

/** Through every step, with everything filed that may be said on the way. */
function play({ utterance, answers, feedback, added, prdFeedback }: Said) {
  const clarifications = Object.entries(answers).map(([id, answer]) => ({ id, question: `Asked ${id}?`, answer }));
  const data = { userUtterance: utterance, userInput: { clarifications } };
  const first = write('FB', { currentFeatureIds: [] }, data);
  const review = { featureBriefUserFeedback: feedback, featureBriefContent: first.featureBriefMarkdown ?? '' };
  const brief = String(write('FBUpdate', {}, { ...data, ...review }).featureBriefMarkdown);
  assert.deepEqual(briefProblems(brief), []);
  let file = emptyRequirements(String(first.recommendedFeatureId));
  const known = () => ({ featureBrief: brief, requirementsContent: file });
  file = reviewed(file, write('IR', known(), data), 0, true);
  const more = write('GR', { ...known(), addedRequirements: [added] }, { ...data, identifiedGaps: [] });
  file = reviewed(file, more, 1, false);
  const { items, problems } = parseRequirements(file);
  assert.deepEqual(problems, []);
  const parts = {
    ...({ featureId: 'a-feature', author: 'ada', date: DAY, status: 'draft', utterance, brief } as const),
    ...{ requirements: items, isByRules: true, writtenBy: 'without a model' },
  };
  const reviews = [{ userFeedback: prdFeedback, modifications: [] }];
  const written = write('PG', { ...known(), prdDraft: assemblePrd(parts), reviews }, data);
  const prd = String(written.prdContent);
  assert.deepEqual(checkPrd(prd, parts, prd), []);
  const approved = approveBrief(brief, SIGNATURE, 'without a model');
  const signed = finalisePrd(settlePrd(prd, parts), { date: DAY, ...SIGNATURE });
  return { brief: approved, file, prd: signed, id: String(first.recommendedFeatureId) };
}

function holds(said: Said): void {
  const { brief, file, prd, id } = play(said);
  const goals = statementsIn(said.utterance);
  const others = [...Object.values(said.answers), said.feedback, said.added, said.prdFeedback];
  const sentences = [...goals, ...others.flatMap(saidSentences)];
  const ids = parseRequirements(file).history.flatMap((each) => [each.approved, each.rejected, each.modified]);
  const known = [
    ...sentences,
    ...sentences.map((sentence) => shortTitle(sentence)),
    ...said.utterance.split(/\r\n|\r|\n/),
    ...Object.keys(said.answers).map((name) => `Asked ${name}?`),
    ...ids.map((each) => each.join(', ')),
    ...[id, 'ada', 'run_1', 'Not now.'],
  ];
  for (const text of [brief, file, prd]) assert.deepEqual(unexplainedLines(text, PINNED, known), []);
  const inBrief = [...goals, ...[...Object.values(said.answers), said.feedback].flatMap(saidSentences)];
  assert.deepEqual(lostSentences(brief, inBrief), []);
  assert.deepEqual(lostSentences(file, [...goals, ...saidSentences(said.added)]), []);
  assert.deepEqual(lostSentences(prd, sentences), []);
}

const textOf = (random: Random, language: string, most: number): string =>
  saidText(random, language, 1 + random.int(most));

describe('documents without a model', () => {
  for (const language of Object.keys(SENTENCES))
    test(`hold nothing that nobody said, and all that somebody said, in ${language}`, (t) => {
      const random = seededRandom(t);
      for (let round = 0; round < soaked(6); round += 1) {
        const ids = [...START_QUESTIONS.map(({ id }) => id), 'instead', 'budget'].filter(() => random.chance(0.5));
        holds({
          utterance: textOf(random, language, 8).trim() || 'A word.',
          answers: Object.fromEntries(ids.map((id) => [id, textOf(random, language, 4)])),
          ...{ feedback: textOf(random, language, 5), added: textOf(random, language, 5) },
          prdFeedback: textOf(random, language, 5),
        });
      }
    });

  test('also where each answer has 16 KB', (t) => {
    const random = seededRandom(t);
    const long = (language: string): string => {
      let text = '';
      while (text.length < 16_000) text += textOf(random, language, 20);
      return text.slice(0, 16_000).trim();
    };
    holds({
      utterance: long('German'),
      answers: { who: long('French'), result: long('English') },
      ...{ feedback: long('English'), added: long('Japanese'), prdFeedback: long('German') },
    });
  });
});
