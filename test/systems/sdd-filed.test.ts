// What stands in a design that was written without a model: what people gave, the fixed questions, and the lines of
// test/surface/document-texts/sdd.txt, whatever was given and in whatever language.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { BRIEFS, renderBrief } from '../../examples/sdd/render-brief.ts';
import { assembleDesign } from '../../src/documents/design/assemble-design.ts';
import { CATALOGUE } from '../../src/documents/design/catalogue.ts';
import { readItems } from '../../src/documents/design/items.ts';
import { openPointsIn, openSectionsIn } from '../../src/documents/design/open-points.ts';
import { type DesignTexts, PARTS, parsePart } from '../../src/documents/design/part.ts';
import { openQuestion, SECTION_QUESTIONS } from '../../src/documents/design/section-questions.ts';
import { validate_state } from '../../src/documents/design/state.ts';
import { headingsOf } from '../../src/documents/markdown/headings-of.ts';
import { NO_MODEL } from '../../src/documents/markdown/written-line.ts';
import type { JsonObject } from '../../src/json.ts';
import { sentencesIn } from '../../src/language/sentences.ts';
import { statementsIn } from '../../src/systems/features/statements-in.ts';
import { faultIn, parsedDiagrams } from '../../src/systems/sdd/read-diagrams.ts';
import { filePart } from '../../src/systems/sdd/writers/file-section.ts';
import type { GivenTexts } from '../../src/systems/sdd/writers/given-texts.ts';
import { sddWriters } from '../../src/systems/sdd/writers/offline.ts';
import { lostSentences, pinnedTexts, unexplainedLines } from '../support/filed-words.ts';
import { HOSTILE } from '../support/said-texts.ts';
import { soaked } from '../support/soak.ts';

const PINNED = pinnedTexts('sdd');
const SENTENCES = [
  ...['Members book a court.', 'Dr. Smith approves 3.5 % of 1,000 claims!', 'Who may cancel (and until when)?'],
  ...['Mitglieder buchen einen Platz, z. B. am Abend.', 'Der Verein sieht alle Buchungen; niemand sonst.'],
  ...['Les membres réservent un court « en ligne » !', "L'hôtel envoie la facture au client."],
  ...['会員はコートを予約する。', '予約は24時間前まで取り消せる。', 'x'.repeat(90), '👍 Good 👩‍👩‍👧 idea.'],
];
const piece = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...SENTENCES) }, fc.constantFrom(...HOSTILE));
const text = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '\n\n', '\n\n')), { minLength: 1, maxLength: 20 })
  .map((pieces) => pieces.map(([words]) => words).join('\n\n'));
const LONG = SENTENCES.join('\n').repeat(30).slice(0, 16_000);
const said = fc.oneof({ weight: 9, arbitrary: text }, fc.constant(LONG));

const given = fc.record({
  ...{ brief: said, context: fc.oneof(fc.constant(''), said), prd: fc.constant(null) },
  requirements: fc.record({
    functional: fc.array(piece, { maxLength: 3 }),
    constraints: fc.array(piece, { maxLength: 2 }),
  }),
  answers: fc.array(
    fc.record({
      question: fc.oneof(
        piece,
        fc.constantFrom(SECTION_QUESTIONS.hld.security ?? '', SECTION_QUESTIONS.lld.integrations ?? ''),
      ),
      answer: said,
    }),
    { maxLength: 2 },
  ),
});

const draft = (own: GivenTexts, last?: DesignTexts, feedback: readonly string[] = []): DesignTexts => {
  const issues = feedback.map((description) => ({ description, location: '' }));
  const texts = last ?? { hld: '', lld: '', database: '' };
  const parts = PARTS.map((part) => [part, filePart(part, { given: own, texts, issues })]);
  return Object.fromEntries(parts) as unknown as DesignTexts;
};

const documentOf = (texts: DesignTexts): string =>
  assembleDesign({
    ...{ texts, title: 'Title', status: 'REVIEW', created_at: '', project_brief: '', version: 1, revision_count: 0 },
    ...{ added: {}, open: [], written: NO_MODEL },
  });

/** The id of a requirement stands apart from its words. */
const REQUIREMENT = /^REQ-\d{3,}:?\s+/;

function wordsGiven({ brief, context, requirements, answers }: GivenTexts): readonly string[] {
  const lines = Object.entries(requirements).flatMap(([kind, all]) =>
    (all as string[]).map((line) => ({ kind, line })),
  );
  const isUseCase = ({ kind, line }: (typeof lines)[number]): boolean =>
    kind === 'functional' || REQUIREMENT.test(line);
  const others = lines.filter((each) => !isUseCase(each)).map(({ line }) => line);
  return [
    ...headingsOf(brief).map(({ text }) => text),
    ...[brief, context, ...answers.map(({ answer }) => answer)].flatMap(statementsIn),
    ...others.flatMap((each) => sentencesIn(each)),
    ...lines.filter(isUseCase).map(({ line }) => line.replace(REQUIREMENT, '')),
    ...answers.map(({ question }) => question),
  ];
}

