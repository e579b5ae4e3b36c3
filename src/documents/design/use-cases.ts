// Deeds as use cases: one for each thing that somebody does, with the sentences and requirements that speak of it.

import type { Rule, UseCase } from './domain.ts';
import { type DomainAction, kindOfDomainAction, type Reading, type SaidSentence } from './domain-actions.ts';
import type { Records } from './entities.ts';
import { isServedName, USER } from './entity-draft.ts';
import { isGeneral } from './general-statement.ts';
import { article, headOf, isDerived, isOrganisation, isPerson, pluralOf, upperFirst, withArticle } from './nouns.ts';
import { readFigures } from './read-figures.ts';
import { isOperationVerb } from './verb-kinds.ts';
import { verbText } from './verb-text.ts';

export interface Operation {
  readonly useCase: string;
  readonly deed: DomainAction;
  /** '' where nothing is kept: a report. */
  readonly entity: string;
  readonly isJob: boolean;
}

export interface UseCases {
  readonly useCases: readonly UseCase[];
  readonly operations: readonly Operation[];
}

export const SCHEDULER = 'Scheduler';

interface Draft {
  readonly key: string;
  title: string;
  readonly actors: Set<string>;
  readonly requirements: Set<string>;
  readonly said: Set<string>;
  /** Whole, to find those that speak of it. */
  readonly sentences: Set<string>;
  readonly rules: Map<string, Rule>;
  readonly entity: string;
  readonly deeds: DomainAction[];
  readonly isJob: boolean;
}

export function findUseCases(reading: Reading, records: Records): UseCases {
  const drafts = new Map<string, Draft>();
  for (const deed of reading.deeds) addDomainAction(drafts, deed, records);
  for (const deed of reading.deeds) addTelling(drafts, deed, records);
  for (const sentence of reading.sentences) addSentence(drafts, sentence, reading, records);
  const list = [...drafts.values()];
  titleByRequirement(list, reading);
  const useCases = list.map(
    (draft, at): UseCase => ({
      ...{ id: `UC-${String(at + 1).padStart(3, '0')}`, title: draft.title, entity: draft.entity },
      actor: [...draft.actors].map(upperFirst).join(', '),
      requirements: [...draft.requirements].sort(),
      ...{ said: [...draft.said], rules: [...draft.rules.values()] },
    }),
  );
  const operations = list.flatMap(({ deeds, entity, isJob }, at) =>
    deeds.map((deed) => ({ useCase: useCases[at]?.id ?? '', deed, entity, isJob })),
  );
  return { useCases, operations };
}

const DONE = /^(?:create|change|remove|read|export|import|state)$/;

function addDomainAction(drafts: Map<string, Draft>, deed: DomainAction, records: Records): void {
  const entity = records.entityOf(deed);
  const isActing = deed.actor !== '' && !isOrganisation(deed.actor) && !deed.clause.isNegated;
  if (isActing && DONE.test(deed.meaning.kind)) {
    const derived = deed.clause.objects.find(({ noun }) => isDerived(noun));
    if (entity === '' && derived === undefined) return;
    if (repeatsInSentence(drafts, deed, entity)) return;
    const key = keyOf(deed, entity, derived?.noun ?? '');
    // `When a visitor chooses seats` says again what is asked for elsewhere.
    const known = deed.clause.isCondition ? drafts.get(key) : undefined;
    if (known !== undefined) {
      known.sentences.add(deed.clause.sentence);
      return;
    }
    open(drafts, key, titleOf(deed, entity), entity, false, deed, upperFirst(deed.actor));
  } else if (isScheduled(deed)) {
    const key = `job|${deed.clause.sentence}`;
    open(drafts, key, jobTitle(deed), entity || firstEntity(deed, records), true, deed, SCHEDULER);
  }
}

/** Whom the product tells something, and no use case of the same sentence does: a job finds what is to be told. */
function addTelling(drafts: Map<string, Draft>, deed: DomainAction, records: Records): void {
  const { meaning, clause, actor } = deed;
  const isTelling = meaning.kind === 'tell' && (actor === '' || isOrganisation(actor));
  if (!isTelling || clause.isCondition || clause.isNegated) return;
  if (!clause.objects.some(({ noun }) => isPerson(noun))) return;
  if ([...drafts.values()].some(({ sentences }) => sentences.has(clause.sentence))) return;
  const entity = records.entityOf(deed) || firstEntity(deed, records);
  open(drafts, `job|${clause.sentence}`, jobTitle(deed), entity, true, deed, SCHEDULER);
}

