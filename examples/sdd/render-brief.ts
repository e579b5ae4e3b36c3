// What stands in the parts of a design of one brief where no model is connected.

import { existsSync, readFileSync } from 'node:fs';
import { PARTS } from '../../src/documents/design/part.ts';
import { keptOf } from '../../src/documents/prd/assemble-prd.ts';
import { parseRequirements } from '../../src/documents/requirements/parse-requirements.ts';
import { noTexts } from '../../src/systems/sdd/sdd-deps.ts';
import { filePart } from '../../src/systems/sdd/writers/file-section.ts';

export const BRIEFS = ['court-booking', 'tool-library', 'expense-claims'] as const;

const HERE = new URL('./briefs/', import.meta.url);

export function renderBrief(name: string): Readonly<Record<string, string>> {
  const isFolder = existsSync(new URL(`${name}/`, HERE));
  const read = (file: string): string => readFileSync(new URL(file, HERE), 'utf8');
  const items = isFolder ? keptOf(parseRequirements(read(`${name}/requirements.md`)).items) : [];
  const given = {
    ...{ brief: read(isFolder ? `${name}/feature-brief.md` : `${name}.md`), context: '', answers: [] },
    ...{
      requirements: {},
      prd: isFolder ? items.map(({ id, title, description }) => ({ id, title, description })) : null,
    },
  };
  const parts = PARTS.map((part) => [`${part}.md`, filePart(part, { given, texts: noTexts, issues: [] })]);
  return Object.fromEntries(parts);
}
