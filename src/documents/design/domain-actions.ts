// Clauses as deeds: who does which operation to which record, with what it says of it.

import { byWord } from '../words/by-word.ts';
import { attributeKind, isKnownKind, usualColumns } from './attribute-kinds.ts';
import { canonicalNouns } from './canonical-nouns.ts';
import type { Origin, Rule } from './domain.ts';
import { isGeneral } from './general-statement.ts';
import { headOf, isDerived, isOrganisation, isPerson, isThing } from './nouns.ts';
import { type Clause, readSentence } from './read-clauses.ts';
import type { Source } from './read-sources.ts';
import type { Phrase } from './sentence-pieces.ts';
import { isServedPerson } from './served-people.ts';
import { TODAY } from './split-statements.ts';
import { isVague } from './vague-statement.ts';
import { MAKES, meaningByPerson, meaningOfVerb, type VerbKind, type VerbMeaning } from './verb-kinds.ts';

export interface DomainAction {
  readonly clause: Clause;
  readonly origin: Origin;
  /** '': the product. */
  readonly actor: string;
  readonly verb: string;
  readonly meaning: VerbMeaning;
  /** What it is done to, by its name; '' where only attributes are named. */
  readonly object: string;
  /** As it was said. */
  readonly phrase: Phrase | null;
  /** Nouns that say something of the record. */
  readonly attributes: readonly Phrase[];
  /** Other things and persons of the clause. */
  readonly others: readonly Phrase[];
}

/** `cold room has a name and sensors`. */
export interface Ownership {
  readonly owner: string;
  readonly owned: readonly Phrase[];
  readonly origin: Origin;
  readonly isCondition: boolean;
}

export interface Reading {
  readonly sources: readonly Source[];
  readonly deeds: readonly DomainAction[];
  readonly ownings: readonly Ownership[];
  readonly phrases: readonly Phrase[];
  readonly canonical: (noun: string) => string;
  readonly sentences: readonly SaidSentence[];
  /** What is ruled out: nothing is made of it. */
  readonly excluded: readonly Rule[];
  /** What asks for nothing that can be built: nothing is made of it either. */
  readonly vague: readonly Rule[];
}

export interface SaidSentence {
  readonly text: string;
  readonly origin: Origin;
  readonly source: number;
  readonly clauses: readonly Clause[];
}

export const OWNING = /^(?:have|contain|include|need|consist)$/;

/** "There are no payments in this release", "Grades are out of scope", "It does not store the card". */
const RULED_OUT = new RegExp(
  String.raw`\bthere (?:is|are|will be) no\b|\bout of scope\b|\bnot (?:in scope|part of|needed|included|planned)\b|` +
    String.raw`^no (?:(?!may|can|must|shall|will)\w{2,30} ?){1,4}\.?$|` +
    String.raw`^(?:we|it|the (?:system|app|product)) (?:do|does|will|shall) not\b`,
  'i',
);

export function readDomainActions(sources: readonly Source[]): Reading {
  const saying = (fits: (text: string) => boolean): readonly Rule[] =>
    sources.flatMap(({ id, sentences }) =>
      sentences.filter(fits).map((text): Rule => ({ text, origin: id || 'brief', figures: [] })),
    );
  const excluded = saying((text) => RULED_OUT.test(text));
  const vague = saying(isVague);
  const sentences = sources.flatMap(({ id, sentences }, source) =>
    sentences
      .filter((text) => !(id === '' && TODAY.test(text)) && !RULED_OUT.test(text) && !isVague(text))
      .map((text) => ({ text, origin: id || 'brief', source, ...readSentence(text, source) })),
  );
  const phrases = sentences.flatMap((sentence) => sentence.phrases);
  const canonical = canonicalNouns(phrases);
  const read = refined(
    sentences.flatMap(({ text, clauses, origin }) =>
      isGeneral(text) ? [] : clauses.flatMap((clause) => deedsOf(clause, origin, canonical)),
    ),
  );
  const deeds = byUsers(read);
  const ownings = sentences.flatMap(({ clauses, origin }) =>
    clauses
      .filter(({ verb, actor }) => OWNING.test(verb) && actor !== '')
      .map((clause) => ({
        ...{ owner: canonical(clause.actor), origin, isCondition: clause.isCondition },
        owned: [...clause.objects, ...clause.around.filter(({ before }) => !/^(?:of|at)$/.test(before))],
      })),
  );
  return { sources, deeds, ownings, phrases, canonical, sentences, excluded, vague };
}

