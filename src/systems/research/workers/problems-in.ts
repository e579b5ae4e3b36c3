// What a checker found, as the answer of a worker that looks at a draft.

import type { ArticleCheck } from '../../../documents/article/finding.ts';
import type { JsonObject } from '../../../json.ts';

const PROBLEMS_MAX = 200;

export function problemsIn({ score, findings }: ArticleCheck): JsonObject {
  const problems = findings
    .slice(0, PROBLEMS_MAX)
    .map(({ sentence, message }) => ({ sentence, problem: message, fix: '' }));
  return { problems, quality: score };
}
