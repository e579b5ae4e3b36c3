// Sources and passages of texts that tests are written with: a passage is a sentence with its heading.

import { createHash } from 'node:crypto';
import type { Passage } from '../../../src/documents/evidence/passage.ts';
import { sentencesOf } from '../../../src/documents/evidence/sentences-of.ts';
import type { SourceText } from '../../../src/documents/evidence/source.ts';
import { language } from '../../../src/language/words/language.ts';

export interface TestText {
  readonly title: string;
  readonly type: string;
  readonly publisher: string;
  readonly date: string | null;
  readonly text: string;
}

export interface TestCorpus {
  readonly sources: readonly SourceText[];
  readonly passages: readonly Passage[];
}

export function corpusOf(texts: readonly TestText[]): TestCorpus {
  const sources = texts.map(sourceOf);
  const passages = sources.flatMap(passagesIn);
  return { sources, passages: passages.map((passage, at) => ({ ...passage, id: `e${at + 1}` })) };
}

function sourceOf({ title, type, publisher, date, text }: TestText): SourceText {
  const digest = createHash('sha256').update(text).digest('hex');
  return {
    ...{
      id: `s${digest.slice(0, 32)}`,
      hash: `sha256:${digest}`,
      address: `corpus/${title.toLowerCase().replace(/\W+/g, '-')}.md`,
    },
    ...{ also: [], title, type, publishedAt: date, authors: [], publisher, retrievedAt: '2024-09-01T00:00:00Z' },
    ...{ words: text.split(/\s+/).length, isWhole: true, score: type === 'academic' ? 0.8 : 0.6, reasons: [], text },
  };
}

function passagesIn(source: SourceText): readonly Omit<Passage, 'id'>[] {
  let last: Omit<Passage, 'id'> | null = null;
  return sentencesOf(source.text, language).map(({ start, end, text, heading }) => {
    const before: string = last?.heading === heading ? last.text : '';
    last = { source: source.id, start, end, text, heading, before };
    return last;
  });
}