function deedsOf(said: Clause, origin: Origin, canonical: (noun: string) => string): readonly DomainAction[] {
  const clause = toldOf(withAttachments(said));
  const approving = approvalBy(clause, origin, canonical);
  if (approving !== null) return [approving];
  const { actors, objects } = showing(clause);
  return actors.flatMap((actor) => deedsBy(canonical(actor), clause, objects, origin, canonical));
}

const TOLD = /^(?:alert|reminder|notification|notice|warning|email|message|sms)$/;
const TELLING: Readonly<Record<string, string>> = byWord({ alert: 'alert', reminder: 'remind', warning: 'warn' });

/** `staff get an alert`: the product alerts them. */
function toldOf(clause: Clause): Clause {
  if (!/^(?:get|receive)$/.test(clause.verb) || !isPerson(clause.actor)) return clause;
  // Whoever gets a report sees it.
  if (clause.objects.some(({ noun }) => isDerived(noun))) return { ...clause, verb: 'see' };
  const news = clause.objects.find(({ noun }) => TOLD.test(headOf(noun)));
  if (news === undefined) return clause;
  const person: Phrase = { noun: clause.actor, isMany: false, before: '', of: '', how: [] };
  return { ...clause, actor: '', verb: TELLING[headOf(news.noun)] ?? 'notify', objects: [person] };
}

/** A file that is attached is an attachment. */
const withAttachments = (clause: Clause): Clause =>
  /^(?:attach|upload)$/.test(clause.verb)
    ? {
        ...clause,
        objects: clause.objects.map((each) => (each.noun === 'file' ? { ...each, noun: 'attachment' } : each)),
      }
    : clause;

function deedsBy(
  who: string,
  clause: Clause,
  objects: readonly Phrase[],
  origin: Origin,
  canonical: (noun: string) => string,
): readonly DomainAction[] {
  const meaning = isOrganisation(who) || who === '' ? meaningOfVerb(clause.verb) : meaningByPerson(clause.verb);
  if (meaning === null) return [];
  if (clause.verb === 'assign') return assigning(clause, origin, who, meaning, canonical);
  const isKept = /^(?:create|change|remove|state|import)$/.test(meaning.kind);
  const things = objects.filter(
    (phrase) =>
      isRecord(phrase, canonical) || (isKept && isPerson(phrase.noun)) || isHandled(phrase, clause.verb, meaning),
  );
  const [first] = things;
  const attributes = [...objects, ...clause.around].filter((phrase) => isAttribute(phrase) && !things.includes(phrase));
  const others = clause.around.filter(({ noun }) => isThing(noun) || isPerson(noun));
  const shared = { clause, origin, actor: who, verb: clause.verb, meaning, attributes, others };
  if (first === undefined) return [{ ...shared, object: ownerOf(objects, canonical), phrase: objects[0] ?? null }];
  return things.map((phrase) => ({ ...shared, phrase, object: canonical(phrase.noun) }));
}

/** `assign a technician to a job` changes the job. */
function assigning(
  clause: Clause,
  origin: Origin,
  actor: string,
  meaning: VerbMeaning,
  canonical: (noun: string) => string,
): readonly DomainAction[] {
  const to = clause.around.find(({ before, noun }) => before === 'to' && isThing(noun));
  if (to === undefined) return [];
  const others = clause.objects.filter(({ noun }) => isThing(noun) || isPerson(noun));
  return [
    {
      ...{ clause, origin, actor, verb: 'assign', meaning, attributes: [], others },
      ...{ object: canonical(to.noun), phrase: to },
    },
  ];
}

/** `shall show the organiser the sold seats`, `shall show a claim to its employee`: they see it. */
function showing({ actor, verb, objects, around }: Clause): {
  readonly actors: readonly string[];
  readonly objects: readonly Phrase[];
} {
  const [first, ...rest] = objects;
  if (actor !== '' || !/^(?:show|display|give|list|offer)$/.test(verb)) return { actors: [actor], objects };
  if (first !== undefined && isPerson(first.noun) && rest.length > 0) return { actors: [first.noun], objects: rest };
  const to = around.filter(({ before, noun }) => before === 'to' && isPerson(noun)).map(({ noun }) => noun);
  return { actors: to.length > 0 ? to : [''], objects };
}

