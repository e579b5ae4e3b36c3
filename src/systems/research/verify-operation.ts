// `research verify`: any article against the documents of a folder: what each of its claims rests on.

import type { JsonObject } from '../../json.ts';
import type { OperationEntry, SystemOperation } from '../../ports/system-operation.ts';

const text = { type: 'string' } as const;
const count = { type: 'integer' } as const;
const list = (items: JsonObject): JsonObject => ({ type: 'array', items });
const record = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  ...{ type: 'object', properties, required, additionalProperties: false },
});
const verdict = { enum: ['supported', 'contradicted', 'insufficient', 'not judged'] };
const span = record({ source: text, start: count, end: count, quote: text });
const finding = { enum: ['word for word', 'differs', 'figures and names agree, wording not judged', 'not found'] };
const entryFields = {
  ...{ id: text, text, section: text, start: count, end: count, cites: list(text), line: count },
  ...{ kind: { enum: ['fact', 'quotation', 'framing'] }, verdict, reasons: list(text), spans: list(span) },
  ...{ finding, judge: verdict },
};
const entry = record(
  entryFields,
  Object.keys(entryFields).filter((name) => name !== 'judge'),
);
const unchecked = record({ kind: text, line: count, text });
const counts = { claims: count, supported: count, contradicted: count, insufficient: count };
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
    { name: 'all', kind: 'flag', help: 'show the claims with nothing against them, too' },
    { name: 'strict', kind: 'flag', help: 'fail on claims that nobody judged, too' },
  ],
  output: record({
    ...{ article: text, hash: text, by: { enum: ['rules', 'ledger'] }, passed: { type: 'boolean' }, total: text },
    ...{ showsAll: { type: 'boolean' }, counts: record({ ...counts, not_judged: count }, Object.keys(counts)) },
    ...{ entries: list(entry), sources: list(source), problems: list(text), notes: list(text) },
    unchecked: list(unchecked),
  }),
  limitMs: 300_000,
  run: async (deps, input) => (await import('./verify-article.ts')).verifyArticle(deps, input),
  show: async (output, width) => (await import('./show-verified.ts')).showVerified(output, width),
};
