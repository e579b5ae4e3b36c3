// A PM run lives on in WAITING: the signals that people send it, where it rests, and what is shown of it.

import { type ChecklistEntry, TOPICS } from '../../documents/interview/checklist.ts';
import { plainText } from '../../documents/markdown/filed-text.ts';
import type { StoryChange } from '../../documents/stories/merge-stories.ts';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { RestPoint, RunFacts, RunSummary, System } from '../../ports/system.ts';

export const signals: NonNullable<System['signals']> = {
  shutdown: {
    summary: 'end a PM run: it takes no more interviews, specifications and responses',
    ...{ signal: 'shutdown', value: { reason: 'shutdown' }, said: 'The run was told to shut down:' },
  },
  close: {
    summary: 'close a PM run for new interviews, which ends it',
    ...{ signal: 'shutdown', value: { reason: 'interview request channel closed' } },
    said: 'The run is closed for new interviews and ends:',
  },
};

/** Of many, the first: the folder has them all. */
const LISTED_MAX = 12;

export async function rest({ state, data }: RunFacts): Promise<RestPoint | null> {
  if (state !== 'WAITING' || typeof data.pending_request_id === 'string') return null;
  const stories = storiesIn(data);
  if (data.is_approved === true && stories.length > 0) {
    const shown = stories.slice(0, LISTED_MAX).map(({ id, title }) => `${id}  ${plainText(title)}`);
    const more = stories.length - shown.length;
    const counted = `${stories.length} ${stories.length === 1 ? 'story' : 'stories'}`;
    return {
      reached: `The architect approved the specification: ${counted}`,
      lines: [...shown, ...(more > 0 ? [`and ${more} more`] : []), ...changeLines(data), LIVES_ON],
      next: ['stories next', 'stories list', 'pm', 'pm shutdown {run}'],
      files: filesIn(data),
    };
  }
  if (typeof data.last_error === 'string' && data.last_error !== '')
    return {
      reached: 'Back in WAITING after an error',
      lines: [data.last_error, 'What was said is kept: the next interview offers to go on with it.'],
      next: ['pm', 'pm status {run}', 'pm shutdown {run}'],
    };
  return { reached: 'Waiting', lines: [LIVES_ON], next: ['pm', 'pm --upload spec.md', 'pm shutdown {run}'] };
}

const BEGUN = '; work on it has begun, so look at it again';

/** What another version made of stories that were there; a story that is done may have to be done again. */
function changeLines({ changes, stories }: JsonObject): readonly string[] {
  const { changed, retired } = isJsonObject(changes) ? changes : {};
  const begun = new Set(
    (Array.isArray(stories) ? (stories as unknown as readonly JsonObject[]) : []).flatMap(({ id, status }) =>
      status === 'done' || status === 'in_progress' ? [id] : [],
    ),
  );
  const others = (Array.isArray(changed) ? (changed as unknown as readonly StoryChange[]) : []).map(
    ({ id, fields }) => `${id} is another now (${fields.join(', ')})${begun.has(id) ? BEGUN : ''}`,
  );
  const gone = Array.isArray(retired) && retired.length > 0 ? [`no longer asked for: ${retired.join(', ')}`] : [];
  return [...others.slice(0, LISTED_MAX), ...gone];
}

/** Of this feature alone: a run may have written those of others before. */
function filesIn({ hashes, spec_versions }: JsonObject): readonly string[] {
  const last = Array.isArray(spec_versions) ? (spec_versions.at(-1) as JsonObject | undefined) : undefined;
  const version = typeof last?.path === 'string' ? [last.path] : [];
  const written = isJsonObject(hashes) ? Object.keys(hashes) : [];
  return [...new Set([...written, ...version])].sort((one, other) => (one < other ? -1 : 1));
}

const LIVES_ON = 'The run lives on and waits for the next interview or specification.';

const STATE_WAITS: { readonly [state: string]: string } = {
  INTERVIEWING: "the agent's next question",
  DRAFTING: 'the draft of the specification, which an agent writes',
  SUBMITTING: 'the specification to be checked and sent to the architect',
};

export function waits({ state, data, runInput, children }: RunFacts): string | null {
  if (state !== 'WAITING') return STATE_WAITS[state ?? ''] ?? null;
  if (typeof data.pending_request_id !== 'string') return 'the next interview or specification; nothing is under way';
  if (children?.length === 0) return NO_ARCHITECT;
  const isPerson = isJsonObject(runInput) && runInput.architect === 'person';
  return `the architect's review of the specification, which ${isPerson ? 'a person' : 'an agent'} does`;
}

const NO_ARCHITECT =
  "nobody: the architect's run could not be started. Add pm-architect to the store, then upload the " +
  'specification again';

export async function status({ state, data }: RunFacts): Promise<RunSummary['totals']> {
  const checklist = Array.isArray(data.checklist) ? (data.checklist as unknown as readonly ChecklistEntry[]) : [];
  const count = (meant: ChecklistEntry['status']): number => checklist.filter((each) => each.status === meant).length;
  const [covered, unknown] = [count('covered'), count('unknown')];
  const left = TOPICS.length - covered - unknown;
  return [
    { name: 'expertise', text: String(data.expertise ?? 'BASIC') },
    // Between interviews it is empty, which says nothing of what was approved.
    ...(state === 'WAITING'
      ? []
      : [{ name: 'checklist', text: `${covered} covered, ${unknown} unknown, ${left} open` }]),
    ...named('request', data.pending_request_id),
    ...named('last error', data.last_error),
    { name: 'stories', text: String(storiesIn(data).length) },
  ];
}

const named = (name: string, value: unknown): readonly { name: string; text: string }[] =>
  typeof value === 'string' && value !== '' ? [{ name, text: value }] : [];

export async function summarise(facts: RunFacts): Promise<RunSummary> {
  const { data } = facts;
  const stories = storiesIn(data);
  const versions = Array.isArray(data.spec_versions) ? data.spec_versions.length : 0;
  return {
    isFinished: true,
    totals: [
      { name: 'stories', text: String(stories.length) },
      { name: 'versions', text: String(versions) },
    ],
    data: {
      ...{
        state: facts.state,
        feature_id: data.feature_id ?? null,
        pending_request_id: data.pending_request_id ?? null,
      },
      ...{ last_error: data.last_error ?? null, stories: stories.map(({ id, title }) => ({ id, title })) },
    },
    messages: [],
  };
}

function storiesIn({ stories }: JsonObject): readonly { readonly id: string; readonly title: string }[] {
  const all = Array.isArray(stories) ? (stories as unknown as readonly JsonObject[]) : [];
  return all.flatMap(({ id, title, status: stand }) =>
    typeof id === 'string' && stand !== 'retired' ? [{ id, title: typeof title === 'string' ? title : '' }] : [],
  );
}