/** `An app for tracking plants` names nobody: whoever uses it does it. */
function byUsers(deeds: readonly DomainAction[]): readonly DomainAction[] {
  if (deeds.some(({ actor }) => isPerson(actor))) return deeds;
  return deeds.map((deed) => (deed.actor === '' && deed.meaning.kind !== 'tell' ? { ...deed, actor: 'user' } : deed));
}

/** What verbs mean beside one another: to submit what was created before changes its state. */
function refined(deeds: readonly DomainAction[]): readonly DomainAction[] {
  const created = new Set(
    deeds.filter(({ verb }) => /^(?:create|add|draft|write|record|open)$/.test(verb)).map(({ object }) => object),
  );
  const made = new Set(
    deeds.filter(({ meaning, object }) => meaning.kind === 'create' && object !== '').map(recordMade),
  );
  return deeds.flatMap((deed): readonly DomainAction[] => {
    const { verb, object, meaning, clause } = deed;
    if (isDevice(deed.actor) && object === '' && /^(?:report|send|measure|record|log)$/.test(verb))
      return [{ ...deed, object: 'reading', meaning: { kind: 'create' }, phrase: READING }];
    const told = toldBy(deed, deeds);
    if (told !== '') return [{ ...deed, actor: told }];
    const [how] = deed.phrase?.how.filter((each) => FAULTY.test(each)) ?? [];
    if (verb === 'report' && object !== '' && how !== undefined)
      return [{ ...deed, meaning: { kind: 'state', state: how } }];
    if (/^(?:set|put|bring)$/.test(verb) && /\bback in(?:to)? (?:service|use)\b/i.test(clause.sentence))
      return [{ ...deed, verb: 'reinstate', meaning: { kind: 'state', state: 'in_service' } }];
    const about = addedTo(deed, made);
    if (about !== '')
      return [{ ...deed, object: about, phrase: ofRecord(deed.phrase, about), meaning: { kind: 'change' } }];
    if (verb === 'submit' && created.has(object)) return [{ ...deed, meaning: { kind: 'state', state: 'submitted' } }];
    if (verb === 'start' && MAKES.has(object)) return [{ ...deed, meaning: { kind: 'create' } }];
    if (/^(?:plan|define|set|maintain)$/.test(verb) && object !== '' && !made.has(object) && isKnownKind(object))
      if (!usualColumns(object).some(({ name }) => name === 'name')) return [{ ...deed, meaning: { kind: 'create' } }];
    if (meaning.makes !== undefined && clause.isCondition && object === '') return [];
    if (/^(?:manage|maintain|administer)$/.test(verb) && object !== '') return managing(deed);
    if (verb === 'hold' && deed.actor === '') return [{ ...deed, ...holdFor(deed, deeds) }];
    return [deed];
  });
}

const READING: Phrase = { noun: 'reading', isMany: false, before: '', of: '', how: [] };
const isDevice = (noun: string): boolean => /(?:^| )(?:sensor|device|meter)$/.test(noun);

/** `When the member brings the tool back, the volunteer records`: the volunteer enters both. */
function toldBy({ clause, actor }: DomainAction, deeds: readonly DomainAction[]): string {
  if (!clause.isCondition || !isServedPerson(actor)) return '';
  const main = deeds.find((each) => each.clause.sentence === clause.sentence && !each.clause.isCondition);
  return main !== undefined && isPerson(main.actor) && !isServedPerson(main.actor) ? main.actor : '';
}

/** `write a note after each appointment`: what others made before gets it. */
function addedTo({ object, meaning, attributes, clause, verb }: DomainAction, made: ReadonlySet<string>): string {
  if (meaning.kind !== 'create' || meaning.makes !== undefined || object !== '' || attributes.length === 0) return '';
  const near = /^(?:write|record|enter|note|log|add)$/.test(verb) ? /^(?:after|for|of|on|about)$/ : /^after$/;
  return clause.around.find(({ before, noun }) => near.test(before) && made.has(noun))?.noun ?? '';
}

/** `report broken compartments`: they exist, and are broken from then on. */
const FAULTY = /^(?:broken|damaged|defective|faulty|lost|missing|stolen)$/;

const ofRecord = (phrase: Phrase | null, of: string): Phrase | null => (phrase === null ? null : { ...phrase, of });

