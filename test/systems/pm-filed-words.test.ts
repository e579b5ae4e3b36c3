// Without a model nothing is made up: over random interviews in several languages every line of a specification and its
// stories is the person's own words or stands in the pinned list, and nothing that was said is lost.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sectionChanges } from '../../src/cli/review/section-changes.ts';
import { oneLine } from '../../src/documents/markdown/headings-of.ts';
import { checkSpec } from '../../src/documents/spec/check-spec.ts';
import { openPoints } from '../../src/documents/spec/open-points.ts';
import { readSpec } from '../../src/documents/spec/read-spec.ts';
import { writeStory } from '../../src/documents/stories/write-story.ts';
import type { JsonObject } from '../../src/json.ts';
import { statementsIn } from '../../src/systems/features/statements-in.ts';
import { editedSpec } from '../../src/systems/pm/gates/edited-spec.ts';
import { PRD_ATTACHED } from '../../src/systems/pm/opening-words.ts';
import { filed } from '../../src/systems/pm/writers/file-text.ts';
import { lostSentences, pinnedTexts, unexplainedLines } from '../support/filed-words.ts';
import { draftOf, holdInterview, storiesOf } from '../support/hold-interview.ts';
import { HOSTILE, SENTENCES, saidText } from '../support/said-texts.ts';
import { seededRandom, soaked } from '../support/soak.ts';

const PINNED = pinnedTexts('pm');

/** What was said at once, by every way of reading it: a reply to several questions may be divided between them. */
type Said = readonly (readonly string[])[];

/** Every line is explained, nothing is lost, and the seven checks pass. */
function holds(markdown: string, said: readonly Said[]): void {
  assert.deepEqual(checkSpec(markdown).blocking, []);
  const texts = said.flat(2);
  const sentences = [...new Set(texts.flatMap(statementsIn))];
  // A line of somebody's text is their words as a sentence is.
  const lines = texts.flatMap((text) => text.split(/\r\n|[\r\n\u2028\u2029]/));
  assert.deepEqual(unexplainedLines(markdown, PINNED, [...sentences, ...lines]), []);
  const lost = new Set(lostSentences(markdown, sentences));
  const isWhole = (own: readonly string[]): boolean => !own.flatMap(statementsIn).some((each) => lost.has(each));
  assert.deepEqual(
    said.filter((ways) => !ways.some(isWhole)),
    [],
  );
  const { vision, title, requirements } = readSpec(markdown);
  // Stories quote the specification.
  const titles = requirements.map((each) => each.title);
  const plainVision = oneLine(vision.replace(/^[ \t]*[-*+][ \t]+/gm, ''));
  const quoted = [...sentences, ...sentences.map(filed), ...titles, plainVision, oneLine(vision), title, 'a-feature'];
  const inFront = quoted.map((each) => JSON.stringify(each));
  for (const story of storyTexts(markdown).slice(0, 20))
    assert.deepEqual(unexplainedLines(story, PINNED, [...quoted, ...inFront]), []);
}

function storyTexts(markdown: string): readonly string[] {
  const stories = storiesOf(markdown, 'a-feature');
  const spec = readSpec(markdown);
  assert.equal(stories.length, spec.requirements.length);
  return stories.map((story) => writeStory(story, { spec, stories }));
}

describe('an interview without a model', () => {
  for (const piece of HOSTILE)
    test(`quotes ${JSON.stringify(piece)} in its specification and its stories`, () => {
      holds(
        draftOf(
          holdInterview(piece, () => null),
          { feedback: null },
        ),
        [[[piece]]],
      );
    });

  for (const language of Object.keys(SENTENCES))
    test(`in ${language} files each sentence word for word and adds none`, (t) => {
      const random = seededRandom(t);
      for (let round = 0; round < soaked(5); round++) {
        const said: Said[] = [];
        const text = (): string => saidText(random, language, random.chance(0.05) ? 400 : random.pick([1, 1, 2, 6]));
        const say = (...ways: Said): string => {
          said.push(ways);
          return ways[0]?.[0] ?? '';
        };
        const run = holdInterview(random.chance(0.8) ? say([text()]) : '', (questions, turn) => {
          if (turn > 14 || random.chance(0.03)) return null;
          if (random.chance(0.15)) return 'skip';
          if (questions.length === 1) return say([text()]);
          const parts = questions.map(text);
          const isByNumber = random.chance(0.7);
          const reply = isByNumber ? parts.map((part, at) => `${at + 1}. ${part}`).join('\n') : parts.join('\n');
          return say([reply], parts, reply.split(/\r\n|[\r\n]/));
        });
        const feedback = random.chance(0.3) ? say([text()]) : null;
        holds(draftOf(run, { feedback }), said);
      }
    });
});

