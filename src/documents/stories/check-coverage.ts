// Whether the stories of a submission do all that the spec asks for, or say why not.

import type { StoryProblem } from './check-stories.ts';
import type { ReadSubmission, ReadSubmittedStory } from './read-submission.ts';
import type { StoryRequirement, StorySpec } from './story.ts';
import { type SpecCriteria, specCriteria, splitPrefix, traceCriterion } from './trace-criteria.ts';

type Found = Pick<CoverageCheck, 'problems' | 'warnings'>;

export interface CoverageCheck {
  readonly problems: readonly StoryProblem[];
  readonly warnings: readonly StoryProblem[];
}

export function checkCoverage(submission: ReadSubmission, spec: StorySpec): CoverageCheck {
  const criteria = specCriteria(spec);
  const stories = submission.requirements;
  const covered = new Map<string, ReadSubmittedStory[]>();
  for (const story of stories)
    for (const id of story.covers) {
      const others = covered.get(id);
      if (others === undefined) covered.set(id, [story]);
      else others.push(story);
    }
  const excuses = new Map(submission.uncovered.map(({ requirement, reason }) => [requirement, reason]));
  const dependencies = checkOrder(spec.requirements, covered, stories);
  return {
    problems: [
      ...stories.flatMap((story, at) => checkCovers(story, at, criteria)),
      ...checkExcuses(submission, criteria, covered),
      ...uniqueIn(spec.requirements).flatMap((each) => checkRequirement(each, covered, excuses, criteria)),
      ...dependencies.problems,
    ],
    warnings: dependencies.warnings,
  };
}

function checkCovers({ id, covers, acceptance_criteria }: ReadSubmittedStory, at: number, criteria: SpecCriteria) {
  const found: StoryProblem[] = [];
  const place = `requirements[${at}].covers`;
  if (covers.length === 0)
    found.push(
      finding('story-covers', place, `${id} covers no requirement.`, 'Name those it fulfils, as in ["R-001"].'),
    );
  for (const covered of covers.filter((each) => !criteria.ofRequirement.has(each)))
    found.push(
      finding('story-covers', place, `${id} covers ${covered}, which the spec does not have.`, knownFix(criteria)),
    );
  for (const [index, text] of acceptance_criteria.entries()) {
    const named = splitPrefix(text).named;
    const where = `requirements[${at}].acceptance_criteria[${index}]`;
    for (const trace of named.filter((each) => !criteria.ids.has(each)))
      found.push(
        finding('story-trace', where, `It names ${trace}, which the spec does not have.`, 'Name one it has, or none.'),
      );
    const beside = named.filter((each) => criteria.ids.has(each) && !covers.includes(requirementOf(each)));
    for (const trace of beside) {
      const owner = requirementOf(trace);
      found.push(
        finding(
          'story-trace',
          where,
          `It names ${trace}, and ${id} does not cover ${owner}.`,
          `Add ${owner} to covers.`,
        ),
      );
    }
  }
  return found;
}

const requirementOf = (criterion: string): string => criterion.slice(0, criterion.lastIndexOf('.'));

function knownFix({ ofRequirement }: SpecCriteria): string {
  const ids = [...ofRequirement.keys()];
  if (ids.length === 0) return 'The spec has no requirements.';
  return `It has ${ids.length > 6 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ')}.`;
}

function checkExcuses(
  { uncovered }: ReadSubmission,
  criteria: SpecCriteria,
  covered: ReadonlyMap<string, unknown>,
): readonly StoryProblem[] {
  return uncovered.flatMap(({ requirement, reason }, at) => {
    const place = `uncovered[${at}]`;
    if (!criteria.ofRequirement.has(requirement) && !criteria.ids.has(requirement)) {
      const found = requirement === '' ? 'nothing' : requirement;
      return [
        finding(
          'story-excuse',
          `${place}.requirement`,
          `It excuses ${found}, which the spec does not have.`,
          knownFix(criteria),
        ),
      ];
    }
    if (reason === '')
      return [
        finding('story-excuse', `${place}.reason`, `${requirement} has no reason.`, 'Say why no story covers it.'),
      ];
    if (!covered.has(requirement)) return [];
    const fix = 'Remove it here, or from the covers of the stories.';
    return [finding('story-excuse', `${place}.requirement`, `${requirement} is excused, and stories cover it.`, fix)];
  });
}

