// What verbs of a brief ask of an interface: to create, read, change, remove, move to a state, tell or compute.

import { byWord } from '../words/by-word.ts';

export type VerbKind = 'create' | 'change' | 'remove' | 'read' | 'export' | 'import' | 'state' | 'tell' | 'rule';

export interface VerbMeaning {
  readonly kind: VerbKind;
  /** The record that doing it makes: booking a court makes a booking. */
  readonly makes?: string;
  /** The state that the record is in afterwards. */
  readonly state?: string;
}

const entries = (kind: VerbKind, verbs: string): readonly (readonly [string, VerbMeaning])[] =>
  verbs
    .trim()
    .split(/\s+/)
    .map((verb) => [verb, { kind }]);
/** `book:booking` */
const made = (pairs: string): readonly (readonly [string, VerbMeaning])[] =>
  pairsOf(pairs).map(([verb, makes]) => [verb, { kind: 'create', makes }]);
/** `cancel:cancelled` */
const states = (pairs: string): readonly (readonly [string, VerbMeaning])[] =>
  pairsOf(pairs).map(([verb, state]) => [verb, { kind: 'state', state }]);
const pairsOf = (pairs: string): readonly (readonly [string, string])[] =>
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]);

const MEANINGS: ReadonlyMap<string, VerbMeaning> = new Map<string, VerbMeaning>([
  ...entries(
    'create',
    `create add register record enter submit upload post write log define attach report draft open schedule save file
    capture note compose build raise place issue take make drop-off`,
  ),
  ...entries(
    'change',
    `edit update change modify correct rename reschedule move set adjust extend replace configure
    manage maintain customise customize personalise translate tag label rearrange sort reorder increase reduce plan
    renew transfer swap fill`,
  ),
  ...entries('remove', 'delete remove erase discard withdraw'),
  ...entries(
    'read',
    `see view list browse search find filter check read show display track monitor compare watch inspect
    look follow consult query access explore preview scroll open-up look-up know choose select pick scan`,
  ),
  ...entries('export', 'export download print'),
  ...entries('import', 'import'),
  ...entries('tell', `notify remind email inform alert warn send call text message mail ping phone tell page`),
  ...entries(
    'rule',
    `reject refuse prevent ensure require validate calculate compute convert limit encrypt hold keep
    store retain delete-after answer respond lock refund charge show-only block allow match verify count`,
  ),
  ...made(`book:booking reserve:reservation borrow:loan rent:rental order:order pay:payment subscribe:subscription
    enrol:enrolment enroll:enrollment apply:application buy:purchase rate:rating review:review comment:comment vote:vote
    invite:invitation bid:bid donate:donation lend:loan hand-out:loan hire:rental purchase:purchase request:request
    register-for:registration sign-up:registration measure:measurement complain:complaint nominate:nomination`),
  ...states(`cancel:cancelled approve:approved confirm:confirmed publish:published archive:archived
    close:closed reopen:open complete:completed finish:completed start:started stop:stopped pause:paused resume:active
    accept:accepted decline:declined return:returned suspend:suspended
    activate:active deactivate:inactive retire:retired
    acknowledge:acknowledged assign:assigned collect:collected deliver:delivered ship:shipped dispatch:dispatched
    mark:marked resolve:resolved escalate:escalated sign:signed redeem:redeemed unpublish:draft disable:inactive
    enable:active pack:packed claim:claimed receive:received check-in:checked_in check-out:checked_out release:released
    grade:graded settle:settled void:void dismiss:dismissed override:overridden`),
]);

export const meaningOfVerb = (verb: string): VerbMeaning | null => MEANINGS.get(verb) ?? null;
export const isOperationVerb = (verb: string): boolean => MEANINGS.has(verb);

/** A product that rejects, refunds or refuses follows a rule; a person who does has a deed of their own. */
const BY_PERSONS: Readonly<Record<string, VerbMeaning>> = byWord({
  reject: { kind: 'state', state: 'rejected' },
  refuse: { kind: 'state', state: 'refused' },
  refund: { kind: 'state', state: 'refunded' },
  verify: { kind: 'state', state: 'verified' },
  lock: { kind: 'state', state: 'locked' },
  unlock: { kind: 'state', state: 'open' },
  block: { kind: 'state', state: 'blocked' },
  charge: { kind: 'create', makes: 'charge' },
  hold: { kind: 'state', state: 'held' },
  send: { kind: 'create' },
  keep: { kind: 'create' },
  message: { kind: 'create', makes: 'message' },
});
export const meaningByPerson = (verb: string): VerbMeaning | null => BY_PERSONS[verb] ?? meaningOfVerb(verb);

/** The noun that a verb makes, read the other way: a `booking` is what booking something makes. */
export const MAKES: ReadonlyMap<string, string> = new Map(
  [...MEANINGS].flatMap(([verb, { makes }]) => (makes === undefined ? [] : [[makes, verb] as const])),
);
