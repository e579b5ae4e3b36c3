// What each section of a design answers, as one question: where nobody wrote the section, its question stands there.

import { openPoint } from '../markdown/filed-text.ts';
import type { PartName } from './part.ts';

type Questions = { readonly [section: string]: string };

const HLD: Questions = {
  overview: 'Who does each of these, and what does the system leave to others?',
  components: 'Which components are there, and which use cases does each serve?',
  stack: 'With which languages, stores and services is it built, and why with these?',
  'data-flow': 'What is sent from where to where, and what is stored on the way?',
  scalability: 'How many people use it, and how much do they do in a busy hour?',
  security: 'Who may see and change what, and how do people sign in?',
  reliability: 'What may fail, what do people see then, and how much may be lost?',
  options: 'Which decisions would be costly to reverse, and what speaks for each?',
};

const LLD: Questions = {
  endpoints: 'Which endpoints are there, and what does each take, answer and refuse?',
  models: 'Which things are stored, and which fields does each have?',
  'api-map': 'Which endpoints serve each use case?',
  schema: 'Which forms do the bodies of requests and responses have?',
  examples: 'How does a request look, and how its response?',
  validation: 'Which rules does each field keep, and what is answered when one is broken?',
  integrations: 'Which other systems does it talk to?',
  layers: 'Which modules is the code divided into, and which may call which?',
  'business-logic': 'Which rules are more than storing and reading?',
  errors: 'Which form do errors have, and who tries again when?',
};

const DATABASE: Questions = {
  ddl: 'Which tables are there, with which columns and keys?',
  erd: 'Which table refers to which?',
  indexes: 'Which queries need an index?',
  encryption: 'Which personal data is kept, and for how long?',
  constraints: 'Which rules must the data keep whatever the code does?',
  types: 'Which type does each kind of value have?',
  normalisation: 'Where does a table repeat what another one holds, and why?',
  performance: 'How many rows does each table have after a year, and which queries are the heaviest?',
  migrations: 'How is the schema brought into use, changed and taken back?',
};

export const SECTION_QUESTIONS: { readonly [part in PartName]: Questions } = {
  hld: HLD,
  lld: LLD,
  database: DATABASE,
};

/** The line that stands in a section which nobody wrote. */
export function openQuestion(part: PartName, section: string): string {
  return openPoint(SECTION_QUESTIONS[part][section] ?? 'What belongs in this section?');
}
