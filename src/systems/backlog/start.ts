// How a chain from a sentence to stories is started: the sentence, and what its systems are told besides.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { StartForm, StartInput, StartSubject } from '../../ports/system.ts';
import { ARCHITECT, clarify, DOMAIN, EXPERTISE_LEVEL, UTTERANCE } from '../features/start-parts.ts';

export const start: StartForm = {
  subject: { ...UTTERANCE, name: 'sentence' },
  options: [DOMAIN, EXPERTISE_LEVEL, ARCHITECT],
  input: inputOf,
  clarify,
  about: aboutOf,
};

function inputOf({ subject, project, options, clarifications, isRehearsal }: StartInput): Json {
  const { domain, expertise, architect } = options;
  return {
    userInput: {
      ...{ projectPath: project, userUtterance: subject },
      ...(clarifications.length > 0 && { clarifications: clarifications.map((each) => ({ ...each })) }),
    },
    ...(domain !== undefined && { domain }),
    ...(expertise !== undefined && { expertise }),
    ...(architect !== undefined && { architect }),
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
