// Parts of the forms that begin a run, of systems that ask for the same thing: the chain asks what its systems ask.

import type { Json } from '../../json.ts';
import type { StartForm, StartOption, StartQuestion } from '../../ports/system.ts';

const EXPERTISE = ['NON_TECHNICAL', 'BASIC', 'EXPERT'];

/** What is wanted, in one's own words. */
export const UTTERANCE: Omit<StartForm['subject'], 'name'> = {
  noun: 'a sentence',
  help: 'what is wanted, in a sentence or more; asked for at a terminal when left out',
  question: 'What do you want?',
  placeholder: 'in a sentence or more',
};

/** Always the same where no model is connected: a model asks for itself. */
export const clarify: NonNullable<StartForm['clarify']> = async (_, __, by): Promise<readonly StartQuestion[]> => {
  if (by?.hasModel === true) return [];
  const { START_QUESTIONS } = await import('../../documents/prd/start-questions.ts');
  return START_QUESTIONS.map(({ id, question }) => ({ id, question, why: UNANSWERED }));
};

const UNANSWERED = 'What nobody answers stays open in the document.';

export const DOMAIN: StartOption = {
  ...{ name: 'domain', kind: 'text', placeholder: '<text>' },
  help: 'what kind of software it is, for every prompt (SIGNOFF_DOMAIN, "domain" in signoff.config.json)',
};

export const EXPERTISE_LEVEL: StartOption = {
  ...{ name: 'expertise', kind: 'text', placeholder: '<level>' },
  help: 'how you are asked: non-technical, basic (the default) or expert',
  read: async (text) => readExpertise(text),
};

export const ARCHITECT: StartOption = {
  ...{ name: 'architect', kind: 'text', placeholder: '<who>' },
  help: 'who reviews the specification: agent (the default) or person',
  read: async (text) => readArchitect(text),
};

export const CORPUS: StartOption = {
  ...{ name: 'corpus', kind: 'text', placeholder: '<dir>' },
  help: 'a folder of documents to write from: Markdown, HTML, text, PDF, DOCX',
  read: async (text) => (await import('./corpus-folder.ts')).readCorpusFolder(text),
};

/** Of an input: none, or the one. */
export const namedFolder = (corpus: Json | undefined): readonly string[] =>
  typeof corpus === 'string' && corpus !== '' ? [corpus] : [];

export const REVIEW_PLAN: StartOption = {
  ...{ name: 'review-plan', kind: 'flag', placeholder: '' },
  help: 'see the plan of the research and what it costs before anything is done, and edit it as Mermaid',
};

function readExpertise(text: string): { value: Json } | string {
  const value = text.trim().toUpperCase().replaceAll(/[- ]/g, '_');
  if (EXPERTISE.includes(value)) return { value };
  return `Expected --expertise as one of non-technical, basic, expert, found "${text}".`;
}

function readArchitect(text: string): { value: Json } | string {
  const value = text.trim().toLowerCase();
  return value === 'agent' || value === 'person' ? { value } : `Expected --architect agent or person, found "${text}".`;
}
