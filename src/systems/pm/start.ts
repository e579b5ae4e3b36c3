// How a PM run is started: an idea, or none; a specification, a PRD or a design that is there already. Where one lives
// on, a further start asks it for another interview, or gives it the specification.

import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isWholeSpec } from '../../documents/spec/read-spec.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { FurtherStart, OptionSource, RunFacts, StartForm, StartInput, StartOption } from '../../ports/system.ts';
import { ARCHITECT, EXPERTISE_LEVEL } from '../features/start-parts.ts';

const WORKSPACE = 'magi-sdd';
const TURNS_MAX = 100;
const INTERVIEW = 'INTERVIEWING';

const OPTIONS: readonly StartOption[] = [
  EXPERTISE_LEVEL,
  {
    ...{ name: 'attach', kind: 'file', noun: 'a text file', placeholder: '<file>', isList: true },
    help: 'a text that belongs to the idea; may be given several times',
    read: async (text, { path }) => ({ value: { name: basename(path), text } }),
  },
  {
    ...{ name: 'upload', kind: 'file', noun: 'a specification', placeholder: '<file>' },
    help: 'a specification that is written already: it is checked and submitted, without an interview',
    read: async (text, from) => readUpload(text, from),
  },
  {
    ...{ name: 'from-prd', kind: 'text', placeholder: '<dir>' },
    help: 'the folder of a signed PRD, such as magi-sdd/court-booking: the interview begins with its requirements',
    read: async (text) => readFolder(text, 'PRD.md', 'a PRD'),
  },
  {
    ...{ name: 'from-design', kind: 'text', placeholder: '<dir>' },
    help: 'the folder of an approved design: the same',
    read: async (text) => readFolder(text, 'design', 'a design'),
  },
  {
    ...{ name: 'draft', kind: 'flag', placeholder: '' },
    help: 'go on with a PRD or a design that nobody has signed',
  },
  {
    ...{ name: 'max-turns', kind: 'text', placeholder: '<number>' },
    help: `how many turns the agent has, the last of which ends the interview, 1 to ${TURNS_MAX} (default: 20)`,
    read: async (text) => readTurns(text),
  },
  ARCHITECT,
];

async function readUpload(text: string, { path }: OptionSource): Promise<{ value: Json } | string> {
  if (isWholeSpec(text)) return { value: text };
  return `Expected a specification at ${path}: YAML front matter, then "# Feature: ...". Use --attach for notes.`;
}

/** The feature's name will do: its folder is where this program puts it. */
async function readFolder(given: string, holds: string, what: string): Promise<{ value: Json } | string> {
  const folder = given
    .replace(/\/{1,9}$/, '')
    .replace(/\/PRD\.md$/, '')
    .replace(/\/design(?:\/design\.md)?$/, '');
  const found = [folder, join(WORKSPACE, folder)].find((each) => existsSync(join(each, holds)));
  if (found !== undefined) return { value: resolve(found) };
  return `Expected ${what} in ${folder}, found no ${holds} there. Give its folder, such as ${WORKSPACE}/court-booking.`;
}

async function readTurns(text: string): Promise<{ value: Json } | string> {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return value >= 1 && value <= TURNS_MAX ? { value } : `Expected --max-turns from 1 to ${TURNS_MAX}, found "${text}".`;
}

export const start: StartForm = {
  subject: {
    ...{ name: 'idea', noun: 'an idea', isOptional: true },
    help: 'what you want, in your own words; left out: the interview asks for it',
    question: 'What do you want?',
    placeholder: 'a rota that nurses can change on their phone',
  },
  options: OPTIONS,
  input,
  further,
  about,
};

function input({ subject, project, options }: StartInput): Json {
  const { expertise, attach, upload, architect, draft } = options;
  const { 'from-prd': prd, 'from-design': design, 'max-turns': turns } = options;
  return {
    project_path: project,
    ...(subject !== '' && { idea: subject }),
    ...(expertise !== undefined && { expertise }),
    ...(attach !== undefined && { attach }),
    ...(upload !== undefined && { upload }),
    ...(prd !== undefined && { from_prd: prd }),
    ...(design !== undefined && { from_design: design }),
    ...(draft !== undefined && { draft }),
    ...(turns !== undefined && { max_turns: turns }),
    ...(architect !== undefined && { architect }),
    begin: upload === undefined ? 'interview' : 'upload',
  };
}

/** What only counts when a run begins. */
const FIRST_ONLY = ['from-prd', 'from-design', 'max-turns', 'architect', 'draft'];

function further({ subject, options }: StartInput, { state, data }: RunFacts): FurtherStart {
  const late = FIRST_ONLY.find((name) => options[name] !== undefined);
  if (late !== undefined) {
    const why = `--${late} counts when a run begins, and this project has one that lives on.`;
    return { kind: 'refused', message: `${why} End that one first: signoff pm shutdown` };
  }
  if (state === INTERVIEW) return inInterview(subject, options);
  const isPlain = subject === '' && Object.keys(options).length === 0;
  // The architect has the specification: who says nothing new wants to know what becomes of it.
  if (isPlain && typeof data.pending_request_id === 'string') return { kind: 'resume' };
  if (state !== 'WAITING') {
    const message = `The run is in ${state ?? 'no state'}. Go on with it first: signoff pm --resume`;
    return isPlain ? { kind: 'resume' } : { kind: 'refused', message };
  }
  if (options.upload !== undefined)
    return { kind: 'signal', signal: 'spec_upload', value: { markdown: options.upload } };
  const { expertise, attach } = options;
  const value = {
    ...(expertise !== undefined && { expertise }),
    ...(subject !== '' && { idea: subject }),
    ...(attach !== undefined && { attach }),
  };
  return { kind: 'signal', signal: 'interview_request', value };
}

function inInterview(subject: string, { upload, attach, expertise }: StartInput['options']): FurtherStart {
  if (expertise !== undefined) return { kind: 'refused', message: 'The interview is under way: say it in there.' };
  const files = [...(typeof upload === 'string' ? [{ name: 'spec.md', text: upload }] : []), ...attachmentsIn(attach)];
  if (subject === '' && files.length === 0) return { kind: 'resume' };
  const attachments = files.length === 0 ? {} : { attachments: files };
  return { kind: 'decision', step: INTERVIEW, decision: { kind: 'message', text: subject, ...attachments } };
}

function attachmentsIn(given: Json | undefined): readonly { readonly name: string; readonly text: string }[] {
  return Array.isArray(given) ? (given as unknown as readonly { name: string; text: string }[]) : [];
}

function about(given: Json, data: JsonObject) {
  const { project_path, idea } = isJsonObject(given) ? given : {};
  if (typeof project_path !== 'string') return null;
  const { feature_id } = data;
  const subject = typeof idea === 'string' ? idea : typeof feature_id === 'string' ? feature_id : '';
  return { project: project_path, subject, document: typeof feature_id === 'string' ? feature_id : null };
}
