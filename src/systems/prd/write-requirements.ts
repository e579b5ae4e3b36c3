// Proposes requirements without a model: each is one sentence that a person said, word for word.

import { type Gap, NO_CATEGORY, type SuggestedRequirement } from '../../documents/gaps/gap.ts';
import { bullet, shortTitle } from '../../documents/markdown/filed-text.ts';
import { isOpenQuestion } from '../../documents/prd/open-questions.ts';
import { isReviewPoint } from '../../documents/prd/read-open-points.ts';
import { parseRequirements } from '../../documents/requirements/parse-requirements.ts';
import { decidedTexts, type Requirement } from '../../documents/requirements/requirement.ts';
import { mentionedIds, nextRequirementId } from '../../documents/requirements/requirement-ids.ts';
import { repeatsOf } from '../../documents/requirements/says-the-same.ts';
import { saidSentences } from '../../language/said-sentences.ts';
import { statementsIn } from '../features/statements-in.ts';
import { sectionOf } from './brief-lines.ts';

export interface ProposedRequirements {
  readonly functionalRequirements: readonly Requirement[];
  readonly summary: string;
  /** Ids of those that nobody gave a category. */
  readonly notSorted: readonly string[];
}

/** Where they are numbered: `next` is the next free id; '' where nobody gave it. */
export interface RequirementsBefore {
  readonly requirementsContent: string;
  readonly next: string;
}

/** The goals of the brief, which are the sentences of the utterance unless a person changed them. */
export function initialRequirements(
  utterance: string,
  brief: string,
  before: RequirementsBefore,
): ProposedRequirements {
  const said = statementsIn(utterance);
  const goals = goalsIn(brief, said);
  return proposed((goals.length > 0 ? goals : said).map(asRequirement), [], before);
}

/** What a person added at the gap analysis; and what an analysis that is not ours suggested, as it stands there. */
export function gapRequirements(
  added: readonly string[],
  gaps: readonly Gap[],
  before: RequirementsBefore,
): ProposedRequirements & { readonly gapsAddressed: readonly string[] } {
  const suggesting = gaps.filter(({ suggestedRequirements }) => suggestedRequirements.length > 0);
  const own = added.flatMap(saidSentences).map(asRequirement);
  const suggested = suggesting.flatMap(({ suggestedRequirements }) => suggestedRequirements);
  return { ...proposed(own, suggested, before), gapsAddressed: suggesting.map(({ id }) => id) };
}

const asRequirement = (sentence: string): SuggestedRequirement => ({
  ...{ title: shortTitle(sentence), description: sentence },
  ...{ priority: 'medium', category: NO_CATEGORY },
});

function goalsIn(brief: string, said: readonly string[]): readonly string[] {
  const section = sectionOf(brief, 'Goals');
  const body = section === undefined ? '' : brief.slice(section.start, section.end);
  const filed = new Map(said.map((sentence) => [bullet(sentence), sentence]));
  const goals: string[] = [];
  let others: string[] = [];
  const takeOthers = (): void => {
    const read = saidSentences(others.join('\n')).map(withoutEscapes);
    goals.push(...read.filter((goal) => !isOpenQuestion(goal) && !isReviewPoint(goal)));
    others = [];
  };
  for (const line of body.split(/\r\n|\r|\n/)) {
    const sentence = filed.get(line);
    if (sentence !== undefined) takeOthers();
    if (sentence !== undefined) goals.push(sentence);
    else others.push(/^\s{0,3}#{1,6}\s/.test(line) ? '' : line);
  }
  takeOthers();
  return goals;
}

const withoutEscapes = (sentence: string): string => sentence.replace(/\\(?=[!-/:-@[-`{-~])/g, '');

function proposed(
  own: readonly SuggestedRequirement[],
  suggested: readonly SuggestedRequirement[],
  { requirementsContent, next }: RequirementsBefore,
): ProposedRequirements {
  const list = [...own, ...suggested];
  const temporary = list.map((one, at) => ({ ...one, id: `NEW-${at}` }));
  const decided = decidedTexts(parseRequirements(requirementsContent));
  const repeated = new Set(repeatsOf(temporary, decided).map(({ id }) => id));
  const fresh = list.filter((_, at) => !repeated.has(`NEW-${at}`));
  let id = next === '' ? nextRequirementId(mentionedIds(requirementsContent)) : next;
  const functionalRequirements = fresh.map(({ title, description, priority, category }) => {
    const given = id;
    id = nextRequirementId([given]);
    return { id: given, title, description, priority, category };
  });
  const left = list.length - fresh.length;
  const again = left === 0 ? '' : ` Left out, since they were said before: ${left}.`;
  const summary = `Requirements: ${fresh.length}, one for each sentence, word for word. Nothing is judged.${again}`;
  const isOwn = new Set(own);
  const notSorted = functionalRequirements.filter((_, at) => isOwn.has(fresh[at] as SuggestedRequirement));
  return { functionalRequirements, summary, notSorted: notSorted.map(({ id: given }) => given) };
}
