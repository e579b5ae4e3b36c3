// What is asked about a short brief before a design of it is begun. Nobody has to answer; an answer stands in the
// section whose question it is.

import { SECTION_QUESTIONS } from './section-questions.ts';

export interface BriefQuestion {
  readonly id: string;
  readonly question: string;
  /** Why it is asked, in a sentence. */
  readonly why: string;
}

const WORDS_ENOUGH = 60;
const WHY = 'How it is built depends on these.';
const { hld, lld, database } = SECTION_QUESTIONS;

const ASKED: readonly (readonly [string, string | undefined])[] = [
  ['scale', hld.scalability],
  ['access', hld.security],
  ['data', database.encryption],
  ['around', lld.integrations],
];

/** None for a long brief: its author has thought of what matters. */
export function clarifyBrief(brief: string): readonly BriefQuestion[] {
  if (brief.split(/\s+/).length >= WORDS_ENOUGH) return [];
  return ASKED.map(([id, question = '']) => ({ id, question, why: WHY }));
}
