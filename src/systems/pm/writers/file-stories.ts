// A story for each requirement, in its own words: nobody divided or estimated anything.

import { asText } from '../../../documents/markdown/filed-text.ts';
import { linesOf } from '../../../documents/markdown/headings-of.ts';
import type { Spec } from '../../../documents/spec/spec.ts';
import { NOT_ESTIMATED, POINTS_WITHOUT_ESTIMATE, type StorySubmission } from '../../../documents/stories/story.ts';

export function fileStories({ requirements }: Spec): StorySubmission {
  const storyOf = (id: string): string => id.replace(/^R-/, 'S-');
  const known = new Set(requirements.map(({ id }) => id));
  return {
    ...{ analysis: 'Not judged: no model read the specification.', platform: 'not decided' },
    requirements: requirements.map(({ id, title, description, criteria, dependencies }) => ({
      ...{ id: storyOf(id), title, points: POINTS_WITHOUT_ESTIMATE, story_type: 'app', covers: [id] },
      description: [...linesOf(description || title).map(asText), '', NOT_ESTIMATED].join('\n'),
      acceptance_criteria: criteria.map((text, at) => `${id}.${at + 1}: ${text}`),
      dependencies: [...new Set(dependencies)].filter((each) => known.has(each) && each !== id).map(storyOf),
    })),
  };
}
