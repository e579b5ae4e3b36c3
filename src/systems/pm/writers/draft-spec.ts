// A specification from an interview, by rules: whatever it says, the person said or chose, or it is marked as an
// assumption.

import { anyOf } from '../../../documents/gaps/any-of.ts';
import { titleCase } from '../../../documents/gaps/title-case.ts';
import type { Assumption, InterviewMessage, Topic } from '../../../documents/interview/checklist.ts';
import { type Conflict, findConflicts, spoken } from '../../../documents/interview/find-conflicts.ts';
import { type Statement, statementsOf } from '../../../documents/interview/read-reply.ts';
import { type WantedAction, wantedActions } from '../../../documents/interview/wanted-actions.ts';
import type { NewRequirement, NewSpec } from '../../../documents/spec/spec.ts';
import { writeSpec } from '../../../documents/spec/write-spec.ts';
import { quotable } from './ask-about-action.ts';
import { dependenciesOf, type NamedDependencies, type Priority, prioritiesOf } from './draft-order.ts';
import {
  assumedCriteria,
  bareTitle,
  type DraftRequirement,
  detailCriteria,
  draftConstraints,
  draftRequirement,
  marked,
  markedAs,
  nearestTo,
} from './draft-requirements.ts';
import { asSentence, inQuotes, type SourcedText, withoutDot } from './draft-sources.ts';
import { canFail, isPlainTrial } from './review-by-rules.ts';
import { spellAs } from './spell-as.ts';

export interface DraftInput {
  readonly messages: readonly InterviewMessage[];
  readonly assumptions: readonly Assumption[];
  /** What a review or a check left open. */
  readonly points?: readonly string[];
  readonly version?: string;
  readonly created?: string | null;
  /** What is wanted by a document that somebody signed, with its priorities. */
  readonly agreed?: readonly Statement[];
}

export interface Draft {
  readonly markdown: string;
  readonly spec: NewSpec;
  readonly sources: readonly SourcedText[];
  /** What each requirement of `spec` was made from. */
  readonly drafts: readonly DraftRequirement[];
  /** Sections below the requirements, without whose words they are. */
  readonly notes: string;
}

export const NO_VISION = 'Nobody said what it is for.';
export const BY_RULES = 'Written by rules, without a model, from the words of the person who was interviewed.';

export function draftSpec(input: DraftInput): Draft {
  const { messages, assumptions, points = [], version = '1.0', created = null, agreed = [] } = input;
  const every = [...agreed, ...statementsOf(messages)];
  const conflicts = findConflicts(every, wantedActions(every));
  const dropped = conflicts.flatMap(({ dropped: one }) => one ?? []);
  const statements = every.filter((each) => !dropped.includes(each) && each.about.length !== 2);
  const parts = { statements, assumptions, wanted: wantedActions(statements), points };
  const drafts = withSuccess(requirementsOf(parts), statements);
  const held = assumptions.filter(({ status }) => status !== 'refused');
  const levels = prioritiesOf(drafts.requirements, [
    ...saidOf(statements, 'priorities').map(({ means }) => means),
    ...held.map(({ text }) => text).filter((text) => /\bare a must\b/.test(text)),
  ]);
  const named = dependenciesOf(drafts.requirements, saidOf(statements, 'dependencies'));
  const spec: NewSpec = {
    ...{ version, created, title: titleOf(parts.wanted, statements), priority: highest([...levels.values()]) },
    vision: visionOf(statements, [
      ...drafts.success.map(({ means }) => asSentence(means)),
      ...held.filter(({ text }) => text.startsWith('Each requirement is accepted')).map(marked),
    ]),
    inScope: inScopeOf(drafts.requirements).map((each) =>
      spellAs(
        each,
        statements.map(({ quote }) => quote),
      ),
    ),
    outOfScope: outOfScopeOf(statements, held),
    requirements: drafts.requirements.map((each) => requirementOf(each, drafts.requirements, levels, named)),
  };
  const notes = notesOf({
    ...parts,
    conflicts,
    named,
    hasPriority: levels.size > 0 || agreed.length > 0,
    // What a PRD asks for has the PRD's order: the numbers of these are not those of the specification.
    drafts: agreed.length > 0 ? [] : drafts.requirements,
  });
  const whose = ['## Sources', '', BY_RULES, '', ...drafts.requirements.map((each, at) => sourceLine(each, idOf(at)))];
  return {
    markdown: `${[writeSpec(spec).trimEnd(), ...notes, whose.join('\n')].join('\n\n')}\n`,
    ...{ spec, drafts: drafts.requirements, notes: notes.join('\n\n') },
    sources: sourcesOf(spec, drafts, statements, held),
  };
}

interface Parts {
  readonly statements: readonly Statement[];
  readonly assumptions: readonly Assumption[];
  readonly wanted: readonly WantedAction[];
  readonly points: readonly string[];
}

const hasContent = ({ kind }: Statement): boolean => kind === 'said' || kind === 'choice';

