// A stored source as tests of the evidence need it: what is not given is as of any document.

import type { SourceText } from '../../src/documents/evidence/source.ts';

export function sourceText(id: string, text: string, more: Partial<SourceText> = {}): SourceText {
  return {
    ...{ id, hash: `sha256:${id}`, address: `${id}.md`, also: [], title: id, type: 'local', publishedAt: null },
    ...{ authors: [], publisher: '', retrievedAt: '2026-03-01T10:00:00.000Z', words: text.split(' ').length },
    ...{ isWhole: true, score: 0, reasons: [], text },
    ...more,
  };
}
