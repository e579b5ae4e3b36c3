// A set of true sentences in a writer's own words and of lies, each with the passages it rests on, and the documents
// (`corpus/` beside `claims.json`) that these stand in.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CitedContext } from '../../src/documents/evidence/object-to.ts';
import type { Passage } from '../../src/documents/evidence/passage.ts';
import { type Sentence, sentencesOf } from '../../src/documents/evidence/sentences-of.ts';
import type { Source } from '../../src/documents/evidence/source.ts';
import { language } from '../../src/language/words/language.ts';
import { readDocumentFront } from '../../src/sources/corpus/read-document-front.ts';

export interface Rest {
  /** A file of the corpus. */
  readonly source: string;
  /** A sentence of it. */
  readonly text: string;
}

export interface TrueClaim {
  readonly id: string;
  /** What is hard about it. */
  readonly why: string;
  readonly claim: string;
  readonly rests: readonly Rest[];
}

export interface Lie {
  readonly id: string;
  readonly kind: 'figure' | 'unit' | 'date' | 'name' | 'quotation' | 'negation';
  readonly claim: string;
  readonly rests: readonly Rest[];
}

export interface ClaimSet {
  readonly topic: string;
  /** The folder of the documents. */
  readonly corpus: string;
  readonly trueClaims: readonly TrueClaim[];
  readonly lies: readonly Lie[];
  /** The passages a claim rests on as the writers get them, with what stands around each. */
  readonly contextOf: (rests: readonly Rest[]) => CitedContext;
}

interface Claims {
  readonly topic: string;
  readonly true: readonly TrueClaim[];
  readonly lies: readonly Lie[];
}

interface Document {
  readonly source: Source;
  readonly sentences: readonly Sentence[];
}

export function readClaims(folder: URL): ClaimSet {
  const corpus = fileURLToPath(new URL('corpus/', folder));
  const claims = JSON.parse(readFileSync(new URL('claims.json', folder), 'utf8')) as Claims;
  const documents = new Map(readdirSync(corpus).map((file) => [file, readDocument(corpus, file)]));
  return {
    ...{ topic: claims.topic, corpus, trueClaims: claims.true, lies: claims.lies },
    contextOf: (rests) => contextOf(rests, documents),
  };
}

function readDocument(corpus: string, file: string): Document {
  const { known, body } = readDocumentFront(readFileSync(`${corpus}${file}`, 'utf8'));
  const { title, type, publishedAt, authors, publisher } = known;
  const source: Source = {
    ...{ id: file, hash: '', address: file, also: [], title, type, publishedAt, authors, publisher },
    ...{ retrievedAt: '', words: 0, isWhole: true, score: 1, reasons: [] },
  };
  return { source, sentences: sentencesOf(body, language) };
}

function contextOf(rests: readonly Rest[], documents: ReadonlyMap<string, Document>): CitedContext {
  const places = rests.map(({ source, text }, place) => {
    const document = documents.get(source) ?? assert.fail(`There is no ${source}.`);
    const { from, to } = placeOf(text, document.sentences) ?? assert.fail(`No sentence of ${source} is: ${text}`);
    const [first, last] = [document.sentences[from], document.sentences[to]];
    const { start = 0, heading = '' } = first ?? {};
    const [before = '', after = ''] = [document.sentences[from - 1]?.text, document.sentences[to + 1]?.text];
    const passage: Passage = { id: `e${place + 1}`, source, start, end: last?.end ?? 0, text, heading, before };
    return { passage, source: document.source, beside: [before, after].filter((each) => each !== '') };
  });
  return {
    passages: places.map(({ passage }) => passage),
    sources: [...new Set(places.map(({ source }) => source))],
    beside: places.flatMap(({ beside }) => beside),
    language,
  };
}

/** `bis zum 30. Juni` is cut in two, `24 °C. Le levain` is not. */
function placeOf(text: string, sentences: readonly Sentence[]): { readonly from: number; readonly to: number } | null {
  for (let from = 0; from < sentences.length; from++) {
    for (let to = from, all = ''; to < sentences.length; to++) {
      all = `${all} ${sentences[to]?.text}`.trimStart();
      if (all === text || (from === to && all.includes(text))) return { from, to };
      if (!text.startsWith(all)) break;
    }
  }
  return null;
}
