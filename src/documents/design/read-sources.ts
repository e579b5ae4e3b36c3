// What a design is drafted from: the sentences of a brief and of the requirements, each with the id it came under.

import { parseRequirements } from '../requirements/parse-requirements.ts';
import { splitStatements } from './split-statements.ts';

export interface Source {
  /** `REQ-001`; '' for a sentence of the brief. */
  readonly id: string;
  readonly title: string;
  readonly sentences: readonly string[];
  /** '' where none is named. */
  readonly category: string;
}

export interface GivenTexts {
  readonly brief: string;
  /** The file of a PRD, a list of texts, records, or lists of them by kind. */
  readonly requirements: unknown;
  readonly clarifications?: unknown;
  /** What reviewers and approvers asked for since. */
  readonly feedback?: string;
}

/** Requirements where there are any, else the brief; what was clarified and asked for later comes last. */
export function readSources({ brief, requirements, clarifications, feedback = '' }: GivenTexts): readonly Source[] {
  const required = requirementsIn(requirements);
  const own = required.length > 0 ? required : [plainSource(brief)];
  const answers = answersIn(clarifications).map(plainSource);
  return [...own, ...answers, ...(feedback.trim() === '' ? [] : [plainSource(feedback)])];
}

/** A sentence that is said again adds nothing. */
const plainSource = (text: string): Source => ({
  ...{ id: '', title: '', category: '' },
  sentences: [...new Set(sentencesOf(text))],
});

/** Without headings, quotes of today's way of working, and lines that only name something. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .split(/\n{2,}|\n(?=[-*#]|\d+\.)/)
    .flatMap((block) => (/^\s*(?:#|\*\*[^*]+:\*\*|\|)/.test(block) ? [] : [block.replace(/^\s*(?:[-*]|\d+\.)\s+/, '')]))
    .flatMap((block) => block.replace(/\s+/g, ' ').split(/(?<=[.!?])\s+(?=[A-Z"])/))
    .flatMap(splitStatements)
    .map((sentence) => sentence.replace(/[*_`]{1,2}/g, '').trim())
    .filter((sentence) => sentence.split(' ').length > 2);
}

function requirementsIn(given: unknown): readonly Source[] {
  if (typeof given === 'string') return ofText(given);
  if (Array.isArray(given)) return given.flatMap(ofItem);
  if (typeof given !== 'object' || given === null) return [];
  return Object.values(given).flatMap((list) => (Array.isArray(list) ? list.flatMap(ofItem) : []));
}

function ofText(text: string): readonly Source[] {
  const { items } = parseRequirements(text);
  const kept = items.filter(
    ({ standing, supersededBy }) => (standing === 'approved' || standing === 'modified') && supersededBy === undefined,
  );
  if (kept.length > 0) return kept.flatMap(ofItem);
  return text.trim() === '' ? [] : text.split(/\n(?=REQ-\d)/).flatMap(ofItem);
}

const TITLED = /^([^.:\n–—]{3,80})(?:[:\n–—]|\.(?=\s))\s*(\S[\s\S]*)$/;
const LINE = /^\W*(REQ-\d{3,})\W*\s+([\s\S]*)$/;

function ofItem(given: unknown): readonly Source[] {
  if (typeof given === 'string') {
    const [, id = '', rest = given] = LINE.exec(given.trim()) ?? [];
    // `REQ-001: Book a court. Members book ...`, or a title before a colon, a dash or a line's end.
    const [, title = '', text = rest] = TITLED.exec(rest) ?? [];
    return rest.trim() === ''
      ? []
      : [{ id, title: id === '' ? '' : title.trim(), category: '', sentences: sentencesOf(id === '' ? rest : text) }];
  }
  if (typeof given !== 'object' || given === null) return [];
  const { id = '', title = '', description = '', text = '', category = '' } = given as Record<string, unknown>;
  const said = String(description) || String(text) || String(title);
  // The lines below the first are acceptance criteria and assumptions: they say the same again.
  const [first = ''] = said.split(/\n[ \t]{0,40}(?=Given |Assumption:|- )/);
  return [{ id: String(id), title: String(title), category: String(category), sentences: sentencesOf(first) }];
}

function answersIn(given: unknown): readonly string[] {
  if (typeof given === 'string') return given.trim() === '' ? [] : [given];
  if (!Array.isArray(given)) return [];
  return given.flatMap((each) => {
    if (typeof each === 'string') return [each];
    const { answer } = (each ?? {}) as Record<string, unknown>;
    return typeof answer === 'string' ? [answer] : [];
  });
}
