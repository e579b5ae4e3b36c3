// `research verify`: any article against the documents of a folder: what each of its claims rests on.

import type { JsonObject } from '../../json.ts';
import type { OperationEntry, SystemOperation } from '../../ports/system-operation.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer' } as const;
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const record = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const verdict = { enum: ['supported', 'contradicted', 'insufficient'] };
const span = record({ source: text, start: count, end: count, quote: text });
const entry = record({
  ...{ id: text, text, section: text, start: count, end: count, cites: list(text), line: count },
  ...{ kind: { enum: ['fact', 'quotation', 'framing'] }, verdict, reasons: list(text), spans: list(span) },
});
const source = record({ id: text, hash: text, address: text, title: text });

export const VERIFY_ENTRY: OperationEntry = {
  name: 'research verify',
  summary: 'check an article against a folder of sources: each claim, quotation, citation and reference',
  example: 'research verify article.md --sources sources',
};

export const VERIFY_OPERATION: SystemOperation = {
  ...VERIFY_ENTRY,
  input: [
    { name: 'article', kind: 'text', isPlaced: true, isRequired: true, help: 'a Markdown file of the project' },
    {
      name: 'sources',
      kind: 'text',
      isRequired: true,
      help: 'the folder of the sources: Markdown, HTML, text, PDF, DOCX',
    },
    { name: 'all', kind: 'flag', help: 'show the claims that are supported, too' },
  ],
  output: record({
    ...{ article: text, hash: text, passed: { type: 'boolean' }, showsAll: { type: 'boolean' } },
    counts: record({ claims: count, supported: count, contradicted: count, insufficient: count }),
    ...{ entries: list(entry), sources: list(source), problems: list(text), notes: list(text), unchecked: list(text) },
  }),
  limitMs: 300_000,
  run: async (deps, input) => (await import('./verify-article.ts')).verifyArticle(deps, input),
  show: async (output, width) => (await import('./show-verified.ts')).showVerified(output, width),
};
