// The front matter of a document for a person: the few facts that tell versions apart, in one line.

const FRONT = /^---\r?\n([\s\S]{0,200000}?)\r?\n---(?:\r?\n|$)/;
const FACTS = ['status', 'version', 'revision_count'];
const FACT = /^([a-z_]{1,40}):[ \t]*(.{0,200})$/;

export interface ReadableDocument {
  /** `status REVIEW, version 2`; '' where there are none. */
  readonly facts: string;
  /** The document without it. */
  readonly body: string;
}

export function withoutFrontMatter(text: string): ReadableDocument {
  const found = FRONT.exec(text);
  if (found === null) return { facts: '', body: text };
  const values = new Map(
    (found[1] ?? '').split(/\r?\n/).flatMap((line): [string, string][] => {
      const [, name = '', value = ''] = FACT.exec(line) ?? [];
      return name === '' || value === '' ? [] : [[name, value]];
    }),
  );
  const facts = FACTS.flatMap((name) => (values.has(name) ? [`${name.replaceAll('_', ' ')} ${values.get(name)}`] : []));
  return { facts: facts.join(', '), body: text.slice(found[0].length) };
}
