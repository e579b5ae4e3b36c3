// The front matter of a document for a person: the few facts that tell versions apart, in one line.

import { readFront } from '../../documents/markdown/front-matter.ts';

const FACTS = ['status', 'version', 'revision_count'];
const FACT_LENGTH_MAX = 200;

export interface ReadableDocument {
  /** `status REVIEW, version 2`; '' where there are none. */
  readonly facts: string;
  /** The document without it. */
  readonly body: string;
}

export function withoutFrontMatter(text: string): ReadableDocument {
  const front = readFront(text);
  if (front === null) return { facts: '', body: text };
  const facts = FACTS.flatMap((name) => {
    const value = front.values.get(name) ?? '';
    return value === '' || value.length > FACT_LENGTH_MAX ? [] : [`${name.replaceAll('_', ' ')} ${value}`];
  });
  return { facts: facts.join(', '), body: front.body };
}