/** Answers on a topic as a whole, not on a detail. */
function saidOf(statements: readonly Statement[], topic: Topic): readonly Statement[] {
  return statements.filter((each) => hasContent(each) && each.topics.includes(topic) && each.about.length === 0);
}

/** In the order in which they came up: what is added later gets a later number. */
function requirementsOf({ statements, assumptions, wanted, points }: Parts): readonly DraftRequirement[] {
  const details = statements.filter((each) => hasContent(each) && each.about.length === 1);
  const made = wanted.map((each) =>
    draftRequirement(
      each,
      details.filter(({ about }) => about[0] === quotable(each.clause)),
    ),
  );
  const limits = saidOf(statements, 'constraints')
    .filter(({ quote }) => !wanted.some(({ from }) => from.quote === quote))
    .flatMap(draftConstraints);
  const assumedLimits = assumptions
    .filter(({ status, text }) => status !== 'refused' && text.startsWith('It works in a browser'))
    .flatMap((each) =>
      draftConstraints(asStatement(each)).map((draft) => ({
        ...draft,
        criteria: draft.criteria.map(({ text, from }) => ({ text: markedAs(each, text), from: [...from, each.id] })),
      })),
    );
  const all = [...made, ...limits].sort((one, other) => one.turn - other.turn).concat(assumedLimits);
  const answered = details.filter(({ about }) => points.map(quotable).includes(about[0] ?? ''));
  return all.map((each) => {
    const assumed = assumedCriteria(each.clause, assumptions);
    const later = answered.filter(({ about, means }) => nearestTo(`${about[0]} ${means}`, all) === each);
    const added = [...assumed, ...detailCriteria(each.clause, later)];
    return added.length === 0 ? each : { ...each, criteria: [...each.criteria, ...added] };
  });
}

const asStatement = ({ text, turn }: Assumption): Statement => ({
  ...{
    turn,
    quote: text,
    means: text,
    kind: 'said',
    topics: ['constraints'],
    question: '',
    about: [],
    isForeign: false,
  },
});

const OF_WHOLE = anyOf(
  /^(?:we|i) (?:are|am|will|know|see|want|would)\b|^(?:it|success) (?:works|is)\b/i,
  /^(?:when|if) (?:i|we|nobody|everybody)\b/i,
);

const isOfWhole = ({ isForeign, means, kind }: Statement): boolean =>
  isForeign || kind === 'choice' || OF_WHOLE.test(means);

interface Drafts {
  readonly requirements: readonly DraftRequirement[];
  /** How the whole is judged. */
  readonly success: readonly Statement[];
}

/** A way to check something stands with what it names; else it is one of the whole. */
function withSuccess(requirements: readonly DraftRequirement[], statements: readonly Statement[]): Drafts {
  const functional = requirements.filter(({ type }) => type === 'functional');
  const checks = saidOf(statements, 'acceptance').filter(
    ({ quote }) => !requirements.some(({ from }) => from.includes(quote)),
  );
  const placed = checks.map((check) => ({ check, at: isOfWhole(check) ? null : nearestTo(check.means, functional) }));
  return {
    requirements: requirements.map((each) => {
      const own = placed.filter(({ at }) => at === each).map(({ check }) => check);
      return own.length === 0 ? each : { ...each, criteria: [...each.criteria, ...detailCriteria(each.clause, own)] };
    }),
    success: placed.filter(({ at }) => at === null).map(({ check }) => check),
  };
}

function titleOf(wanted: readonly WantedAction[], statements: readonly Statement[]): string {
  const first = saidOf(statements, 'vision')[0];
  const idea = wantedActions(statements.filter(({ turn }) => turn === first?.turn))[0] ?? wanted[0];
  const able = idea?.action?.kind === 'person' ? [idea.action.verb, idea.action.rest].join(' ') : null;
  return titleCase(bareTitle(able ?? idea?.clause ?? withoutDot(first?.quote ?? 'Specification')), 10);
}

function visionOf(statements: readonly Statement[], success: readonly string[]): string {
  const said = saidOf(statements, 'vision')
    .filter(({ topics }) => topics[0] === 'vision' || !topics.includes('constraints'))
    .map(({ means }) => asSentence(means));
  const users = saidOf(statements, 'users').map(({ means }) => asSentence(means));
  return [
    said.join(' ') || NO_VISION,
    ...(users.length > 0 ? [`**Users:** ${users.join(' ')}`] : []),
    ...(success.length > 0 ? [`**Success:** ${success.join(' ')}`] : []),
  ].join('\n\n');
}

function inScopeOf(requirements: readonly DraftRequirement[]): readonly string[] {
  const scopes = requirements.map(({ scope, clause }) => scope || clause);
  const own = requirements.filter(({ type }) => type === 'functional').map(({ scope }) => scope);
  return own.length > 0 ? [...new Set(own)] : scopes;
}

function outOfScopeOf(statements: readonly Statement[], held: readonly Assumption[]): readonly string[] {
  return [
    ...saidOf(statements, 'scope_out').map(({ means }) => asSentence(means)),
    ...held.filter(({ text }) => /\bstays out\b/.test(text)).map(marked),
  ];
}

