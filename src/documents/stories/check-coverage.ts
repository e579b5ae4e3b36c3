// Whether the stories of a submission do all that the spec asks for, or say why not.

import type { StoryProblem } from './check-stories.ts';
import type { ReadSubmission, ReadSubmittedStory } from './read-submission.ts';
import type { StoryRequirement, StorySpec } from './story.ts';
import { requirementOf, type SpecCriteria, specCriteria, splitPrefix, tracedBy } from './trace-criteria.ts';

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
      ...uniqueIn(spec.requirements).flatMap((each) => checkCovered(each, covered, excuses)),
      ...dependencies.problems,
    ],
    warnings: [
      ...uniqueIn(spec.requirements).flatMap((each) => checkCriteria(each, covered, excuses, criteria)),
      ...dependencies.warnings,
    ],
  };
}

function checkCovers(story: ReadSubmittedStory, at: number, criteria: SpecCriteria): readonly StoryProblem[] {
  const { id, covers, coveredCriteria, acceptance_criteria } = story;
  const place = `requirements[${at}].covers`;
  const begun = acceptance_criteria.flatMap((text, index) =>
    splitPrefix(text).named.map((name) => ({ name, where: `requirements[${at}].acceptance_criteria[${index}]` })),
  );
  const isKnown = (name: string): boolean => criteria.ids.has(name) || criteria.ofRequirement.has(name);
  // What only a criterion names is reported there.
  const isBegun = (name: string): boolean => begun.some((each) => requirementOf(each.name) === name);
  const strange = [
    ...covers.filter((each) => !isKnown(each) && !isBegun(each)),
    ...coveredCriteria.filter((each) => !isKnown(each) && isKnown(requirementOf(each))),
  ];
  const none = finding(
    'story-covers',
    place,
    `${id} covers no requirement.`,
    'Name those it fulfils, as in ["R-001"].',
  );
  return [
    ...(covers.length === 0 ? [none] : []),
    ...strange.map((each) =>
      finding('story-covers', place, `${id} covers ${each}, which the spec does not have.`, knownFix(criteria)),
    ),
    ...begun
      .filter(({ name }) => !isKnown(name))
      .map(({ name, where }) =>
        finding('story-trace', where, `It names ${name}, which the spec does not have.`, 'Name one it has, or none.'),
      ),
  ];
}

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

function checkCovered(
  { id, title }: StoryRequirement,
  covered: ReadonlyMap<string, unknown>,
  excuses: ReadonlyMap<string, string>,
): readonly StoryProblem[] {
  if (covered.has(id) || excuses.has(id)) return [];
  const fix = `Name ${id} in the covers of a story, or in uncovered with a reason.`;
  return [finding('story-uncovered', 'requirements', `No story covers ${id} "${title}".`, fix)];
}

/** A story that covers the requirement may say its criteria in other words: only a reader can tell, so it is a
 *  warning. */
function checkCriteria(
  { id, criteria: texts }: StoryRequirement,
  covered: ReadonlyMap<string, readonly ReadSubmittedStory[]>,
  excuses: ReadonlyMap<string, string>,
  criteria: SpecCriteria,
): readonly StoryProblem[] {
  const stories = covered.get(id) ?? [];
  if (stories.length === 0) return [];
  const traced = tracedBy(stories, criteria);
  return texts.flatMap((text, at) => {
    const own = `${id}.${at + 1}`;
    if (traced.has(own) || excuses.has(own)) return [];
    const names = stories.map((story) => story.id).join(', ');
    const message = `No story that covers ${id} (${names}) names its criterion ${own} "${text}" or has its words.`;
    const fix = `Begin the criterion that stands for it with "${own}: ", or add it.`;
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