function keyOf(deed: DomainAction, entity: string, derived: string): string {
  const { meaning, verb, actor, clause } = deed;
  if (meaning.kind === 'read') {
    const who = verb === 'show' ? clause.sentence : actor;
    return [readKey(deed), entity, derived, who].join('|');
  }
  const kind = meaning.kind === 'state' || meaning.kind === 'change' ? verb : kindOfDomainAction(deed);
  return [kind, entity, derived, meaning.kind === 'create' ? (meaning.makes ?? '') : '', clause.state].join('|');
}

/** Whoever lists things sees them: browsing, searching and filtering are one use case. */
const readKey = ({ verb, phrase }: DomainAction): string =>
  verb === 'scan' ? 'scan' : phrase?.isMany === false && !/^(?:see|view|show)$/.test(verb) ? verb : 'read';

function open(
  drafts: Map<string, Draft>,
  key: string,
  title: string,
  entity: string,
  isJob: boolean,
  deed: DomainAction,
  actor: string,
): void {
  const draft: Draft = drafts.get(key) ?? {
    ...{ key, title, entity, isJob, actors: new Set(), requirements: new Set(), said: new Set(), sentences: new Set() },
    ...{ rules: new Map(), deeds: [] },
  };
  drafts.set(key, draft);
  draft.actors.add(actor);
  if (/^REQ-/.test(deed.origin)) draft.requirements.add(deed.origin);
  draft.said.add(isJob ? deed.clause.sentence : deed.clause.text);
  draft.sentences.add(deed.clause.sentence);
  draft.deeds.push(deed);
}

/** `hands out the tool, which starts a loan`: one deed, said twice. */
function repeatsInSentence(
  drafts: Map<string, Draft>,
  { clause, meaning, verb }: DomainAction,
  entity: string,
): boolean {
  return (
    verb === 'start' &&
    [...drafts.values()].some(
      (draft) => draft.entity === entity && draft.sentences.has(clause.sentence) && meaning.kind === 'create',
    )
  );
}

const COUNT = String.raw`(?:\d+|one|two|three|four|five|six|seven|ten)`;
const TIMED = new RegExp(
  [
    String.raw`\b(?:every|each) (?:\d+|day|night|week|month|year|hour|morning|evening|three|two|other)`,
    String.raw`\b(?:daily|weekly|monthly|nightly|hourly)\b`,
    String.raw`\b${COUNT} (?:second|minute|hour|day|week|month|year)s? (?:before|after|later)\b`,
    String.raw`\bon the \d+(?:st|nd|rd|th)\b`,
    String.raw`\bfor (?:at least |up to )?${COUNT} (?:year|month|week|day)s\b`,
    String.raw`\bnothing for\b|\bafter \d+ (?:day|week|month|year)s\b`,
    String.raw`\bfor (?:more than |longer than |at least )?${COUNT} (?:second|minute|hour)s\b`,
    // Nobody calls when nobody answers: something has to look for what is late.
    String.raw`\bwithin ${COUNT} (?:second|minute|hour|day)s?\b[^.]{0,200}\botherwise\b`,
  ].join('|'),
  'i',
);

/** Nobody starts it but the clock. */
export function isScheduled({ actor, clause, meaning, verb }: DomainAction): boolean {
  const isOwn = actor === '' || isOrganisation(actor);
  // Told within a time, and by no request: a job looks for what is to be told.
  if (isOwn && meaning.kind === 'tell' && !clause.isCondition && isWithin(clause.sentence)) return true;
  if (!isOwn || clause.isCondition || !TIMED.test(clause.sentence)) return false;
  if (/\b(?:daily rate|daily limit)\b/i.test(clause.sentence) || verb === 'hold' || verb === 'answer') return false;
  if (/^(?:tell|export|rule|remove|create)$/.test(meaning.kind) === false) return false;
  if (meaning.kind === 'rule' && /\bfor \S+ (?:second|minute|hour)s\b/.test(clause.sentence)) return false;
  const byPerson = /^(?:when|if) (?:the|an?|any) (?:\w+ ){1,2}?\w+/i.exec(clause.sentence)?.[0] ?? '';
  const isTriggered = byPerson.split(' ').some((word) => isPerson(word)) && !/\bnothing for\b/i.test(clause.sentence);
  return !isTriggered;
}

