// Stories from a specification, by rules: one for each requirement, its checks divided where there are many; each says
// how its points were counted.

import { anyOf } from '../../../documents/gaps/any-of.ts';
import { contentWords } from '../../../documents/gaps/content-words.ts';
import type { Spec, SpecRequirement } from '../../../documents/spec/spec.ts';
import type { StorySubmission, SubmittedStory } from '../../../documents/stories/story.ts';

/** More checks than these make a second story. */
const CRITERIA_MAX = 4;
const OUTSIDE = anyOf(
  /\b(?:SAP|API|REST|SMTP|LDAP|OAuth|email|e-mail|text messages?|sms|payments?|calendar)\b/i,
  /\b(?:webhook|import|export|mail server|printer|scanner|barcode|gis|crm|erp)\b/i,
);
const LIMITED =
  /\b(?:until|at most|at least|within|up to|every \d+|\d+ (?:seconds?|minutes?|hours?|days?|weeks?|years?|%))/i;
const FAILING = /\b(?:if|unless|cannot|fails?|refus\w+|retr(?:y|ies)|waiting list|otherwise)\b/i;
const DEVOPS = anyOf(
  /\b(?:deploy\w*|hosted|hosting|on-premises|backups?|monitor\w*|kubernetes|docker)\b/i,
  /\b(?:servers?|retention|kept for \d+|availability|uptime|invoices a day)\b/i,
  /\b(?:requests? (?:a|per) second)\b/i,
);

export function splitStories(spec: Spec): StorySubmission {
  const { requirements } = spec;
  const { bounds, uncovered } = boundsOf(spec);
  const made = requirements
    .filter(({ id }) => !bounds.has(id) && !uncovered.some((each) => each.requirement === id))
    .flatMap((requirement) => storiesOf(requirement))
    .map((story) => withBounds(story, requirements, bounds));
  const firstOf = new Map(
    requirements.map(({ id }) => [id, made.find(({ covers }) => covers?.includes(id))?.id ?? '']),
  );
  const needs = neededBy(spec);
  const stories = made.map((story) => {
    const [covered = ''] = story.covers ?? [];
    const others = (needs.get(covered) ?? []).map(({ id }) => firstOf.get(id) ?? '');
    const dependencies = [...new Set([...story.dependencies, ...others])].filter((id) => id !== '' && id !== story.id);
    const why = (needs.get(covered) ?? []).map(({ id, reason }) => `Needs ${id}: ${reason}.`);
    return { ...story, dependencies, description: [story.description, ...why].join('\n\n') };
  });
  return {
    ...{ analysis: analysisOf(spec, stories, needs), platform: platformOf(spec), requirements: stories },
    ...(uncovered.length > 0 && { uncovered }),
  };
}

/** A limit of these kinds is built by somebody; others only bound what is built. */
const BUILT = anyOf(
  /\b(?:keep \S.{0,80} for \d|delete|offline|without (?:an )?(?:internet|network)|backups?|encrypt\w*|audit|log in)\b/i,
  /\b(?:hosted|on-premises|import|migrat\w+|translat\w+|languages?|single sign-on|at most \d|refuses)\b/i,
);

interface Bounds {
  /** Limits, each with the requirement whose story is checked against it. */
  readonly bounds: ReadonlyMap<string, string>;
  readonly uncovered: readonly { readonly requirement: string; readonly reason: string }[];
}

/** A limit that is no work stands with the first requirement that speaks of the same; else it is one of the whole. */
function boundsOf({ requirements }: Spec): Bounds {
  const bounds = new Map<string, string>();
  const uncovered: { requirement: string; reason: string }[] = [];
  const built = requirements.filter(({ type }) => type !== 'constraint');
  for (const { id, type, title, description, criteria } of requirements) {
    if (type !== 'constraint' || built.length === 0 || BUILT.test([description, ...criteria].join(' '))) continue;
    const words = contentWords(description.replace(/^The system shall (?:work (?:with|on|in|where) )?/, ''));
    const near = built.find((each) => [...contentWords(each.description)].some((word) => words.has(word)));
    if (near !== undefined) bounds.set(id, near.id);
    else
      uncovered.push({
        requirement: id,
        reason: `"${title}" is a limit on the whole and no work of its own: check it when the stories are done.`,
      });
  }
  return { bounds, uncovered };
}

function withBounds(
  story: SubmittedStory,
  requirements: readonly SpecRequirement[],
  bounds: ReadonlyMap<string, string>,
): SubmittedStory {
  const [covered = ''] = story.covers ?? [];
  const own = requirements.filter(({ id }) => bounds.get(id) === covered && !story.id.endsWith('-2'));
  if (own.length === 0) return story;
  return {
    ...story,
    description: [story.description, ...own.map(({ id, description }) => `Within ${id}: ${description}`)].join('\n\n'),
    acceptance_criteria: [...story.acceptance_criteria, ...own.flatMap(({ criteria }) => criteria)],
    covers: [...(story.covers ?? []), ...own.map(({ id }) => id)],
  };
}

