import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATALOGUE } from '../design/catalogue.ts';
import { contextOf } from './check-context.ts';
import { checkSections } from './check-sections.ts';

const NO_SQL = { dialect: 'postgres', isChecked: true, problems: [], tables: [] };
const SPECIFIC = 'Three instances behind one address.';

function findingsOf(hld: string): readonly string[] {
  const context = contextOf({ hld, lld: 'plain', database: 'plain' }, { sql: NO_SQL, diagrams: [], standards: [] });
  return checkSections(context)
    .filter(({ part }) => part === 'hld')
    .map(({ rule, section, severity }) => `${rule} ${section} ${severity}`);
}

const hldWith = (bodies: Readonly<Record<string, string>>, titles: Readonly<Record<string, string>> = {}): string =>
  CATALOGUE.hld
    .map(({ id, names: [title] }) => `## ${titles[id] ?? title}\n\n${bodies[id] ?? `${SPECIFIC} \`${id}\``}\n\n`)
    .join('');

test('a section of the catalogue that is missing is named, with what it weighs', () => {
  assert.deepEqual(findingsOf(hldWith({}).replace(/## Components[^#]*/, '')), ['missing-section components HIGH']);
  assert.deepEqual(findingsOf(hldWith({}).replace(/## Scalability[^#]*/, '')), ['missing-section scalability LOW']);
});

test('a section may be written under another title, or together with another', () => {
  assert.deepEqual(findingsOf(hldWith({}, { stack: '3. Tech Stack', security: 'Security and Privacy' })), []);
});

test('a text without headings is one section and is only noted', () => {
  assert.deepEqual(findingsOf('All of it in one paragraph.'), ['no-sections hld INFO']);
});

test('an empty section is named, and what is written in one is not judged', () => {
  assert.deepEqual(findingsOf(hldWith({ scalability: '' })), ['empty-section scalability MEDIUM']);
  assert.deepEqual(findingsOf(hldWith({ scalability: 'The system should be scalable.' })), []);
});