const WITHIN = new RegExp(String.raw`\bwithin ${COUNT} (?:second|minute|hour|day)s?\b`, 'i');
const isWithin = (sentence: string): boolean => WITHIN.test(sentence);

function firstEntity({ clause }: DomainAction, { entities }: Records): string {
  const nouns = [...clause.objects, ...clause.around, ...clause.prior].map(({ noun }) => noun);
  return entities.find(({ name }) => nouns.includes(name) || nouns.includes(headOf(name)))?.name ?? '';
}

function titleOf(deed: DomainAction, entity: string): string {
  const { verb, phrase, clause } = deed;
  const verbs = upperFirst(verbText(verb === 'show' ? 'see' : verb));
  const derived = clause.objects.find(({ noun }) => isDerived(noun));
  if (derived !== undefined) return reportTitle(verbs, deed);
  if (phrase === null && deed.meaning.makes === entity) return `Make ${withArticle(entity)}`;
  if (clause.asks !== '' || phrase === null) return `${verbs} ${pluralOf(entity)}`;
  const isPart = phrase.of !== '' && headOf(deed.object) !== headOf(phrase.noun) && !isPerson(phrase.noun);
  if (deed.object === '' || isPart) return attributeTitle(verbs, deed, entity);
  const of = verb === 'plan' && isPerson(phrase.of) ? ` of ${pluralOf(phrase.of)}` : '';
  const noun = deed.object === USER ? phrase.noun : deed.object;
  const isList = phrase.isMany && /^(?:read|export)$/.test(deed.meaning.kind);
  const as = clause.state === '' ? '' : ` as ${clause.state}`;
  return `${verbs} ${isList ? pluralOf(noun) : withArticle(noun)}${of}${as}`;
}

/** `See the sold seats and the revenue of an event`. */
function reportTitle(verbs: string, { clause }: DomainAction): string {
  const nouns = clause.objects
    .filter(({ noun }) => !isPerson(noun))
    .map(({ noun, isMany, how }) => ['the', ...how, isMany ? pluralOf(noun) : noun].join(' '));
  const of = clause.objects.find((phrase) => phrase.of !== '' && phrase.of !== 'own')?.of ?? '';
  return `${verbs} ${listed(nouns)}${of === '' ? '' : ` of ${article(of)} ${of}`}`;
}

const listed = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** `Record the diagnosis, the treatment and the price of a visit`. */
function attributeTitle(verbs: string, { clause }: DomainAction, entity: string): string {
  const nouns = clause.objects
    .filter(({ noun }) => noun !== entity)
    .map(({ noun, isMany }) => `the ${isMany ? pluralOf(noun) : noun}`);
  if (clause.objects.some(({ noun }) => noun === 'attachment')) return `Attach files to ${article(entity)} ${entity}`;
  if (nouns.length === 0 && clause.objects[0]?.isMany === true) return `${verbs} ${pluralOf(entity)}`;
  if (nouns.length === 0) return `${verbs} ${withArticle(entity)}`;
  return `${verbs} ${listed(nouns)} of ${withArticle(entity)}`;
}

