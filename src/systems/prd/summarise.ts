// What a PRD run came to: the score, how the requirements stand, why it failed.

import { scoreWord } from '../../documents/gaps/read-score.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import type { Standing } from '../../documents/requirements/requirement.ts';
import type { RunFacts, RunSummary } from '../../ports/system.ts';
import { NOT_JUDGED, percent } from './gates/gap-gate.ts';
import { listIn, outputIn, requirementsPath, textIn } from './gates/gate-facts.ts';
import { countsText } from './gates/requirements-gate.ts';
import { isWithoutModel } from './prd-deps.ts';

export async function summarise(facts: RunFacts): Promise<RunSummary> {
  const { gapAnalysisScore, prdWorkflowFatalErrorMessages: messages } = facts.data;
  const score = isWithoutModel(facts.output('GA')) ? NOT_JUDGED : gapAnalysisScore;
  const counts = countsIn(await facts.read(requirementsPath(facts)));
  const { outOfScope, ...others } = counts;
  return {
    // A run that came to its end through the failure step is over and has no PRD.
    isFinished: facts.output('F') !== null,
    totals: [
      ...(facts.output('RR') !== null
        ? [{ name: 'requirements', text: countsText({ ...others, 'out of scope': outOfScope }) }]
        : []),
      ...(score === NOT_JUDGED ? [{ name: 'gap score', text: NOT_JUDGED }] : []),
      ...(typeof score === 'number' ? [{ name: 'gap score', text: `${percent(score)}, ${scoreWord(score)}` }] : []),
      ...notesIn(facts).map((text) => ({ name: 'note', text })),
    ],
    data: {
      featureId: textIn(facts, 'featureId') || null,
      score: typeof score === 'number' ? score : null,
      counts,
    },
    messages: Array.isArray(messages) ? messages.map(String) : [],
  };
}

function notesIn(facts: RunFacts): readonly string[] {
  return listIn<string>(outputIn(facts, 'F').notes);
}

/** As the file has them: hands edit it too. */
function countsIn(requirements: string | null) {
  const items = requirements === null ? [] : parseRequirements(requirements).items;
  const count = (standing: Standing): number => items.filter((item) => item.standing === standing).length;
  return {
    ...{ approved: count('approved'), modified: count('modified'), rejected: count('rejected') },
    outOfScope: count('out-of-scope'),
  };
}
