// What a PRD run came to: the score, how the requirements stand, why it failed.

import { scoreWord } from '../../documents/gaps/analyse-gaps.ts';
import { SCORE_ENOUGH } from '../../documents/gaps/gap.ts';
import { LITTLE_MAX } from '../../documents/gaps/score-axes.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { Standing } from '../../documents/requirements/requirement.ts';
import { isJsonObject } from '../../json.ts';
import type { RunFacts, RunSummary } from '../../ports/system.ts';
import { percent } from './gates/gap-gate.ts';
import { requirementsPath, textIn } from './gates/gate-facts.ts';
import { countsText } from './gates/requirements-gate.ts';

export async function summarise(facts: RunFacts): Promise<RunSummary> {
  const { gapAnalysisScore: score, prdStatus, prdWorkflowFatalErrorMessages: messages } = facts.data;
  const counts = countsIn(await facts.read(requirementsPath(facts)));
  const { outOfScope, ...others } = counts;
  return {
    // A run that came to its end through the failure step is over and has no PRD.
    isFinished: isJsonObject(prdStatus) && prdStatus.status === 'finalized',
    totals: [
      ...(facts.output('RR') !== null
        ? [{ name: 'requirements', text: countsText({ ...others, 'out of scope': outOfScope }) }]
        : []),
      ...(typeof score === 'number' ? [{ name: 'gap score', text: scoreText(score) }] : []),
    ],
    data: {
      featureId: textIn(facts, 'featureId') || null,
      score: typeof score === 'number' ? score : null,
      counts,
    },
    messages: Array.isArray(messages) ? messages.map(String) : [],
  };
}

/** No word of praise for what is just enough: who judged it, and how much of it, is not known here. */
const scoreText = (score: number): string =>
  score >= SCORE_ENOUGH && score <= LITTLE_MAX ? percent(score) : `${percent(score)}, ${scoreWord(score)}`;

/** As the file has them: hands edit it too. */
function countsIn(requirements: string | null) {
  const items = requirements === null ? [] : parseRequirements(requirements).items;
  const count = (standing: Standing): number => items.filter((item) => item.standing === standing).length;
  return {
    ...{ approved: count('approved'), modified: count('modified'), rejected: count('rejected') },
    outOfScope: count('out-of-scope'),
  };
}
