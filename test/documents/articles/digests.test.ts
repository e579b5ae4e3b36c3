// What stands in a digest, whatever the texts: its title, headings that were asked for or are titles of sources, pinned
// lines, and sentences that a source has word for word, each with its citation. It passes the check of its own claims.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { assembleWritten } from '../../../src/documents/article/assemble-written.ts';
import { digestOutline, digestTitle } from '../../../src/documents/article/digest-sections.ts';
import { writeDigest } from '../../../src/documents/article/write-digest.ts';
import { chooseEvidence } from '../../../src/documents/evidence/choose-evidence.ts';
import { digestNote } from '../../../src/documents/evidence/head-note.ts';
import { ledgerProblems } from '../../../src/documents/evidence/ledger-problems.ts';
import { makeLedger } from '../../../src/documents/evidence/make-ledger.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { language } from '../../../src/language/words/language.ts';
import { pinnedTexts, unexplainedLines } from '../../support/filed-words.ts';
import { briefOf } from './brief-of.ts';

const SENTENCES: readonly string[] = [
  ...['The old mill by the river was built in 1820.', 'Dr. Weir says "the mill pays for itself" in 12 years.'],
  ...['In 2019 the mill used 4.5 % less water than in 2018.', 'Millers did not like the new wheel of the mill.'],
  ...['Die alte Mühle am Fluss wurde im Jahr 1820 gebaut.', 'Die Mühle steht z. B. seit drei Jahren ganz still.'],
  ...['Le vieux moulin a été construit en 1820 par un prêtre.', 'Le moulin tourne « toute la nuit » en hiver.'],
  ...['古い水車は1820年に川のそばに建てられた。', '水車は毎日三百人の客を集めている。'],
];
const HOSTILE: readonly string[] = [
  ...['# The mill is a heading.', '> The mill is quoted here by somebody.', '- The mill is an item of a list [e9].'],
  ...['The mill <script>alert(1)</script> was built in 1820.', '![The mill](https://evil.invalid/a.png) is old.'],
  ...['The mill [is here](https://evil.invalid/) for all to see.', 'The *mill* and the __wheel__ are `old` ones.'],
  ...['```\nThe mill is code in this text.\n```', '| The mill | 1820 |\n| --- | --- |', '<!-- The mill was sold. -->'],
  ...['The mill costs $5 [1] and [[2]](ledger.md#c1) a day.', '## References\n\n1. The mill. mill.md'],
  ...['1. The mill has a number before it.', 'The mill \\# has a backslash in it.', 'Open: what is the mill for?'],
];
const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SENTENCES) },
  { weight: 2, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }).map((each) => `The mill ${each}.`) },
);
/** Up to 16 KB. */
const texts = fc.array(
  fc.record({
    title: fc.oneof(fc.constantFrom('The mill', 'References', 'Die Mühle # 1', '水車'), fc.string()),
    lines: fc.array(line, { maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 4 },
);

function sourceOf(
  { title, lines }: { readonly title: string; readonly lines: readonly string[] },
  at: number,
): SourceText {
  const text = lines.join('\n\n').slice(0, 16_384);
  const digest = createHash('sha256').update(`${at} ${text}`).digest('hex');
  return {
    ...{
      id: `s${digest.slice(0, 32)}`,
      hash: `sha256:${digest}`,
      address: `docs/${at}.md`,
      also: [],
      title,
      type: 'local',
    },
    ...{ publishedAt: null, authors: [], publisher: '', retrievedAt: '', words: 1, isWhole: true, score: 0.5 },
    ...{ reasons: [], text },
  };
}

const hash = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const withoutCitations = (text: string): string => text.replace(/ ?\[\[\d+\]\]\(ledger\.md#c\d+\)/g, '');
const TOPIC = 'mill Mühle moulin 水車';

function digested(sources: readonly SourceText[], sections: readonly string[]) {
  const brief = briefOf(TOPIC, { specific_sections: sections });
  const passages = chooseEvidence(brief, sources, language);
  const outline = digestOutline(brief, passages, sources);
  const draft = writeDigest(outline, passages, language);
  const given = { brief, draft, passages, sources, texts: sources, edits: [], judged: [], contradictions: [], hash };
  return draft === ''
    ? null
    : { ...assembleWritten({ ...given, language, note: digestNote(false) }), outline, passages };
}

describe('a digest', () => {
  test('has no line of its own but pinned ones, and only whole sentences of its sources', () => {
    const pinned = pinnedTexts('research');
    let filed = 0;
    fc.assert(
      fc.property(texts, fc.constantFrom([], ['The wheel', 'Wasser']), (given, sections) => {
        const sources = given.map(sourceOf);
        const made = digested(sources, sections);
        if (made === null) return;
        filed += made.ledger.entries.length;
        const [body = ''] = withoutCitations(made.markdown).split('\n## References\n');
        const sentences = made.passages.map(({ text }) => text);
        const headings = made.outline.sections.map(({ heading }) => heading);
        const said = [digestTitle(briefOf(TOPIC)).replace('Digest: ', ''), ...headings, ...sentences];
        assert.deepEqual(unexplainedLines(body, pinned, said), []);
        for (const { text, start, end, source } of made.passages)
          assert.equal(
            sources
              .find(({ id }) => id === source)
              ?.text.slice(start, end)
              .replace(/\n {0,3}(?:> ?)+/g, ' ')
              .replace(/\s+/g, ' ')
              .trim(),
            text,
          );
        assert.deepEqual(made.ledger.removed, []);
        assert.ok(made.ledger.entries.every(({ foundBy }) => foundBy === 'word for word'));
      }),
      { numRuns: 150 },
    );
    assert.ok(filed > 500, `${filed}`);
  });

  test('passes the check of its own claims', () => {
    fc.assert(
      fc.property(texts, (given) => {
        const sources = given.map(sourceOf);
        const made = digested(sources, []);
        if (made === null) return;
        const ledger = makeLedger(made.markdown, sources, { hash, language });
        const wrong = ledger.entries.filter(({ finding }) => finding !== 'word for word');
        assert.deepEqual(
          wrong.map(({ text, finding }) => [text, finding]),
          [],
        );
        assert.deepEqual(ledgerProblems(made.markdown, made.ledger, { hash, sources, language }), []);
      }),
      { numRuns: 150 },
    );
  });

  test('stands under the sections that were asked for first, then under the titles of the sources', () => {
    const lines = [...SENTENCES, 'The wheel of the mill is four metres wide and made of oak.'];
    const made = digested([sourceOf({ title: 'Papers', lines }, 0)], ['The wheel', 'Submarines']);
    assert.deepEqual(
      made?.outline.sections.map(({ heading }) => heading),
      ['The wheel', 'Papers'],
    );
  });

  test('has one section for documents of one title', () => {
    const made = digested(
      SENTENCES.slice(0, 3).map((line, at) =>
        sourceOf({ title: at === 1 ? 'the MILL' : 'The mill', lines: [line] }, at),
      ),
      [],
    );
    assert.deepEqual(
      made?.outline.sections.map(({ heading, passages }) => [heading.toLowerCase(), passages.length]),
      [['the mill', 3]],
    );
  });

  test('says nothing twice', () => {
    const lines = [SENTENCES[0] ?? '', SENTENCES[0] ?? '', SENTENCES[2] ?? ''];
    const made = digested(
      [0, 1].map((at) => sourceOf({ title: `Notes ${at}`, lines }, at)),
      [],
    );
    assert.equal(made?.ledger.entries.length, 2);
  });
});
