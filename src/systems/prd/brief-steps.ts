// The feature brief: generated, updated, reviewed. Its file is written when a person approved it, not before.

import { briefProblems } from '../../documents/parse-brief.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AcceptCall, Accepted, CodeCall, Prepared, Refused } from '../../ports/action.ts';
import { type PrdDoors, pathOf, textHash, textOf } from './prd-doors.ts';
import { readVerdict } from './read-verdict.ts';

export async function featureIds({ data }: CodeCall, { files }: PrdDoors): Promise<Prepared> {
  return { input: { currentFeatureIds: await files.folders(textOf(data.prdWorkspacePath)) } };
}

/** The folder is made here: it is what keeps another run from taking the same id. */
export async function acceptBrief({ answer, data }: AcceptCall, { files }: PrdDoors): Promise<Accepted | Refused> {
  const { featureBriefMarkdown, recommendedFeatureId } = answer as {
    featureBriefMarkdown: string;
    recommendedFeatureId: string;
  };
  const wrong = briefProblems(featureBriefMarkdown);
  if (wrong.length > 0) return { refused: wrong };
  const folder = `${textOf(data.prdWorkspacePath)}/${recommendedFeatureId}`;
  if (!(await files.makeFolder(folder))) {
    const message = `the feature id "${recommendedFeatureId}" exists already in ${textOf(data.prdWorkspacePath)}`;
    return { refused: [`${message}; recommend another`] };
  }
  return {
    output: answer,
    set: {
      featureId: recommendedFeatureId,
      featureBriefPath: `${folder}/feature-brief.md`,
      featureBriefContent: featureBriefMarkdown,
    },
  };
}

export function acceptBriefUpdate({ answer }: AcceptCall): Accepted | Refused {
  const { featureBriefMarkdown } = answer as { featureBriefMarkdown: string };
  const wrong = briefProblems(featureBriefMarkdown);
  if (wrong.length > 0) return { refused: wrong };
  return { output: answer, set: { ...NO_REVIEW, featureBriefContent: featureBriefMarkdown } };
}

/** An update makes the last review a thing of the past. */
const NO_REVIEW: JsonObject = {
  isFeatureBriefApproved: null,
  featureBriefUserFeedback: null,
  featureBriefModifications: null,
};

export async function acceptBriefReview(call: AcceptCall, { files }: PrdDoors): Promise<Accepted | Refused> {
  const { approved, userFeedback = null, modifications = null } = call.answer as JsonObject;
  const read = readVerdict(call, approved === true, modifications);
  if ('refused' in read) return read;
  const set = {
    isFeatureBriefApproved: approved === true,
    featureBriefUserFeedback: userFeedback,
    featureBriefModifications: modifications as Json,
  };
  const { verdict } = read;
  if (approved !== true) return { output: call.answer, set, verdict };
  const path = pathOf(call, 'feature-brief.md');
  const text = textOf(call.data.featureBriefContent);
  const found = await files.read(path);
  if (found !== null && found !== text) {
    const what = `${path} holds something else already (${textHash(found).slice(0, 19)})`;
    return { refused: [`${what}, which is not overwritten: move it away, then approve again`] };
  }
  return { output: call.answer, set, verdict, files: [{ path, text }] };
}