function checkRequirement(
  { id, title, criteria: texts }: StoryRequirement,
  covered: ReadonlyMap<string, readonly ReadSubmittedStory[]>,
  excuses: ReadonlyMap<string, string>,
  criteria: SpecCriteria,
): readonly StoryProblem[] {
  const stories = covered.get(id);
  if (stories === undefined) {
    if (excuses.has(id)) return [];
    const fix = `Name ${id} in the covers of a story, or in uncovered with a reason.`;
    return [finding('story-uncovered', 'requirements', `No story covers ${id} "${title}".`, fix)];
  }
  const traced = new Set(
    stories.flatMap(({ acceptance_criteria, covers }) =>
      acceptance_criteria.flatMap((text) => traceCriterion(text, covers, criteria).traces),
    ),
  );
  return texts.flatMap((text, at) => {
    const own = `${id}.${at + 1}`;
    if (traced.has(own) || excuses.has(own)) return [];
    const names = stories.map((story) => story.id).join(', ');
    const message = `No story that covers ${id} (${names}) has its criterion ${own} "${text}".`;
    const fix = `Add it to one, or begin the criterion that stands for it with "${own}: ".`;
    return [finding('story-criterion-missing', 'requirements', message, fix)];
  });
}

/** Where R-002 depends on R-001, some story of R-002 should wait for one of R-001. That it does not is a warning: the
 *  architect may know a way to build both at once. That only the opposite holds contradicts the spec. */
function checkOrder(
  requirements: readonly StoryRequirement[],
  covered: ReadonlyMap<string, readonly ReadSubmittedStory[]>,
  stories: readonly ReadSubmittedStory[],
): Found {
  const reach = reachIn(stories);
  const waits = (later: readonly ReadSubmittedStory[], sooner: readonly ReadSubmittedStory[]): boolean => {
    const ids = new Set(sooner.map(({ id }) => id));
    return later.some(({ id }) => ids.has(id) || [...reach(id)].some((each) => ids.has(each)));
  };
  const [problems, warnings]: [StoryProblem[], StoryProblem[]] = [[], []];
  for (const { id, dependencies } of uniqueIn(requirements)) {
    for (const needed of dependencies) {
      const [later, sooner] = [covered.get(id), covered.get(needed)];
      if (later === undefined || sooner === undefined || id === needed || waits(later, sooner)) continue;
      const [ids, before] = [namesOf(later), namesOf(sooner)];
      const at = stories.indexOf(later[0] as ReadSubmittedStory);
      const place = `requirements[${at}].dependencies`;
      const fix = `Let ${later[0]?.id} depend on ${sooner[0]?.id}.`;
      if (waits(sooner, later)) {
        const message = `${id} depends on ${needed} in the spec, and ${before} waits for ${ids} instead.`;
        problems.push(finding('story-order', place, message, `Turn that dependency round: ${fix}`));
      } else {
        const message = `${id} depends on ${needed} in the spec, and ${ids} does not wait for ${before}.`;
        warnings.push(finding('story-order', place, message, `${fix} Leave it if both can be built at once.`));
      }
    }
  }
  return { problems, warnings };
}

/** All that a story waits for, directly or not; found once for each. */
function reachIn(stories: readonly ReadSubmittedStory[]): (id: string) => ReadonlySet<string> {
  const direct = new Map(stories.map(({ id, dependencies }) => [id, dependencies]));
  const known = new Map<string, ReadonlySet<string>>();
  return (id) => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const found = new Set<string>();
    const open = [...(direct.get(id) ?? [])];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      open.push(...(direct.get(next) ?? []));
    }
    known.set(id, found);
    return found;
  };
}

const namesOf = (stories: readonly ReadSubmittedStory[]): string => stories.map(({ id }) => id).join(', ');

/** The first of those that have the same id. */
function uniqueIn(requirements: readonly StoryRequirement[]): readonly StoryRequirement[] {
  return [...new Map(requirements.toReversed().map((each) => [each.id, each])).values()].reverse();
}

const finding = (rule: string, place: string, message: string, fix: string): StoryProblem => ({
  ...{ rule, place, message, fix },
});