describe('the parts that are filed without a model', () => {
  test('hold no line that nobody gave, and lose no sentence, in any language', () => {
    fc.assert(
      fc.property(given, fc.array(piece, { maxLength: 3 }), (own, feedback) => {
        const first = draft(own);
        const second = draft(own, first, feedback);
        const document = documentOf(second).replace(/^---\n[\s\S]*?\n---\n/, '');
        const prose = document.replace(/```mermaid\n[\s\S]*?\n```/g, '').replace('# Title', '');
        const words = [...wordsGiven(own), ...feedback];
        assert.deepEqual(unexplainedLines(prose, PINNED, words), []);
        assert.deepEqual(lostSentences(prose, words), []);
      }),
      { numRuns: soaked(150) },
    );
  });

  test('have the sections of the catalogue, are long enough, and keep their ids in the next round', () => {
    fc.assert(
      fc.property(given, piece, (own, feedback) => {
        const first = draft(own);
        const second = draft(own, first, [feedback]);
        for (const part of PARTS)
          assert.deepEqual(
            parsePart(part, second[part]).sections.map(({ id }) => id),
            CATALOGUE[part].map(({ id }) => id),
          );
        const state = { project_brief: 'A long brief.', hld_draft: first.hld, lld_draft: first.lld };
        const drafts = { ...state, database_schema: first.database };
        assert.deepEqual(validate_state('WriterFormatterAgent', drafts), []);
        const { useCases, ...others } = readItems(second);
        assert.deepEqual(
          useCases.map(({ id }) => id),
          useCases.map((_, at) => `UC-${String(at + 1).padStart(3, '0')}`),
        );
        assert.deepEqual(
          useCases.map(({ id, title }) => [id, title]),
          readItems(first).useCases.map(({ id, title }) => [id, title]),
        );
        assert.deepEqual(Object.values(others).flat(), [], 'nothing else is designed');
      }),
      { numRuns: soaked(100) },
    );
  });

  test('have three diagrams that parse, with nothing in them but their use cases', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (own) => {
        const texts = draft(own);
        const diagrams = await parsedDiagrams(texts);
        assert.equal(diagrams.length, 3);
        for (const { source } of diagrams) assert.equal(await faultIn(source), null, source);
        const [architecture, flow, entities] = diagrams.map(({ source }) => source);
        assert.equal(architecture, 'flowchart LR\n    S["The design names no components"]');
        assert.equal(entities, 'erDiagram\n    NO_TABLES');
        const ids = [...(flow ?? '').matchAll(/^ {4}(\w+)\["/gm)].map(([, id]) => id?.replace('_', '-'));
        assert.deepEqual(
          ids,
          readItems(texts).useCases.map(({ id }) => id),
        );
      }),
      { numRuns: soaked(15) },
    );
  });
});

const FACTS = { workflow: '', step: '', title: '', prompt: '', input: null, data: {}, schema: null };
const OWN: GivenTexts = { brief: 'Members book a court.', context: '', requirements: {}, answers: [], prd: null };

test('every question is asked in its section, once, and is a line that is pinned', () => {
  const texts = draft(OWN);
  for (const part of PARTS)
    for (const { id, text: own } of parsePart(part, texts[part]).sections) {
      assert.ok(own.includes(`\n${openQuestion(part, id)}\n`), `${part}/${id}`);
      assert.ok(PINNED.includes(openQuestion(part, id)));
    }
  assert.equal(openSectionsIn(texts).length, PARTS.flatMap((part) => CATALOGUE[part]).length);
  assert.deepEqual(openPointsIn(texts), []);
});

test('a requirement of a PRD is a use case that names it, in its own words', () => {
  const description = 'Das System zeigt Buchungen.\n- Given A\n- When B';
  const { hld } = draft({ ...OWN, prd: [{ id: 'REQ-007', title: 'Buchungen', description }] });
  assert.match(
    hld,
    /### UC-001: Buchungen\n\n- \*\*Requirements\*\*: REQ-007\n\nDas System zeigt Buchungen\. - Given A - When B\n/,
  );
  assert.doesNotMatch(hld, /Members book/, 'the brief of a PRD stands in the PRD');
});

test('requirements that were listed are use cases, by their ids too; what else was listed stands above them', () => {
  const functional = ['REQ-003: Walls. Members book a wall.', 'Staff close a wall.'];
  const { hld } = draft({ ...OWN, requirements: { functional, constraints: ['Out of scope: Payment'] } });
  assert.match(
    hld,
    /\n- Members book a court\.\n- Out of scope: Payment\n\n### UC-001: Walls\. Members book a wall\n\n/,
  );
  assert.match(
    hld,
    /\n- \*\*Requirements\*\*: REQ-003\n\nWalls\. Members book a wall\.\n\n### UC-002: Staff close a wall\n/,
  );
  // As a run has it that began before requirements were kept one by one.
  const older = draft({ ...OWN, requirements: { functional }, prd: [] });
  assert.match(older.hld, /- \*\*Requirements\*\*: REQ-003\n/);
});

