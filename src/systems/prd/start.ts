// How a PRD run is started: one sentence, or a brief that is there already.

import { basename, dirname } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { StartForm, StartInput, StartSubject } from '../../ports/system.ts';
import { freeId } from '../features/feature-id.ts';
import { clarify, DOMAIN, UTTERANCE } from '../features/start-parts.ts';

export const start: StartForm = {
  subject: { ...UTTERANCE, name: 'utterance' },
  options: [
    DOMAIN,
    {
      ...{ name: 'from-brief', kind: 'file', noun: 'a feature brief', placeholder: '<file>' },
      help: 'begin with this feature brief, which you then review, instead of having one written',
      async read(text, { path, subject }) {
        const { readGivenBrief } = await import('./given-brief.ts');
        const folder = basename(path) === 'feature-brief.md' ? basename(dirname(path)) : '';
        const read = readGivenBrief(text, folder, subject);
        if (typeof read === 'string') return `Expected a feature brief in ${path}. ${read}`;
        const { utterance, ...brief } = read;
        return { value: { ...brief }, subject: utterance };
      },
    },
  ],
  stops: {
    brief: {
      ...{ before: 'IR', reached: 'Feature brief approved' },
      next: 'The feature brief is approved and written. The requirements come next.',
    },
    requirements: {
      ...{ before: 'PG', reached: 'Requirements decided' },
      next: 'The requirements are decided and written. The PRD comes next.',
    },
  },
  input: inputOf,
  brought: {
    step: 'FB',
    answer(input, data, taken) {
      const { markdown, featureId } = asObject(asObject(input).brief);
      if (typeof data.featureBriefContent === 'string') return null;
      if (typeof markdown !== 'string' || typeof featureId !== 'string') return null;
      return { featureBriefMarkdown: markdown, recommendedFeatureId: freeId(featureId, taken) };
    },
  },
  clarify,
  about: aboutOf,
};

function inputOf({ subject, project, options, clarifications }: StartInput): Json {
  const { domain, 'from-brief': brief } = options;
  return {
    userInput: {
      ...{ projectPath: project, userUtterance: subject },
      ...(clarifications.length > 0 && { clarifications: clarifications.map((each) => ({ ...each })) }),
    },
    ...(domain !== undefined && { domain }),
    ...(brief !== undefined && { brief }),
  };
}

function aboutOf(input: Json, { featureId }: JsonObject): StartSubject | null {
  const { projectPath, userUtterance } = asObject(asObject(input).userInput);
  if (typeof projectPath !== 'string') return null;
  return {
    project: projectPath,
    subject: typeof userUtterance === 'string' ? userUtterance : '',
    document: typeof featureId === 'string' ? featureId : null,
  };
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
