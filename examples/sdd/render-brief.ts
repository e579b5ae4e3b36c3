// What the rule-based writers make of one brief: three parts of a design, and the schema.

import { existsSync, readFileSync } from 'node:fs';
import { draftPart, draftSchema } from '../../src/systems/sdd/writers/draft-part.ts';

export const BRIEFS = [
  { name: 'court-booking', dialect: 'postgres' },
  { name: 'vet-practice', dialect: 'sqlite' },
  { name: 'tool-library', dialect: 'postgres' },
  { name: 'cold-storage', dialect: 'sqlite' },
  { name: 'expense-claims', dialect: 'postgres' },
  { name: 'event-tickets', dialect: 'postgres' },
] as const;

const HERE = new URL('./briefs/', import.meta.url);

export function renderBrief(name: string, dialect: string): Readonly<Record<string, string>> {
  const isFolder = existsSync(new URL(`${name}/`, HERE));
  const read = (file: string): string => readFileSync(new URL(file, HERE), 'utf8');
  const input = {
    brief: read(isFolder ? `${name}/feature-brief.md` : `${name}.md`),
    requirements: isFolder ? read(`${name}/requirements.md`) : '',
    dialect,
  };
  return {
    'hld.md': draftPart('hld', input),
    'lld.md': draftPart('lld', input),
    'database.md': draftPart('database', input),
    'schema.sql': draftSchema(input),
  };
}
