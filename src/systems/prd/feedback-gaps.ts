// What a reviewer of requirements said, as gaps: worded where rules can, quoted where not, open until settled.

import { contentWords, shareOf } from '../../documents/gaps/content-words.ts';
import { isKept } from '../../documents/gaps/cover-points.ts';
import { categoryOf } from '../../documents/gaps/ears-requirement.ts';
import type { Gap, SuggestedRequirement } from '../../documents/gaps/gap.ts';
import { repeatsDecided } from '../../documents/gaps/repeats-decided.ts';
import { wordGoal, wordPoint } from '../../documents/gaps/word-goal-clause.ts';
import type { Brief } from '../../documents/prd/brief.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { asksForNothing, feedbackGoalsIn, statementsOf } from './feedback-goals.ts';

type FoundGap = Omit<Gap, 'id'>;

const ASKS = 'The review asks for "';
const REMARK = 'A remark of the review is left open';
/** Of a remark's words in one requirement: then it was taken up. */
const SETTLED_FROM = 0.6;
const IMPACT = 'What a reviewer asked for would be missing.';

/** Against what a reviewer wished for and no requirement asks for; what rules cannot word is quoted. */
export function feedbackGaps(
  feedback: string,
  brief: Brief,
  items: readonly DecidedRequirement[],
): readonly FoundGap[] {
  const isRepeated = repeatsDecided(brief, items);
  const { goalClauses, left } = feedbackRequirements(feedback);
  return [
    ...goalClauses
      .filter((one) => !isRepeated(one))
      .map((one) => ({
        title: `${ASKS}${one.title}"`,
        description: 'It was said at the requirements review, and no approved requirement asks for it.',
        ...{ severity: 'high' as const, category: one.category, impact: IMPACT, suggestedRequirements: [one] },
      })),
    ...left
      .filter((said) => !isTakenUp(said, items))
      .map((said) => ({
        title: REMARK,
        description: `It was said at the requirements review, and rules could not word it: "${said}"`,
        ...{ severity: 'high' as const, category: categoryOf(said), impact: IMPACT, suggestedRequirements: [] },
      })),
  ];
}

/** Of the gaps of the analysis before, what a reviewer said that nobody has settled since. */
export function stillOpen(
  before: readonly Gap[],
  now: readonly FoundGap[],
  brief: Brief,
  items: readonly DecidedRequirement[],
): readonly FoundGap[] {
  const isRepeated = repeatsDecided(brief, items);
  return before
    .filter(({ title }) => title.startsWith(ASKS) || title === REMARK)
    .filter(({ description, title }) => !now.some((gap) => gap.title === title && gap.description === description))
    .filter(({ title, description, suggestedRequirements: own }) => {
      return title === REMARK ? !isTakenUp(remarkIn(description), items) : !own.every(isRepeated);
    })
    .map(({ id: _, ...gap }) => gap);
}

/** For the PRD: what a person who signs must be asked about. */
export function openRemarks(gaps: readonly Gap[]): readonly string[] {
  return gaps.flatMap(({ title, description }) => {
    if (title === REMARK) return [`Said at the requirements review: ${remarkIn(description)}`];
    return title.startsWith(ASKS) ? [`Asked for at the requirements review: ${title.slice(ASKS.length, -1)}`] : [];
  });
}

export function feedbackRequirements(feedback: string) {
  const goalClauses: SuggestedRequirement[] = [];
  const left: string[] = [];
  for (const said of statementsOf(feedback)) {
    if (asksForNothing(said)) continue;
    // "Add an export as CSV", "Also a limit of 500" are needs.
    const read = feedbackGoalsIn(
      said.replace(/^(?:please )?(?:(?:also|plus|and)[,:]? )?add (?=\S)|^(?:also|plus|and)[,:]? /i, 'We need '),
    );
    if (read === null) left.push(said.replace(/\s+/g, ' '));
    else {
      goalClauses.push(...read.actions.map(wordGoal).flatMap((point) => wordPoint(point, 'goal')));
      goalClauses.push(...read.measures.flatMap((point) => wordPoint(point, 'criterion')));
    }
  }
  return { goalClauses, left };
}

function remarkIn(description: string): string {
  const at = description.indexOf(': "');
  return at >= 0 && description.endsWith('"') ? description.slice(at + 3, -1) : description;
}

function isTakenUp(remark: string, items: readonly DecidedRequirement[]): boolean {
  const words = contentWords(remark);
  if (words.size === 0) return false;
  return items.filter(isKept).some(({ title, description }) => {
    return shareOf(words, contentWords(`${title} ${description}`)) >= SETTLED_FROM;
  });
}
