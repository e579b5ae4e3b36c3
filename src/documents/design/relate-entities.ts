// How records hang together: what owns what, and where to hang what nobody placed.

import { verbOfNoun } from '../words/stem-of.ts';
import { isKnownKind } from './attribute-kinds.ts';
import type { Origin } from './domain.ts';
import { type DomainAction, isAttribute, type Reading } from './domain-actions.ts';
import {
  attributeColumn,
  type Draft,
  isCode,
  isFileKind,
  isMoney,
  isStock,
  put,
  reaches,
  refer,
  refersTo,
  USER,
} from './entity-draft.ts';
import { isPerson, snake } from './nouns.ts';
import type { Phrase } from './sentence-pieces.ts';

export function addOwnings(
  drafts: ReadonlyMap<string, Draft>,
  reading: Reading,
  entityOf: (deed: DomainAction) => string,
): void {
  const { ownings, canonical } = reading;
  for (const { owner, owned, origin, isCondition } of ownings) {
    const draft = drafts.get(owner);
    if (draft === undefined) {
      addOfDeed(drafts, owner, owned, origin, reading, entityOf);
      continue;
    }
    for (const phrase of owned) {
      const other = drafts.get(canonical(phrase.noun));
      if (other !== undefined && phrase.isMany) refer(other, owner, owner, origin, true);
      else if (other !== undefined && isFileKind(other.name)) refer(other, owner, owner, origin, true);
      else if (other !== undefined) refer(draft, other.name, other.name, origin, !isCondition);
      else if (isAttribute(phrase) && !isCondition)
        put(draft, attributeColumn(phrase, { origin, clause: { sentence: '' } } as DomainAction, true));
    }
  }
}

/** `a rejection needs a reason`: the record that is rejected gets it. */
function addOfDeed(
  drafts: ReadonlyMap<string, Draft>,
  owner: string,
  owned: readonly Phrase[],
  origin: Origin,
  { deeds }: Reading,
  entityOf: (deed: DomainAction) => string,
): void {
  const verb = verbOfNoun(owner);
  const deed = deeds.find((each) => each.origin === origin && each.verb === verb);
  const draft = deed === undefined ? undefined : drafts.get(entityOf(deed));
  if (draft === undefined || deed === undefined) return;
  for (const phrase of owned.filter(isAttribute)) {
    const column = attributeColumn(phrase, deed, false);
    put(draft, { ...column, name: `${snake(owner)}_${column.name}` });
  }
}

/** `readings of a sensor`, `the duty of the technicians`. */
export function addRelations(
  drafts: ReadonlyMap<string, Draft>,
  { phrases, canonical }: Reading,
  roles: readonly string[],
): void {
  for (const { noun, of } of phrases) {
    const draft = drafts.get(canonical(noun));
    const owner = canonical(of);
    if (draft === undefined || of === '' || of === 'own' || owner === draft.name) continue;
    const isNearer = [...draft.columns.values()].some(({ references }) => reaches(drafts, references, owner));
    if (drafts.has(owner) && !isNearer && !reaches(drafts, owner, draft.name))
      refer(draft, owner, owner, 'brief', true);
    else if (isCode(owner)) continue;
    else if (roles.includes(owner)) refer(draft, owner, USER, 'brief', true);
  }
}

/** What is still alone hangs on what was spoken of in the same sentences, else on what was spoken of just before. */
export function linkTheAlone(
  drafts: ReadonlyMap<string, Draft>,
  reading: Reading,
  entityOf: (deed: DomainAction) => string,
  makers: ReadonlyMap<string, string>,
): void {
  const { canonical, deeds, sentences } = reading;
  for (const draft of drafts.values()) {
    if ([...draft.columns.values()].some(({ references }) => references !== '' && references !== USER)) continue;
    if (isStock(draft.name) || isCode(draft.name)) continue;
    const isRoot = [...drafts.values()].some((each) => refersTo(each, draft.name));
    const people = [...draft.columns.values()].filter(({ references }) => references === USER).length;
    const own = deeds.filter((deed) => entityOf(deed) === draft.name);
    const made = own.filter(({ meaning }) => meaning.kind !== 'read' && meaning.kind !== 'export');
    const near = made.flatMap(({ clause }) => [...new Set(clause.prior.map(({ noun }) => canonical(noun)))]);
    const counts = new Map<string, number>();
    for (const noun of near.filter((each) => drafts.has(each) && each !== draft.name))
      counts.set(noun, (counts.get(noun) ?? 0) + (isMoney(noun) ? 1 : isStock(noun) ? 1.5 : 2));
    const [most] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
    // Of a tool and its loan the loan, which somebody made for the occasion.
    const best =
      [...counts.keys()].find(
        (noun) => refersTo(drafts.get(noun) as Draft, most ?? '') && isPerson(makers.get(noun) ?? ''),
      ) ?? most;
    if (people > 1 && !sharesPerson(draft, drafts.get(best ?? ''))) continue;
    const before = deeds.slice(0, Math.max(0, deeds.indexOf(own[0] ?? (deeds[0] as DomainAction)))).map(entityOf);
    const last =
      isKnownKind(draft.name) && !isRoot && own.length > 0 ? before.findLast((name) => drafts.has(name)) : undefined;
    const isPaid = draft.name === 'payment' && last !== undefined;
    const parent =
      (isPaid ? last : best) ?? last ?? (own.length === 0 ? nearPerson(drafts, sentences, draft.name) : undefined);
    if (parent !== undefined && !reaches(drafts, parent, draft.name)) refer(draft, parent, parent, 'assumed', true);
  }
}

/** Both are an owner's. */
const sharesPerson = (draft: Draft, other: Draft | undefined): boolean =>
  [...draft.columns.values()].some(({ name, references }) => references === USER && other?.columns.has(name) === true);

/** `reminds owners when a vaccination is due`: of the first record that an owner has. */
function nearPerson(
  drafts: ReadonlyMap<string, Draft>,
  sentences: Reading['sentences'],
  name: string,
): string | undefined {
  const said = sentences.find(({ text }) => text.toLowerCase().includes(name))?.text.toLowerCase() ?? '';
  return [...drafts.values()].find(({ columns }) =>
    [...columns.values()].some(
      (column) => column.references === USER && said.includes(column.name.replace(/_id$/, '')),
    ),
  )?.name;
}