/** Whoever manages products adds, changes and removes them. */
const managing = (deed: DomainAction): readonly DomainAction[] =>
  (['create', 'change', 'remove'] as const).map((kind) => ({
    ...{ ...deed, verb: { create: 'add', change: 'change', remove: 'remove' }[kind], meaning: { kind } },
  }));

/** `When a visitor chooses seats, the system shall hold the seats`: the visitor gets a hold on each. */
function holdFor(hold: DomainAction, deeds: readonly DomainAction[]): Partial<DomainAction> {
  const cause = deeds.find(
    ({ clause, actor, object }) => clause.sentence === hold.clause.sentence && actor !== '' && object === hold.object,
  );
  return cause === undefined ? {} : { actor: cause.actor, meaning: { kind: 'create', makes: 'hold' } };
}

/** `require the approval of the finance director` is that the finance director approves. */
function approvalBy(clause: Clause, origin: Origin, canonical: (noun: string) => string): DomainAction | null {
  const approval = clause.objects.find(({ noun }) => /^(?:approval|confirmation|signature)$/.test(noun));
  if (approval === undefined || !isPerson(approval.of) || clause.verb !== 'require') return null;
  const about = clause.prior.find(({ noun }) => isThing(noun));
  const verb = { approval: 'approve', confirmation: 'confirm', signature: 'sign' }[approval.noun] ?? 'approve';
  const meaning = meaningByPerson(verb);
  if (meaning === null || about === undefined) return null;
  return {
    ...{ clause: { ...clause, verb }, origin, verb, meaning, attributes: [], others: [] },
    ...{ actor: canonical(approval.of), object: canonical(about.noun), phrase: about },
  };
}

/** What is named with a thing and is neither somebody nor several: `a camp with a place and a level`. */
export const fieldsOf = ({ clause, attributes }: DomainAction): readonly Phrase[] =>
  clause.around.filter(
    (phrase) => phrase.before === 'with' && !phrase.isMany && !isPerson(phrase.noun) && !attributes.includes(phrase),
  );

export const fullNoun = ({ noun, how }: Phrase): string =>
  [
    ...how.filter((each) => /^(?:serial|lowest|highest|first|last|full|minimum|maximum|phone|postal)$/.test(each)),
    noun,
  ].join(' ');

export const isAttribute = (phrase: Phrase): boolean =>
  !isPerson(phrase.noun) && attributeKind(fullNoun(phrase)) !== null;

function isRecord(phrase: Phrase, canonical: (noun: string) => string): boolean {
  if (isPerson(phrase.noun) || isDerived(phrase.noun)) return false;
  return isThing(canonical(phrase.noun)) && !isAttribute(phrase);
}

/** `approve a prescription`, `dismiss a finding`: text elsewhere, here a record that goes through states. */
function isHandled(phrase: Phrase, verb: string, { kind }: VerbMeaning): boolean {
  if (kind !== 'state' && !/^(?:upload|submit)$/.test(verb)) return false;
  return phrase.of === '' && isThing(phrase.noun) && attributeKind(fullNoun(phrase))?.type === 'long-text';
}

/** `the status of a claim`, `the limits of a room`, `a photo of the receipt`. */
function ownerOf(objects: readonly Phrase[], canonical: (noun: string) => string): string {
  const owner = objects.find(({ of }) => of !== '' && of !== 'own' && isThing(of) && !isPerson(of))?.of ?? '';
  return owner === '' ? '' : canonical(owner);
}

/** Records of the deed itself: an appointment is booked, not booked for. */
const IS_OWN_RECORD =
  /^(?:appointment|visit|meeting|trip|consultation|ride|tour|booking|reservation|order|loan|claim|table)$/;
export const recordMade = ({ meaning, object }: DomainAction): string =>
  meaning.makes === undefined || (object !== '' && IS_OWN_RECORD.test(headOf(object)) && meaning.makes !== 'payment')
    ? object
    : meaning.makes;

/** To record the condition of a tool changes the tool; somebody else adds tools. */
export function kindOfDomainAction({ meaning, object, verb, clause }: DomainAction): VerbKind {
  const isOfKnown = object === '' && clause.objects.some(({ of }) => of === 'own');
  return meaning.kind === 'create' && isOfKnown && /^(?:record|enter|note|log)$/.test(verb) ? 'change' : meaning.kind;
}
