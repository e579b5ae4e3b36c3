// Measures the rules over designs: the sixteen designs as they are, and with one fault each by every operator.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { DesignFinding } from '../../src/documents/design/finding.ts';
import { type DesignTexts, PARTS, type PartName } from '../../src/documents/design/part.ts';
import { checkDesign } from '../../src/documents/design-checks/check-design.ts';
import { knownIdsOf } from '../../src/documents/design-checks/check-ids.ts';
import { standardsIn } from '../../src/documents/design-checks/check-standards.ts';
import { readDiagrams } from '../../src/systems/sdd/read-diagrams.ts';
import { readSql } from '../../src/systems/sdd/sql/read-sql.ts';
import type { Mutation, Operator } from './operator.ts';
import { DATABASE_OPERATORS } from './operators-database.ts';
import { TEXT_OPERATORS } from './operators-text.ts';

export interface LabelledDesign {
  readonly name: string;
  readonly dialect: 'postgres' | 'sqlite';
  readonly texts: DesignTexts;
}

export type Half = 'development' | 'unseen';

export interface DesignFigures {
  readonly half: Half;
  readonly designs: number;
  readonly faults: number;
  readonly found: number;
  readonly missed: readonly string[];
  /** Findings on designs without a fault, and findings on the others that the fault does not explain. */
  readonly unjustified: readonly string[];
  readonly recall: number;
  readonly precision: number;
  /** Of designs without a fault. */
  readonly clean: { readonly total: number; readonly untouched: number };
}

export const OPERATORS: readonly Operator[] = [...TEXT_OPERATORS, ...DATABASE_OPERATORS];

const folder = new URL('../labelled/designs/', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, folder), 'utf8');
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export function readDesigns(): readonly LabelledDesign[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'standards')
    .map(({ name }) => {
      const [hld, lld, database] = ['hld', 'lld', 'database'].map((part) => read(`${name}/${part}.md`));
      const texts = { hld: hld ?? '', lld: lld ?? '', database: database ?? '' };
      return { name, texts, dialect: /\bINTEGER PRIMARY KEY\b|\bTEXT\b/.test(texts.database) ? 'sqlite' : 'postgres' };
    });
}

/** By the hash of the name: the first eight were looked at while the rules were written, the others were not. */
export function designsOf(half: Half): readonly LabelledDesign[] {
  const all = [...readDesigns()].sort((one, other) => (hashOf(one.name) < hashOf(other.name) ? -1 : 1));
  return half === 'development' ? all.slice(0, all.length / 2) : all.slice(all.length / 2);
}

/** The standards that a design is held to. */
const standardsOf = ({ dialect }: LabelledDesign) => {
  const file = dialect === 'postgres' ? 'service.md' : 'offline.md';
  return standardsIn(file, read(`standards/${file}`));
};

/** Findings of INFO that are right or wrong; the others say that something was not judged. */
const HINTS: readonly string[] = ['personal-data-open', 'standard-not-met'];

export async function findingsOf(design: LabelledDesign, texts: DesignTexts): Promise<readonly DesignFinding[]> {
  const sql = await sqlOf(texts.database, design.dialect);
  const diagrams = (await Promise.all(PARTS.map((part) => diagramsOf(part, texts[part])))).flat();
  const around = {
    sql,
    diagrams,
    standards: standardsOf(design),
    isFile: () => false,
    knownIds: knownIdsOf(design.texts, {}),
  };
  return checkDesign(texts, around).filter(({ rule, severity }) => severity !== 'INFO' || HINTS.includes(rule));
}

/** A fault leaves two of the three parts as they were: what a parser said of them still holds. */
const sqlOf = remember((database: string, dialect: string) => readSql(database, dialect));
const diagramsOf = remember((part: PartName, text: string) =>
  readDiagrams({ hld: '', lld: '', database: '', [part]: text }),
);

function remember<One extends string, Other extends string, Report>(
  read: (one: One, other: Other) => Promise<Report>,
): (one: One, other: Other) => Promise<Report> {
  const known = new Map<string, Promise<Report>>();
  return (one, other) => {
    const key = hashOf(`${one}\0${other}`);
    const report = known.get(key) ?? read(one, other);
    known.set(key, report);
    return report;
  };
}

/** At most one fault of each kind in a design, at a place that its name decides. */
export function faultsOf({ name, texts }: LabelledDesign): readonly { operator: Operator; mutation: Mutation }[] {
  return OPERATORS.flatMap((operator) => {
    const places = operator.mutations(texts);
    const mutation = places[Number.parseInt(hashOf(`${name} ${operator.name}`).slice(0, 8), 16) % places.length];
    return mutation === undefined ? [] : [{ operator, mutation }];
  });
}

export async function figuresOf(half: Half): Promise<DesignFigures> {
  const designs = designsOf(half);
  const missed: string[] = [];
  const unjustified: string[] = [];
  let faults = 0;
  let untouched = 0;
  for (const design of designs) {
    const before = await findingsOf(design, design.texts);
    if (before.length === 0) untouched += 1;
    unjustified.push(...before.map((finding) => `${design.name}: ${finding.rule}: ${finding.message}`));
    const known = new Set(before.map(keyOf));
    for (const { operator, mutation } of faultsOf(design)) {
      faults += 1;
      const label = `${design.name} ${operator.name}`;
      const fresh = (await findingsOf(design, mutation.texts)).filter((finding) => !known.has(keyOf(finding)));
      const isIt = ({ rule, message }: DesignFinding): boolean =>
        rule === operator.rule && message.toLowerCase().includes(mutation.about.toLowerCase());
      if (!fresh.some(isIt)) missed.push(`${label} (${operator.rule}, ${mutation.about})`);
      const isExplained = (finding: DesignFinding): boolean => isIt(finding) || operator.also.includes(finding.rule);
      unjustified.push(
        ...fresh.filter((each) => !isExplained(each)).map((each) => `${label}: ${each.rule}: ${each.message}`),
      );
    }
  }
  const found = faults - missed.length;
  return {
    ...{ half, designs: designs.length, faults, found, missed, unjustified },
    ...{ recall: found / faults, precision: found / (found + unjustified.length) },
    clean: { total: designs.length, untouched },
  };
}

const keyOf = ({ rule, message }: DesignFinding): string => `${rule} ${message}`;

/** Prints the table. */
export async function measureDesigns(): Promise<void> {
  const rows = [await figuresOf('development'), await figuresOf('unseen')].map(
    ({ half, designs, faults, found, recall, precision, unjustified, clean }) =>
      `| ${[
        ...[half, designs, `${clean.untouched} of ${clean.total}`, faults, found],
        ...[recall.toFixed(3), precision.toFixed(3), unjustified.length],
      ].join(' | ')} |`,
  );
  process.stdout.write(
    [
      ...['', `rules over designs: ${OPERATORS.length} kinds of faults, one of each in every design where it fits`, ''],
      '| half | designs | clean as written | faults | found | recall | precision | findings without a fault |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...[...rows, ''],
    ].join('\n'),
  );
}
