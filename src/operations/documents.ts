// Operations on the documents of features: list, show, lint, supersede, export, verify, proof. Only for callers whose
// files they are.

import * as z from 'zod';
import { keptOf, supersededOf } from '../documents/assemble-prd.ts';
import { EXPORT_LAYOUTS, exportDocuments, exportName } from '../documents/export/export-documents.ts';
import { LINT_RULES } from '../documents/finding.ts';
import { lintRequirements, notJudged } from '../documents/lint-requirements.ts';
import { supersede } from '../documents/merge-review.ts';
import { parseBrief } from '../documents/parse-brief.ts';
import { parseRequirements } from '../documents/parse-requirements.ts';
import { readPrdStatus } from '../documents/read-prd-status.ts';
import type { DecidedRequirement } from '../documents/requirement.ts';
import { type AnyOperation, defineOperation, Rejected, reject } from './define-operation.ts';
import {
  DOCUMENT_NAMES,
  documentNamed,
  documentsOf,
  type FeatureDocument,
  featureIds,
  findProject,
  NO_DOCUMENTS,
  readFeature,
} from './feature-files.ts';
import { prove, verify } from './verify-documents.ts';
import { replaceDocument, specKitNumber, writeExport } from './write-export.ts';

const project = z.string().min(1).default('.').describe("the project's folder");
const feature = z.string().min(1).max(200).describe("a feature's id: the name of its folder in magi-sdd");
const countsShape = z.object({
  approved: z.number(),
  modified: z.number(),
  rejected: z.number(),
  outOfScope: z.number(),
  superseded: z.number().describe('of the approved and modified ones'),
});

const list = defineOperation({
  name: 'documents.list',
  summary: 'list the features of a project with their documents and how their requirements stand',
  who: 'viewer',
  changes: false,
  input: z.object({ project }),
  output: z.object({
    project: z.string(),
    features: z.array(
      z.object({
        feature: z.string(),
        title: z.string().nullable(),
        documents: z.array(z.enum(DOCUMENT_NAMES)),
        status: z.string().nullable().describe('of the PRD: draft or finalized'),
        lastModified: z.string().nullable(),
        requirements: countsShape.nullable(),
        problem: z.string().nullable().describe('why its documents could not be read, or that there are none'),
      }),
    ),
  }),
  async handler(context, input) {
    const folder = await findProject(context, input.project);
    const features = [];
    for (const id of await featureIds(folder)) {
      const documents = await documentsOf(folder, id).catch(unread);
      if (typeof documents === 'string') features.push({ ...EMPTY, feature: id, problem: documents });
      else features.push(listed(id, documents));
    }
    return { project: folder, features };
  },
});

const EMPTY = { title: null, documents: [], status: null, lastModified: null, requirements: null, problem: null };

function unread(thrown: unknown): string {
  if (thrown instanceof Rejected) return thrown.rejection.message;
  throw thrown;
}

function listed(id: string, documents: readonly FeatureDocument[]) {
  const textOf = (name: string): string | null => documents.find((one) => one.name === name)?.text ?? null;
  const [brief, requirements, prd] = [textOf('brief'), textOf('requirements'), textOf('prd')];
  const status = prd === null ? null : readPrdStatus(prd);
  return {
    ...{ ...EMPTY, feature: id, documents: documents.map(({ name }) => name) },
    title: brief === null ? null : parseBrief(brief).title || null,
    ...{ status: status?.status ?? null, lastModified: status?.lastModified ?? null },
    requirements: requirements === null ? null : counted(parseRequirements(requirements).items),
    problem: documents.length === 0 ? NO_DOCUMENTS : null,
  };
}

function counted(items: readonly DecidedRequirement[]) {
  const count = (standing: string): number => items.filter((item) => item.standing === standing).length;
  return {
    ...{ approved: count('approved'), modified: count('modified'), rejected: count('rejected') },
    ...{ outOfScope: count('out-of-scope'), superseded: supersededOf(items).length },
  };
}

const show = defineOperation({
  name: 'documents.show',
  summary: 'show a document of a feature: the PRD, else its requirements, else its brief',
  who: 'viewer',
  changes: false,
  places: ['feature'],
  input: z.object({ feature, project, file: z.enum(DOCUMENT_NAMES).optional().describe('another than the newest') }),
  output: z.object({ feature: z.string(), file: z.enum(DOCUMENT_NAMES), path: z.string(), text: z.string() }),
  async handler(context, input) {
    const documents = await readFeature(await findProject(context, input.project), input.feature);
    const newest = (['prd', 'requirements', 'brief'] as const).find((name) =>
      documents.some((one) => one.name === name),
    );
    const { name, path, text } = documentNamed(documents, input.file ?? newest ?? 'brief');
    return { feature: input.feature, file: name, path, text };
  },
});

