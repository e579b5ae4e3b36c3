// How a chain from a sentence to stories is started: the sentence, and what its systems get besides.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { StartForm, StartInput, StartOption, StartSubject } from '../../ports/system.ts';
import {
  ARCHITECT,
  CORPUS,
  clarify,
  DOMAIN,
  EXPERTISE_LEVEL,
  namedFolder,
  REVIEW_PLAN,
  UTTERANCE,
} from '../features/start-parts.ts';

/** Nobody reads it for its own sake: the shortest there is. */
const ARTICLE_WORDS = 500;
/** A brief quotes a few findings; who wants more orders an article. */
const SOURCES_MIN = 3;

const RESEARCH: StartOption = {
  ...{ name: 'research', kind: 'flag', placeholder: '' },
  help: 'first find out what sources say on the subject; the feature brief quotes them (see signoff research)',
};

export const start: StartForm = {
  subject: { ...UTTERANCE, name: 'sentence' },
  options: [
    ...[DOMAIN, EXPERTISE_LEVEL, ARCHITECT, RESEARCH],
    { ...CORPUS, help: 'the same, in a folder of documents: Markdown, HTML, text, PDF, DOCX' },
    REVIEW_PLAN,
  ],
  input: inputOf,
  clarify,
  folders: (input) => namedFolder(asObject(asObject(input).research).corpus),
  about: aboutOf,
};

function inputOf({ subject, project, options, clarifications, isRehearsal }: StartInput): Json {
  const { domain, expertise, architect, research, corpus, 'review-plan': reviewPlan } = options;
  return {
    userInput: {
      ...{ projectPath: project, userUtterance: subject },
      ...(clarifications.length > 0 && { clarifications: clarifications.map((each) => ({ ...each })) }),
    },
    ...(domain !== undefined && { domain }),
    ...(expertise !== undefined && { expertise }),
    ...(architect !== undefined && { architect }),
    ...((research === true || corpus !== undefined) && {
      research: {
        brief: { topic: subject, target_length: ARTICLE_WORDS, min_sources: SOURCES_MIN },
        ...(corpus !== undefined && { corpus }),
        ...(reviewPlan === true && { review_plan: true }),
      },
    }),
    // Nobody signs in a rehearsal, and what comes next would wait for a signature for ever.
    ...(isRehearsal === true && { draft: true }),
  };
}

function aboutOf(input: Json, { feature_id }: JsonObject): StartSubject | null {
  const { projectPath, userUtterance } = asObject(asObject(input).userInput);
  if (typeof projectPath !== 'string') return null;
  return {
    project: projectPath,
    subject: typeof userUtterance === 'string' ? userUtterance : '',
    document: typeof feature_id === 'string' ? feature_id : null,
  };
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