test('an answer stands under the section whose question it answers', () => {
  const question = SECTION_QUESTIONS.hld.security ?? '';
  const { hld } = draft({ ...OWN, answers: [{ question, answer: 'Clerks see all. They sign in by card.' }] });
  assert.match(hld, /## Security\n\nWho may see[^\n]*\n\n- Clerks see all\.\n- They sign in by card\.\n/);
  assert.doesNotMatch(hld, /open: Who may see/);
});

test('what was asked for is filed once under the section it names, else in the first one', () => {
  const first = draft(OWN);
  const issues = [
    { description: 'Name the roles.', location: 'HLD: Security' },
    { description: 'UC-001 needs a fee.', location: '' },
    { description: 'More detail.', location: '' },
    { description: 'Say when.', location: 'LLD: Nowhere' },
  ];
  const parts = PARTS.map((part) => [part, filePart(part, { given: OWN, texts: { ...first }, issues })]);
  const points = openPointsIn(Object.fromEntries(parts) as unknown as DesignTexts);
  assert.deepEqual(points.map(({ section, point }) => `${section}: ${point}`).sort(), [
    'HLD: Overview and Use Cases: More detail.',
    'HLD: Overview and Use Cases: UC-001 needs a fee.',
    'HLD: Security: Name the roles.',
    'LLD: API Endpoints: Say when.',
  ]);
});

test('one section at a time is filed as the whole is', async () => {
  const run = {
    brief: OWN.brief,
    requirements: {},
    clarifications: [],
    issues: [{ description: 'Why?', location: 'HLD: Security' }],
  };
  const write = (step: string, item: JsonObject | null) =>
    sddWriters
      .find((each) => each.workflow === 'sdd-draft-hld' && each.step === step)
      ?.write({ ...FACTS, runInput: run, item });
  const whole = String(await write('whole', null));
  for (const { id, text: own } of parsePart('hld', whole).sections)
    assert.equal(String(await write('rest', { id, last: '' })).trim(), own.trim(), id);
  assert.match(whole, /## Security\n\nopen: Why\?\n\nopen: Who may/);
});

test('a line of an example is no open point', () => {
  const hld = '## Overview\n\n```yaml\nopen: 09:00\n```\n\nopen: Why?\n';
  assert.deepEqual(openPointsIn({ hld, lld: '', database: '' }), [{ section: 'HLD: Overview', point: 'Why?' }]);
});

test('a part that a person wrote without headings keeps their text, with the point below it', () => {
  const own = 'We build it as we built the last one.\n\nNothing more.';
  const texts = { hld: own, lld: '', database: '' };
  const issues = [{ description: 'Why?', location: 'HLD: Security' }];
  assert.equal(filePart('hld', { given: OWN, texts, issues }), `${own}\n\nopen: Why?\n`);
});

test('what nobody asked to change stays byte for byte', () => {
  const hld = '# Ours\n\n## Components\n\n\n### CMP-001: One\n- a  \n\n\n\n## Security\nText\n## Own Section\n\nEnd';
  const texts = { hld, lld: '', database: '' };
  assert.equal(filePart('hld', { given: OWN, texts, issues: [] }), hld);
  const issues = [{ description: 'Why?', location: 'HLD: Security' }];
  const filed = filePart('hld', { given: OWN, texts, issues });
  assert.equal(filed, hld.replace('## Security\nText', '## Security\n\nopen: Why?\n\nText'));
  assert.equal(filePart('hld', { given: OWN, texts: { ...texts, hld: filed }, issues }), filed, 'and is filed once');
});

test('of a brief of 200 KB nothing is lost, and its part is no longer than can be read', () => {
  const words = Array.from({ length: 18_000 }, (_, at) => `Go ${at}.`);
  const hld = filePart('hld', {
    given: { ...OWN, brief: words.join(' ') },
    texts: { hld: '', lld: '', database: '' },
    issues: [],
  });
  assert.ok(hld.split('\n').length < 5_000);
  const filed = readItems({ hld, lld: '', database: '' }).useCases.length;
  assert.ok(filed > 500 && filed <= 1_000, String(filed));
  const body = hld
    .split('\n')
    .filter((line) => line.startsWith('Go '))
    .join(' ');
  assert.equal(body, words.join(' '));
});

test('the designs of examples/sdd are what is filed of their briefs', () => {
  for (const name of BRIEFS)
    for (const [file, filed] of Object.entries(renderBrief(name)))
      assert.equal(
        readFileSync(new URL(`../../examples/sdd/${name}/${file}`, import.meta.url), 'utf8'),
        filed,
        `run examples/sdd/main.ts: ${name}/${file}`,
      );
});