const lint = defineOperation({
  name: 'documents.lint',
  summary: 'find approved and modified requirements that are vague, compound, not testable or said twice',
  who: 'viewer',
  changes: false,
  places: ['feature'],
  input: z.object({ feature, project }),
  output: z.object({
    feature: z.string(),
    ok: z.boolean(),
    requirements: z.number(),
    findings: z.array(
      z.object({
        id: z.string(),
        rule: z.enum(LINT_RULES),
        found: z.string(),
        message: z.string(),
        suggestion: z.string(),
      }),
    ),
    notJudged: z
      .array(z.object({ id: z.string(), language: z.string(), message: z.string() }))
      .describe('requirements that are not English: the rules say nothing about them'),
    problems: z.array(z.object({ code: z.string(), message: z.string(), line: z.number() })),
  }),
  async handler(context, input) {
    const documents = await readFeature(await findProject(context, input.project), input.feature);
    const { items, problems } = parseRequirements(documentNamed(documents, 'requirements').text);
    const brief = documents.find(({ name }) => name === 'brief');
    const kept = keptOf(items);
    const decided = items.filter((item) => !kept.includes(item));
    const around = { decided, ...(brief !== undefined && { brief: parseBrief(brief.text) }) };
    const findings = lintRequirements(kept, around).map((finding) => ({ ...finding }));
    const unread = notJudged(kept).map((each) => ({ ...each }));
    const ok = findings.length + problems.length + unread.length === 0;
    return {
      ...{ feature: input.feature, ok, requirements: kept.length, findings, notJudged: unread },
      problems: problems.map((problem) => ({ ...problem })),
    };
  },
});

const supersedeOne = defineOperation({
  name: 'documents.supersede',
  summary: 'say that another requirement has taken the place of one; it stays in the file, with its successor named',
  who: 'reviewer',
  changes: true,
  places: ['feature', 'requirement'],
  input: z.object({
    feature,
    requirement: z.string().min(1).describe('its id, such as REQ-003'),
    by: z.string().min(1).describe('the id of the one that takes its place'),
    project,
  }),
  output: z.object({ feature: z.string(), requirement: z.string(), by: z.string(), path: z.string() }),
  async handler(context, input) {
    const folder = await findProject(context, input.project);
    const { path, text } = documentNamed(await readFeature(folder, input.feature), 'requirements');
    const changed = supersede(text, input.requirement, input.by);
    if ('refused' in changed) reject('not-superseded', withoutEnd(changed.refused), changed.refused);
    await replaceDocument(folder, path, text, changed.text);
    const { feature: of, requirement, by } = input;
    return { feature: of, requirement, by, path };
  },
});

function withoutEnd(reasons: readonly string[]): string {
  return reasons.map((reason) => reason.replace(' Nothing was changed.', '')).join(' ');
}

const exportFeature = defineOperation({
  name: 'documents.export',
  summary: 'write what was decided about a feature as the files of spec-kit, OpenSpec or Kiro',
  who: 'operator',
  changes: true,
  places: ['feature'],
  input: z.object({
    feature,
    project,
    as: z.enum(EXPORT_LAYOUTS).describe('the layout'),
    to: z.string().min(1).optional().describe("a folder instead of the project's"),
    force: z.boolean().default(false).describe('replace files that are there with another text'),
  }),
  output: z.object({
    feature: z.string(),
    as: z.enum(EXPORT_LAYOUTS),
    folder: z.string(),
    requirements: z.number(),
    files: z.array(z.object({ path: z.string(), outcome: z.enum(['written', 'replaced', 'unchanged']) })),
  }),
  async handler(context, input) {
    const folder = await findProject(context, input.project);
    const documents = await readFeature(folder, input.feature);
    const requirements = documentNamed(documents, 'requirements').text;
    const count = keptOf(parseRequirements(requirements).items).length;
    if (count === 0)
      reject('nothing-to-export', `Expected an approved or modified requirement of "${input.feature}", found none.`);
    const brief = documents.find(({ name }) => name === 'brief')?.text ?? '';
    const prd = documents.find(({ name }) => name === 'prd')?.text;
    const target = input.to ?? folder;
    const number = await specKitNumber(target, exportName(input.feature));
    const source = { featureId: input.feature, brief, requirements, number, ...(prd !== undefined && { prd }) };
    const written = await writeExport(target, exportDocuments(input.as, source), input.force);
    return {
      ...{ feature: input.feature, as: input.as, folder: written.folder, requirements: count },
      files: written.files.map((file) => ({ ...file })),
    };
  },
});

export const operations: readonly AnyOperation[] = [...[list, show, lint, supersedeOne, exportFeature, verify, prove]];
