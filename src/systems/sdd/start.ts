// How a design run is started: a brief, as text or from a file.

import { readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { StartForm, StartInput, StartOption, StartSubject } from '../../ports/system.ts';
import { tooLongBrief } from './too-long-brief.ts';

const REVISIONS_MAX = 10;

export const start: StartForm = {
  subject: {
    ...{ name: 'brief', noun: 'a brief', placeholder: 'in a few sentences' },
    help: 'what is to be designed, in a few sentences; asked for at a terminal when left out',
    question: 'What is to be designed?',
    charactersMin: 10,
  },
  options: [
    {
      ...{ name: 'brief', kind: 'file', noun: 'a brief', placeholder: '<file>' },
      help: 'the brief from this file, at most 200 KB',
      async read(text, { path, subject, isGiven }) {
        const twice = twoSources('--brief', subject, isGiven('prd') ? '--prd' : null);
        if (twice !== null) return twice;
        const brief = text.trim();
        if (brief === '') return `Expected a brief in ${path}, found nothing.`;
        const [tooLong] = tooLongBrief(brief);
        return tooLong === undefined ? { value: path, subject: brief } : `${path}: ${tooLong}.`;
      },
    },
    {
      ...{ name: 'prd', kind: 'text', placeholder: '<folder>' },
      help: 'design what the signed PRD in this folder asks for, such as magi-sdd/court-booking',
      async read(text, { subject, isGiven }) {
        const twice = twoSources('--prd', subject, isGiven('brief') ? '--brief' : null);
        const folder = resolve(text);
        const wrong = twice ?? (await prdProblem(folder, text, isGiven('draft')));
        if (wrong !== null) return wrong;
        return { value: folder, subject: `What the PRD "${basename(folder.replace(/\/PRD\.md$/, ''))}" asks for` };
      },
    },
    {
      ...{ name: 'draft', kind: 'flag', placeholder: '' },
      help: 'with --prd: go on although the PRD is not finalised or its signature is not proved',
    },
    {
      ...{ name: 'max-revisions', kind: 'text', placeholder: '<number>' },
      help: 'how many drafts there may be, the first one counted, 1 to 10; 3 when left out',
      async read(text) {
        const count = Number(text);
        const isFine = Number.isInteger(count) && count >= 1 && count <= REVISIONS_MAX;
        return isFine ? { value: count } : `Expected --max-revisions from 1 to ${REVISIONS_MAX}, found "${text}".`;
      },
    },
    {
      ...{ name: 'standards', kind: 'text', placeholder: '<folder>' },
      help: 'rules that the design must keep, in a folder of the project; magi-sdd/standards when left out',
    },
    oneOf('dialect', 'of the SQL: postgres or sqlite; postgres when left out', ['postgres', 'sqlite']),
    oneOf('drafting', 'each part in one call or by section: whole, sections or auto', ['auto', 'whole', 'sections']),
    oneOf('mode', 'what a revision drafts again: full, or targeted: only what issues name', ['full', 'targeted']),
    oneOf('stop', 'when revisions end: limit, or progress: also when a round makes none', ['limit', 'progress']),
    oneOf('keep', 'what is formatted in the end: the last round, or the best', ['last', 'best']),
    oneOf('rules', 'grave findings by rule: advise, or block the document', ['advise', 'block']),
    {
      ...{ name: 'domain', kind: 'text', placeholder: '<text>' },
      help: 'what kind of software it is, for every prompt (SIGNOFF_DOMAIN, "domain" in signoff.config.json)',
    },
  ],
  input: inputOf,
  async clarify(brief) {
    const { clarifyBrief } = await import('../../documents/design/clarify-brief.ts');
    return clarifyBrief(brief);
  },
  about: aboutOf,
};

function twoSources(option: string, subject: string | undefined, other: string | null): string | null {
  const found = subject !== undefined ? 'a brief beside it' : other === null ? null : `${other} beside it`;
  return found === null ? null : `Expected ${option} alone, found ${found}: a design has one source.`;
}

/** What the run would stumble over at once; its signature is proved when it begins. */
async function prdProblem(folder: string, given: string, isDraft: boolean): Promise<string | null> {
  const path = /\.md$/.test(folder) ? folder : join(folder, 'PRD.md');
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return `Expected a PRD at ${path}, found nothing there. Write one with: signoff prd "..."`;
  const { readPrdStatus } = await import('../../documents/prd/read-prd-status.ts');
  const status = readPrdStatus(text)?.status ?? 'none';
  if (status === 'finalized' || isDraft) return null;
  const found = `Expected a finalised PRD at ${path}, found its status "${status}".`;
  return `${found} To design it as it is: signoff sdd --prd ${given} --draft`;
}

function oneOf(name: string, help: string, values: readonly string[]): StartOption {
  return {
    ...{ name, kind: 'text', placeholder: '<word>', help },
    async read(text) {
      if (values.includes(text)) return { value: text };
      return `Expected --${name} as ${values.join(' or ')}, found "${text}".`;
    },
  };
}

function inputOf({ subject, project, options, clarifications }: StartInput): Json {
  const {
    'max-revisions': max_revisions,
    prd,
    draft,
    mode,
    stop,
    keep,
    standards,
    dialect,
    drafting,
    rules,
    domain,
  } = options;
  const revision = given({ mode, stop, keep });
  return {
    ...{ project_path: project, project_brief: subject },
    ...given({ max_revisions, standards, dialect, drafting, rules, domain }),
    ...(prd !== undefined && { prd: { folder: prd, draft: draft === true } }),
    ...(Object.keys(revision).length > 0 && { revision }),
    ...(clarifications.length > 0 && {
      user_clarifications: clarifications.map(({ question, answer }) => ({ question, answer })),
    }),
  };
}

function given(values: { readonly [name: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as JsonObject;
}

function aboutOf(input: Json, { feature_id, project_brief }: JsonObject): StartSubject | null {
  const { project_path, project_brief: asked } = isJsonObject(input) ? input : {};
  if (typeof project_path !== 'string') return null;
  return {
    project: project_path,
    subject: typeof asked === 'string' ? asked : String(project_brief ?? ''),
    document: typeof feature_id === 'string' ? feature_id : null,
  };
}
