// Files what a person said as a feature brief, without a model: their sentences under its headings, word for word, and
// a marked question wherever nobody said anything.

import { bullet, openPoint } from '../../documents/markdown/filed-text.ts';
import { utteranceBlock } from '../../documents/prd/assemble-prd.ts';
import type { Clarification } from '../../documents/prd/clarifications.ts';
import { type BriefPlace, placeOfAnswer, START_QUESTIONS } from '../../documents/prd/start-questions.ts';
import { WITHOUT_MODEL } from '../../documents/signing/signature.ts';
import { isNoAnswer } from '../../language/is-no-answer.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import { statementsIn } from '../features/statements-in.ts';
import { featureIdOf, titleOf } from './name-feature.ts';

export interface BriefRequest {
  readonly utterance: string;
  /** What kind of software it is; null: nobody said. */
  readonly domain: string | null;
  readonly clarifications: readonly Clarification[];
}

export interface WrittenBrief {
  readonly featureBriefMarkdown: string;
  readonly recommendedFeatureId: string;
}

/** `taken`: ids of features that are there. */
export function writeBrief(request: BriefRequest, taken: readonly string[]): WrittenBrief {
  const said = statementsIn(request.utterance);
  const title = titleOf(said);
  const blocks = [
    `# ${title}`,
    ...['## Status', `Draft, written ${WITHOUT_MODEL}.`],
    ...['## User Utterance', utteranceBlock(request.utterance.trim())],
    ...['## Overview', ...overview(request)],
    ...['## Goals', said.map(bullet).join('\n')],
    ...['## Scope', '### In Scope', answered(request, 'In Scope')],
    ...['### Out of Scope', answered(request, 'Out of Scope')],
    ...['## Success Criteria', answered(request, 'Success Criteria')],
  ];
  return { featureBriefMarkdown: `${blocks.join('\n\n')}\n`, recommendedFeatureId: featureIdOf(title, taken) };
}

function overview(request: BriefRequest): readonly string[] {
  const others = request.clarifications.filter((each) => isAnswer(each) && placeOfAnswer(each.id) === null);
  return [
    ...(request.domain === null ? [] : [bullet(`Domain: ${request.domain}`)]),
    ...['### Users', answered(request, 'Users')],
    ...['### Problem', answered(request, 'Problem')],
    ...(others.length === 0 ? [] : ['### Further Answers', others.flatMap(withQuestion).join('\n')]),
  ];
}

/** What was answered for this place; else its question. */
function answered({ clarifications }: BriefRequest, place: BriefPlace): string {
  const answers = clarifications.filter((each) => isAnswer(each) && placeOfAnswer(each.id) === place);
  const questions = START_QUESTIONS.filter((each) => each.place === place).map(({ question }) => openPoint(question));
  const lines = answers.flatMap(({ answer }) => saidSentences(answer));
  return (lines.length === 0 ? questions : lines).map(bullet).join('\n');
}

/** To a question that only its asker knows. */
const withQuestion = ({ id, question, answer }: Clarification): readonly string[] => [
  bullet(question.trim() === '' ? id : question),
  ...saidSentences(answer).map((sentence) => `  ${bullet(sentence)}`),
];

const isAnswer = ({ answer }: Clarification): boolean => answer.trim() !== '' && !isNoAnswer(answer);
