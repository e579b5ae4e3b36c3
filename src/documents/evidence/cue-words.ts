// Small words that turn what a sentence says: negation, doubt, plans, amounts of a whole, cause, and words without
// content.

import { anyOf } from './any-of.ts';

/** Names that say when, and nobody's. */
export const DATE_NAMES = anyOf(`
  january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday
`);

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Negate what follows them in their clause. */
export const NEGATORS =
  words(`not n't never neither nor cannot no none nobody nothing nowhere hardly barely scarcely seldom rarely
  without lack absence fail failure unable refuse decline cease against prohibit ban forbid outlaw illegal
  exclude refute disprove rebut forbidden prohibited banned outlawed false untrue myth hoax`);
/** What they are said of is not done, wherever it stands in the clause: `smoking was prohibited`. */
export const BANS = words('prohibit ban forbid outlaw illegal forbidden prohibited banned outlawed');
/** Of what stands before them in the passive they say that it is not so: `a leak was ruled out`. */
export const EXCLUSIONS = words('exclude refute disprove rebut');
/** Negate only the next few words. */
export const NEAR_NEGATORS = words('without lack absence');
/** Of these verbs only what they are followed by an infinitive negates: `failed to`, `declined to`. */
export const BEFORE_INFINITIVE = words('fail failure unable refuse decline cease');

export const POSSIBLE =
  words(`may might could possibly perhaps probably likely potentially apparently seemingly appear seem suggest
  hypothesise hypothesize speculate hypothesis unclear uncertain whether presumably reportedly maybe preliminary
  tentative potential
  possible possibility indication hint theory theorise suspect suspicion hope consider propose aim`);
export const ALLEGED =
  words(`claim allege argue believe think contend assert insist maintain dispute critic supposedly allegedly rumour
  rumor say
  opinion`);
export const PLANNED =
  words(`plan intend aim hope propose schedule expect predict forecast project will shall would promise consider seek
  target anticipate aspire envisage pledge proposal upcoming future should`);
export const CONDITIONAL = words('if unless provided assuming');

/** Of a whole: from none to all. The amounts are what readers take them for. */
export const QUANTIFIERS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ...each(
    'all every each entire whole everyone everybody always entirely completely fully universally invariably',
    1,
    1,
  ),
  ...each('most majority mostly mainly usually generally typically largely predominantly', 0.5, 1),
  ...each('many often frequently commonly', 0.2, 1),
  ...each('some several certain sometimes occasionally partly partially', 0.01, 1),
  ...each('few rarely seldom minority', 0, 0.49),
  ...each('no none nobody never neither', 0, 0),
]);

function each(text: string, low: number, high: number): [string, readonly [number, number]][] {
  return text.split(' ').map((word) => [word, [low, high]]);
}

export const ASSOCIATION = words(
  'associate association link correlate correlation relate relationship tie connection accompany coincide',
);
export const CAUSATION =
  words(`cause lead result trigger induce provoke produce reduce increase prevent improve protect lower raise because
  make
  due responsible boost cut damage harm drive worsen`);

/** Carry little of what is claimed: their absence in a source is no gap. */
export const LIGHT =
  words(`stand amount lie total remain be have do make take get go come give put become keep let begin continue
  include involve
  thing way fact case example kind type sort matter number amount level order term part point time year use used
  also then so here there such than other another same own even just still already only very quite rather more most
  however therefore thus moreover furthermore meanwhile instead together overall particularly especially notably
  study research report researcher scientist author finding article paper find show say state note tell according
  people person something someone about around approximately roughly nearly almost
  new recent current able well now today ago yet again soon too respectively suffer`);

/** Report what follows: the claim rests on what is reported. */
export const REPORTING =
  words(`say state report tell declare announce note write explain find show demonstrate reveal indicate conclude
  according study research researcher scientist author survey paper confirm add describe`);

/** Mutual: whoever stands first says nothing. */
export const MUTUAL =
  words(`meet marry equal correlate associate link relate connect compare differ resemble join border merge agree share
  cooperate collaborate compete be have become include play tie`);

/** Say that something holds everywhere. */
export const EVERYWHERE = words(
  `throughout across worldwide globally everywhere nationwide universally global countrywide world-wide`,
);
export const EVERYWHERE_SAID =
  words(`throughout across worldwide globally everywhere nationwide global national all every each whole entire
  universally`);
/** Link a cause with what it does. */
export const CAUSAL_LINKS =
  words(`because cause due result lead trigger reason thanks therefore so hence consequently owing thereby responsible
  attribute explain drive since consequence mean make force prevent allow as after stem blame bring`);
export const CAUSAL_CLAIM = words('cause because due thanks trigger owing');
/** Both sides are alike. */
export const EQUAL = words('equally equal same identical alike similar equivalent match tie draw comparable');
/** Done by one to another: who is who cannot be exchanged. */
export const RELATIONAL =
  words(`buy acquire purchase sell beat defeat win lose victory invent discover kill attack invade teach employ hire
  lend borrow give
  send receive lead found establish write paint replace follow precede cause exceed outnumber sue support oppose
  overtake succeed
  appoint elect accuse arrest treat rescue fund pay owe protect eat hunt infect orbit own supply produce export
  import`);
/** Done once, by whoever did it: another name is a contradiction. */
export const DONE_ONCE =
  words(`design invent found write discover paint compose direct author create build win publish launch patent sign
  sculpt film develop record score lead command chair head conduct host coach translate illustrate produce edit
  assassinate murder describe narrate hear plan commission donate succeed present`);
/** Prepositions that say the opposite of each other. */
export const OPPOSITE_PLACES: ReadonlyMap<string, string> = new Map([
  ...(['before after', 'above below', 'inside outside', 'for against', 'over under'].flatMap((pair) => {
    const [one = '', other = ''] = pair.split(' ');
    return [
      [one, other],
      [other, one],
    ];
  }) as [string, string][]),
]);