const highest = (levels: readonly Priority[]): Priority =>
  (['must', 'should', 'could'] as const).find((level) => levels.includes(level)) ?? 'should';

const idOf = (at: number): string => `R-${String(at + 1).padStart(3, '0')}`;

function requirementOf(
  draft: DraftRequirement,
  all: readonly DraftRequirement[],
  levels: ReadonlyMap<DraftRequirement, Priority>,
  { pairs }: NamedDependencies,
): NewRequirement {
  const dependencies = pairs.filter(([one]) => one === draft).map(([, other]) => idOf(all.indexOf(other)));
  return {
    ...{ id: idOf(all.indexOf(draft)), title: draft.title, type: draft.type, priority: levels.get(draft) ?? null },
    ...{ dependencies: [...new Set(dependencies)].sort(), description: draft.description, sources: [] },
    criteria: [...new Set(draft.criteria.map(({ text }) => text))],
  };
}

const TOPIC_NAMES: readonly (readonly [Topic, string])[] = [
  ['users', 'who uses it'],
  ['acceptance', 'how it is checked'],
  ['constraints', 'which limits hold'],
  ['priorities', 'what is most important'],
  ['dependencies', 'what it depends on'],
];

interface SectionParts extends Parts {
  readonly conflicts: readonly Conflict[];
  readonly named: NamedDependencies;
  readonly hasPriority: boolean;
  readonly drafts: readonly DraftRequirement[];
}

/** Whose words a requirement is. */
export const sourceLine = ({ turn, from }: DraftRequirement, id: string): string =>
  `- ${id}: turn ${turn}, ${inQuotes(from[0] ?? '')}`;

/** Below what the checks read: what it depends on, and what is open. */
function notesOf(parts: SectionParts): readonly string[] {
  const { statements, assumptions, conflicts, named, points, hasPriority, drafts } = parts;
  const outside = named.outside.map(({ means }) => `- ${asSentence(means)}`);
  const needless = assumptions.filter(
    ({ status, text }) => status !== 'refused' && text.startsWith('It needs nothing'),
  );
  const unknown = TOPIC_NAMES.filter(([topic]) =>
    statements.some(({ kind, topics }) => kind === 'unknown' && topics[0] === topic),
  );
  const isAnswered = (point: string): boolean =>
    statements.some((each) => hasContent(each) && each.about.includes(quotable(point)));
  const open = [
    ...unknown
      .filter(([topic]) => saidOf(statements, topic).length === 0)
      .map(([, name]) => `The person does not know ${name}.`),
    ...(hasPriority
      ? []
      : ['Nobody said what is most important; the priority of the whole is "should" until somebody does.']),
    ...conflicts
      .filter(({ dropped }) => dropped === null)
      .map(({ one, other }) => `Both were said, and only one can hold: "${spoken(one)}" and "${spoken(other)}".`),
    ...silentAmong(drafts),
    ...points.filter((point) => !isAnswered(point)).map((point) => `Of the review, not answered: ${inQuotes(point)}.`),
    ...assumptions
      .filter(({ status }) => status === 'open')
      .map(({ id, text }) => `Assumption ${id} is not confirmed: ${withoutDot(text)}.`),
    ...(statements.some(({ isForeign }) => isForeign)
      ? ['Some answers are not in English; they are quoted as they were written.']
      : []),
  ];
  const needed = [...outside, ...needless.map((each) => `- ${marked(each)}`)];
  return [
    ...(needed.length > 0 ? [['## Dependencies', '', ...needed].join('\n')] : []),
    ...(open.length > 0 ? [['## Open Points', '', ...open.map((each) => `- ${each}`)].join('\n')] : []),
  ];
}

/** What may fail, and of which nobody said what happens then. */
function silentAmong(drafts: readonly DraftRequirement[]): readonly string[] {
  const silent = drafts.flatMap((each, at) => {
    const isOpen = each.type === 'functional' && canFail(each) && each.criteria.every(({ text }) => isPlainTrial(text));
    return isOpen ? [idOf(at)] : [];
  });
  return silent.length === 0 ? [] : [`Nobody said what happens when this is not possible: ${silent.join(', ')}.`];
}

function sourcesOf(
  spec: NewSpec,
  { requirements }: Drafts,
  statements: readonly Statement[],
  held: readonly Assumption[],
): readonly SourcedText[] {
  const all = [
    ...statements.filter(hasContent).flatMap(({ quote, means }) => [quote, means]),
    ...held.flatMap(({ text, id }) => [text, id]),
  ];
  return [
    { place: 'vision', text: spec.vision, from: all },
    ...spec.inScope.map((text) => ({ place: 'in scope', text, from: requirements.flatMap(({ from }) => from) })),
    ...spec.outOfScope.map((text) => ({ place: 'out of scope', text, from: all })),
    ...requirements.flatMap(({ title, description, from, criteria }, at) => [
      { place: idOf(at), text: `${title}. ${description}`, from },
      ...criteria.map((each, number) => ({ place: `${idOf(at)}.${number + 1}`, text: each.text, from: each.from })),
    ]),
  ];
}