const IDEA = 'Members book a court. The desk sees who comes.';

test('what was answered belongs to the question that was asked, whatever its words and length', () => {
  const pasted =
    SENTENCES.English?.map((each) => `${each}\n`)
      .join('')
      .repeat(120) ?? '';
  const said = ['Ein Verein.', 'Die Mitglieder und die zwei Damen am Empfang.', 'Booking.', pasted, 'no'];
  const run = holdInterview(IDEA, (_, turn) => said[turn] ?? null);
  const markdown = draftOf(run);
  assert.match(markdown, /## Vision\n\nEin Verein\.\n\n## Users\n\n- Die Mitglieder und die zwei Damen am Empfang\.\n/);
  assert.match(markdown, /### In Scope\n\n- Booking\.\n\n### Out of Scope\n\n- Members book a court online\.\n/);
  assert.equal(readSpec(markdown).outOfScope.length, 360);
  assert.deepEqual(
    readSpec(markdown).requirements.map(({ description }) => description),
    [...['Members book a court.', 'The desk sees who comes.', 'no']],
  );
  assert.deepEqual(checkSpec(markdown).blocking, []);
});

test('acceptance is asked for up to three requirements a turn, and answered by number or by line', () => {
  const asked: string[][] = [];
  const run = holdInterview(`${IDEA} A guest pays. All of it works on a phone.`, (questions) => {
    asked.push(questions.map(({ text }) => text));
    if (questions.length === 3) return '1. The court is taken.\nIt is shown.\n3. The bill is paid.';
    return questions.length === 2 ? 'A list shows them.\nA phone shows all of it.' : 'skip';
  });
  assert.deepEqual(
    asked.map((texts) => texts.length),
    [1, 1, 1, 1, 1, 3, 2, 1, 1, 1],
  );
  assert.equal(asked[5]?.[0], 'How will one see that R-001 is done? (Members book a court)');
  const { requirements } = readSpec(draftOf(run));
  assert.deepEqual(
    requirements.map(({ criteria }) => criteria),
    [
      ['The court is taken.', 'It is shown.'],
      ['A list shows them.'],
      ['The bill is paid.'],
      ['A phone shows all of it.'],
    ],
  );
});

test('/back asks the last question again, /edit a topic; the later answer takes the place of the earlier', () => {
  const said = ['First.', '/back', 'Second.', 'Everybody.', '/edit vision', 'Third.', '/edit colour', 'Courts.'];
  const asked: string[] = [];
  const run = holdInterview(IDEA, (questions, turn) => {
    asked.push(questions[0]?.text ?? '');
    return said[turn] ?? null;
  });
  const [vision, users, scope] = ['What is it for?', 'Who uses it?', 'What belongs to the first version?'];
  const out = 'What is left out of the first version?';
  assert.deepEqual(asked, [vision, users, vision, users, scope, vision, scope, scope, out]);
  const { vision: filedVision, inScope } = readSpec(draftOf(run));
  assert.deepEqual([filedVision, inScope], ['Third.', ['Courts.']]);
});

test('what is said behind the last question is a requirement too, and the list says that it is over', () => {
  const run = holdInterview(IDEA, (_, turn) => (turn < 12 ? 'skip' : null));
  const more = [...run.messages, { from: 'person' as const, text: 'A guest pays.' }];
  assert.match(
    run.messages.at(-1)?.text ?? '',
    /^Left open: dependencies\.\n\nEvery question of the list was asked; 9 stand open\. Say what/,
  );
  const { requirements } = readSpec(draftOf({ ...run, messages: more }));
  assert.equal(requirements[2]?.description, 'A guest pays.');
});

test('what is left open counts for the seven checks and stands where its answer belongs', () => {
  const markdown = draftOf(holdInterview('', () => null));
  assert.deepEqual(checkSpec(markdown).blocking, []);
  assert.deepEqual(
    openPoints(markdown).map(({ text }) => text),
    [
      ...['What is it for?', 'Who uses it?', 'What belongs to the first version?'],
      ...['What is left out of the first version?', 'How will one see that R-001 is done?'],
      ...['Which limits hold?', 'What comes first, and what can wait?', 'What must be there before it?'],
    ],
  );
  assert.match(markdown, /^written: without a model$/m);
  assert.match(markdown, /^# Feature: open: What is it to do\?\n\nWritten without a model: /m);
  assert.equal(storyTexts(markdown).length, 1);
});

test('a story is its requirement, word for word, with its criteria; nobody estimated it', () => {
  const [story = ''] = storyTexts(draftOf(holdInterview(IDEA, () => null)));
  assert.match(story, /^points: 3\ntype: app$/m);
  assert.match(story, /\nMembers book a court\.\n\nNot estimated: no model is connected; /);
  assert.match(story, /- \[ \] open: How will one see that R-001 is done\? \(R-001\.1\)/);
});

describe('what an interview begins with', () => {
  const begun = (name: string, text: string, prd: JsonObject) => {
    const attachments = [{ name, text }];
    const held = { messages: [{ from: 'person' as const, text: PRD_ATTACHED, attachments }] };
    return draftOf({ ...held, state: { checklist: [], assumptions: [] } }, { prd });
  };

  test('a PRD: its requirements word for word, with where they are from; what it says is asked no more', () => {
    const requirements = [
      {
        id: 'REQ-001',
        title: 'Book',
        description: 'Members book a court.\nPriority: as the club says.',
        priority: 'high',
      },
      { id: 'REQ-007', title: 'See', description: 'The desk sees who comes.', priority: 'medium' },
    ];
    const overview = '## Overview\n\nNobody calls.\nopen: Who pays?\n\n### Users\n\n- Members';
    const brief = `${overview}\n\n## Scope\n\n### Out of Scope\n\n- Payments`;
    const markdown = begun('PRD.md', `# Courts\n\n${brief}`, { title: 'Courts', requirements });
    const spec = readSpec(markdown);
    assert.deepEqual(checkSpec(markdown).blocking, []);
    assert.deepEqual(
      spec.requirements.map(({ title, sources, priority }) => [title, ...sources, priority]),
      [
        ['Book', 'REQ-001', 'must'],
        ['See', 'REQ-007', 'should'],
      ],
    );
    assert.match(markdown, /\*\*Description:\*\* Members book a court\.\nPriority\\: as the club says\.\n/);
    assert.deepEqual([spec.title, spec.vision, spec.outOfScope], ['Courts', 'Nobody calls.', ['Payments']]);
    assert.match(markdown, /## Users\n\n- Members\n/);
  });

  test('a design alone: its use cases', () => {
    const markdown = begun('design.md', '## HLD\n\n### UC-001: Members book a court\n\nMore of it.\n', {
      requirements: [],
    });
    assert.deepEqual(checkSpec(markdown).blocking, []);
    assert.deepEqual(
      readSpec(markdown).requirements.map(({ title, description }) => [title, description]),
      [['Members book a court', 'Members book a court']],
    );
    assert.equal(readSpec(markdown).title, 'Members book a court');
  });
});

test('what a person changes in an editor, title and front matter too, is taken as it is', () => {
  const before = draftOf(holdInterview(IDEA, () => null));
  const after = before
    .replace('priority: should', 'priority: must')
    .replace('# Feature: Members book a court', '# Feature: Courts')
    .replace('- open: Who uses it?', '- Members.');
  const changes = sectionChanges(before, after, 'Edited.');
  const edited = editedSpec(before, { changes, feedback: 'More is to come.', messages: 3 });
  const written = 'written: without a model and edited by a person after message 3';
  const points = '\n## Review Points\n\n- open: Edited.\n- open: More is to come.\n';
  assert.equal(
    edited.replace('## Users\n\n- Members.\n- open: Edited.\n', '## Users\n\n- Members.\n'),
    `${after.replace('written: without a model', written)}${points}`,
  );
  assert.deepEqual(checkSpec(edited).blocking, []);
});