function jobTitle({ verb, clause }: DomainAction): string {
  const [object] = clause.objects;
  const noun = object === undefined ? '' : ` ${object.isMany ? pluralOf(object.noun) : withArticle(object.noun)}`;
  const of = object === undefined || !isPerson(object.of) ? '' : ` of ${article(object.of)} ${object.of}`;
  const to = clause.around.find(({ before, noun: name }) => before === 'to' && / /.test(name) && !isPerson(name))?.noun;
  const goal = to === undefined ? '' : ` to the ${to}`;
  const isRetention = /^(?:keep|store|retain)$/.test(verb);
  const [, name] =
    /\bthen (?:the )?([\w' ]{3,40}?) (?:is|are) (?:removed|deleted|erased)\b/i.exec(clause.sentence) ?? [];
  if (isRetention && name !== undefined) return `Remove the ${name} from${noun} after their retention`;
  return isRetention ? `Delete${noun} after their retention` : `${upperFirst(verbText(verb))}${noun}${of}${goal}`;
}

const RULE = /^(?:when|if|while|where|once)\b|\bunless\b|\bonly\b|\bneeds?\b|\bmust\b/i;

/** A sentence that only adds a rule belongs to the use case that its words name. */
function addSentence(drafts: Map<string, Draft>, sentence: SaidSentence, reading: Reading, records: Records): void {
  const { text, origin, clauses } = sentence;
  const own = [...drafts.values()].filter(({ sentences }) => sentences.has(text));
  const found = own.length > 0 ? own : byWords(drafts, sentence, reading, records);
  // `a rejection needs a reason`: of the requirement that it stands in.
  const same = /^REQ-/.test(origin) ? [...drafts.values()].filter((each) => each.requirements.has(origin)) : [];
  const fitting = found.length > 0 || isGeneral(text) ? found : same.slice(-1);
  for (const draft of fitting) {
    const texts = draft.isJob
      ? [text]
      : draft.deeds.filter(({ clause }) => clause.sentence === text).map(({ clause }) => clause.text);
    for (const said of texts.length > 0 ? new Set(texts) : [text]) {
      const figures = readFigures(said);
      if (figures.length > 0 || RULE.test(said)) draft.rules.set(said, { text: said, origin, figures });
      draft.said.add(said);
    }
    draft.sentences.add(text);
    if (/^REQ-/.test(origin)) draft.requirements.add(origin);
  }
  if (fitting.length > 0 || !/^REQ-/.test(origin)) return;
  const actors = clauses.map(({ actor }) => upperFirst(actor)).filter((actor) => actor !== '');
  const theirs = [...drafts.values()].filter((each) => actors.some((actor) => each.actors.has(actor)));
  const near = NEAREST.map((kinds) =>
    theirs.findLast(({ deeds }) => deeds.some(({ meaning }) => kinds.test(meaning.kind))),
  );
  near.find((each) => each !== undefined)?.requirements.add(origin);
}

/** What somebody is told or let do besides stands with what they make, then with what they change or take away. */
const NEAREST = [/^create$/, /^(?:export|import|change|state|remove)$/, DONE];

function byWords(
  drafts: Map<string, Draft>,
  { text, clauses }: SaidSentence,
  { canonical, deeds }: Reading,
  records: Records,
): readonly Draft[] {
  const list = [...drafts.values()];
  const here = deeds.filter(({ clause }) => clause.sentence === text);
  const verbs = new Set(clauses.map(({ verb }) => verb));
  const nouns = new Set(
    clauses.flatMap(({ objects, around, prior }) =>
      [...objects, ...around, ...prior].map(({ noun }) => canonical(noun)),
    ),
  );
  for (const deed of here) nouns.add(records.entityOf(deed));
  const score = ({ deeds: own, entity, isJob }: Draft): number => {
    if (isJob || entity === '') return 0;
    const isVerb = own.some(({ verb }) => verbs.has(verb));
    const isNoun = nouns.has(entity);
    const isObject = own.some(({ object }) => object !== '' && nouns.has(object));
    const writes = own.some(({ meaning }) => meaning.kind === 'create')
      ? 0.5
      : own.some(({ meaning }) => meaning.kind === 'read')
        ? 0
        : 0.25;
    const columns = records.entities.find(({ name }) => name === entity)?.columns ?? [];
    const told = columns.filter(({ name, type }) => type !== 'reference' && nouns.has(name)).length;
    if (!isNoun && !isObject) return told > 0 ? told / 4 + writes : 0;
    return (isVerb ? 2 : 0) + (isNoun ? 1 : 0) + (isObject ? 0.5 : 0) + writes;
  };
  const best = list.map((draft) => ({ draft, points: score(draft) })).sort((a, b) => b.points - a.points)[0];
  return best === undefined || best.points === 0 ? [] : [best.draft];
}

/** Where one use case came of a requirement, it goes by the requirement's title. */
function titleByRequirement(drafts: readonly Draft[], { sources }: Reading): void {
  for (const { id, title, sentences } of sources) {
    if (id === '' || title === '') continue;
    const own = drafts.filter(({ deeds }) => deeds.some(({ origin }) => origin === id));
    const [only] = own;
    const isFirst = only !== undefined && only.deeds[0]?.origin === id && sentences.length > 0;
    const [verb = ''] = title.toLowerCase().split(' ');
    const isDeed = isOperationVerb(verb) && !/^(?:keep|store|retain)$/.test(only?.deeds[0]?.verb ?? '');
    if (own.length === 1 && isFirst && isDeed && title.length < 60) only.title = title;
  }
}

export const isServed = (role: string): boolean => isServedName(headOf(role));
