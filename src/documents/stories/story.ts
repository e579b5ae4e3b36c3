// A story of a backlog, what an architect submits to make stories from, and what stories need of a spec.

export const STORY_STATUSES = ['todo', 'in_progress', 'done', 'retired'] as const;
/** A person sets the first three; `retired`: no submission asks for it any more. */
export type StoryStatus = (typeof STORY_STATUSES)[number];
export const STORY_TYPES = ['app', 'devops'] as const;
export type StoryType = (typeof STORY_TYPES)[number];
export const POINTS_MAX = 5;

export interface StoryCriterion {
  readonly text: string;
  /** `R-001.2`: the second criterion of R-001. `R-001`: in other words than those of its criteria. */
  readonly traces: readonly string[];
  /** A person ticked it. */
  readonly isDone?: boolean;
  /** A person wrote it into the file: submissions leave it there. */
  readonly isByHand?: boolean;
}

export interface Story {
  /** `S-001`: never another story's. */
  readonly id: string;
  /** The feature whose spec it comes from. */
  readonly spec: string;
  /** The spec's own version; null where the spec has none. */
  readonly specVersion: string | null;
  readonly title: string;
  /** Markdown. */
  readonly content: string;
  readonly criteria: readonly StoryCriterion[];
  /** Ids of stories. */
  readonly dependencies: readonly string[];
  /** 1 to 5. */
  readonly points: number;
  readonly type: StoryType;
  readonly status: StoryStatus;
  /** Of a retired one: how it stood, so that it stands there again if it is asked for again. */
  readonly statusBefore?: StoryStatus;
  /** Ids of the spec's requirements. */
  readonly covers: readonly string[];
}

/** What `submit_stories` is called with. */
export interface StorySubmission {
  readonly analysis: string;
  readonly platform: string;
  readonly requirements: readonly SubmittedStory[];
  readonly uncovered?: readonly { readonly requirement: string; readonly reason: string }[];
}

export interface SubmittedStory {
  /** Within the submission: dependencies name it. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly acceptance_criteria: readonly string[];
  readonly dependencies: readonly string[];
  readonly points: number;
  readonly story_type: StoryType;
  /** Requirements, or single criteria. Left out: the requirement with the number of its id. */
  readonly covers?: readonly string[];
}

/** What stories need of a spec. */
export interface StorySpec {
  readonly version: string | null;
  readonly title: string;
  readonly vision: string;
  readonly outOfScope: readonly string[];
  readonly requirements: readonly StoryRequirement[];
}

export interface StoryRequirement {
  readonly id: string;
  readonly title: string;
  readonly priority: string | null;
  readonly dependencies: readonly string[];
  readonly description: string;
  readonly criteria: readonly string[];
  /** Requirements of the PRD it comes from: REQ-007. */
  readonly sources: readonly string[];
}

/** In the content of a story that code filed without a model. */
export const NOT_ESTIMATED = 'Not estimated: no model is connected; 3 points and the type app stand for no estimate.';
export const POINTS_WITHOUT_ESTIMATE = 3;

/** Nobody judged anything of it: neither its points nor what it depends on. */
export const isFiledAsSaid = ({ content }: Pick<Story, 'content'>): boolean =>
  content.split(/\r?\n/).includes(NOT_ESTIMATED);

/** A person who gives such a story other points has estimated it. */
export const isEstimated = (story: Pick<Story, 'content' | 'points'>): boolean =>
  story.points !== POINTS_WITHOUT_ESTIMATE || !isFiledAsSaid(story);

export const STORY_ID = /^S-(\d{3,})$/;

export function storyId(number: number): string {
  return `S-${String(number).padStart(3, '0')}`;
}

/** S-010 before S-100, and S-2 before S-010; others by their letters. */
export function byStoryId(one: string, other: string): number {
  const [a, b] = [numberOf(one), numberOf(other)];
  if (a !== null && b !== null && a !== b) return a - b;
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Of an id that ends in digits: 7 of `S-007`. */
export function numberOf(id: string): number | null {
  const digits = /\d{1,9}$/.exec(id)?.[0];
  return digits === undefined ? null : Number(digits);
}