function storiesOf(requirement: SpecRequirement): readonly SubmittedStory[] {
  const { id, title, description, criteria } = requirement;
  const number = id.replace(/^R-/, '');
  const normal = criteria.filter((text) => !FAILING.test(text));
  const failing = criteria.filter((text) => FAILING.test(text));
  const isMany = criteria.length > CRITERIA_MAX && normal.length > 0 && failing.length > 0;
  const story = (
    storyId: string,
    name: string,
    checks: readonly string[],
    after: readonly string[],
  ): SubmittedStory => {
    const { points, reason } = pointsOf(description, checks);
    return {
      ...{ id: storyId, title: name, acceptance_criteria: checks, dependencies: after, points },
      description: `${description}\n\nPoints: ${points} (${reason}). Written by rules, without a model.`,
      ...{ story_type: DEVOPS.test(`${title} ${description}`) ? 'devops' : 'app', covers: [id] },
    };
  };
  if (!isMany) return [story(`ST-${number}`, title, criteria, [])];
  return [
    story(`ST-${number}`, title, normal, []),
    story(`ST-${number}-2`, `${title}: when it does not work`, failing, [`ST-${number}`]),
  ];
}

const POINTS_MAX = 5;

/** 1 for any story, and 1 each for what makes it longer. */
export function pointsOf(
  description: string,
  criteria: readonly string[],
): { readonly points: number; readonly reason: string } {
  const text = [description, ...criteria].join(' ');
  const reasons = [
    ...(criteria.length > 2 ? [`${criteria.length} checks`] : []),
    ...(OUTSIDE.test(text) ? ['something outside takes part'] : []),
    ...(LIMITED.test(text) ? ['a limit or time'] : []),
    ...(FAILING.test(text) ? ['a case in which it does not work'] : []),
  ];
  const points = Math.min(POINTS_MAX, 1 + reasons.length);
  return { points, reason: reasons.length === 0 ? 'one plain step' : `one step, and ${reasons.join(', ')}` };
}

interface Need {
  readonly id: string;
  readonly reason: string;
}

const MAKES = new RegExp(
  '^(?:The system shall (?:let .{1,60}? )?|When .{1,200}, the system shall )(?:add|create|book|reserve|offer|enter|' +
    'report|register|order|upload|import|ingest|read|record|plan|submit|borrow|sign|post|write)\\b',
  'i',
);

/** Those the spec names, and those that use what another makes. */
function neededBy({ requirements }: Spec): ReadonlyMap<string, readonly Need[]> {
  const needs = new Map<string, Need[]>();
  for (const { id, dependencies } of requirements)
    needs.set(
      id,
      dependencies
        .filter((other) => requirements.some((each) => each.id === other))
        .map((other) => ({ id: other, reason: 'the specification says so' })),
    );
  for (const [at, one] of requirements.entries()) {
    if (one.type === 'constraint' || MAKES.test(one.description) || (needs.get(one.id) ?? []).length > 0) continue;
    // Only what stands before: no circle can come of it, but with what the specification names.
    const maker = requirements
      .slice(0, at)
      .find((other) => other.type !== 'constraint' && MAKES.test(other.description) && usesOf(one, other) !== null);
    const thing = maker === undefined ? null : usesOf(one, maker);
    if (maker !== undefined && thing !== null && !reaches(maker.id, one.id, needs))
      needs.get(one.id)?.push({ id: maker.id, reason: `both work with the ${thing}, which comes in there` });
  }
  return needs;
}

/** The thing that one makes and the other works with; null: they share none. */
function usesOf(user: SpecRequirement, maker: SpecRequirement): string | null {
  const made = new Set([...contentWords(maker.title)]);
  const own = user.title.toLowerCase().split(' ');
  const shared = [...contentWords(user.title)].find((word) => made.has(word));
  return shared === undefined ? null : (own.find((word) => contentWords(word).has(shared)) ?? shared);
}

function reaches(from: string, to: string, needs: ReadonlyMap<string, readonly Need[]>): boolean {
  return from === to || (needs.get(from) ?? []).some(({ id }) => reaches(id, to, needs));
}

function platformOf({ requirements, vision }: Spec): string {
  const limits = requirements.filter(({ type }) => type === 'constraint').map(({ description }) => description);
  const places = limits.filter((text) =>
    anyOf(
      /\b(?:browser|phones?|mobile|tablet|desktop|server|on-premises|cloud|offline|internet)\b/i,
      /\b(?:postgres\w*|java|node|python|windows|linux|android|ios)\b/i,
    ).test(text),
  );
  if (places.length > 0) return places.join(' ');
  return /\bphones?\b/i.test(vision)
    ? 'Phones, as the vision says; nothing else was said.'
    : 'Nobody said where it must run.';
}

function analysisOf(
  spec: Spec,
  stories: readonly SubmittedStory[],
  needs: ReadonlyMap<string, readonly Need[]>,
): string {
  const linked = [...needs].flatMap(([id, each]) => each.map((need) => `${id} needs ${need.id}`));
  const silent = spec.requirements.filter(
    ({ type, criteria }) => type !== 'constraint' && !criteria.some((text) => FAILING.test(text)),
  );
  const points = stories.reduce((sum, story) => sum + story.points, 0);
  return [
    `Written by rules, without a model. ${count(stories.length, 'story', 'stories')} for ` +
      `${count(spec.requirements.length, 'requirement', 'requirements')}, ${points} points.`,
    ...(linked.length > 0 ? [`Order: ${linked.join(', ')}.`] : ['No requirement needs another.']),
    ...(silent.length > 0
      ? [
          `Nobody said what happens when these do not work: ${silent.map(({ id }) => id).join(', ')}. ` +
            'Settle it with the person while building.',
        ]
      : []),
  ].join('\n\n');
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
