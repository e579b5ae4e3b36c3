// Things of one kind of which one is never another: an oil boiler is no gas boiler, a sister no brother.

import { once } from '../words/once.ts';
import { oneSpelling } from './word-meaning.ts';

const KINDS = `
  man male | woman female / boy | girl / father | mother / son | daughter / brother | sister / husband | wife / uncle
  | aunt / nephew | niece / king | queen / prince | princess / monk | nun / widower | widow / gas | oil | coal | wood
  | diesel | petrol | electric | hydrogen | nuclear | solar | wind | hydroelectric | kerosene / red | blue | green |
  yellow | black | white | brown | grey | orange | purple | pink / gold | silver | bronze | copper | iron | steel |
  tin | lead | zinc | aluminium | nickel | platinum | lithium | cobalt / brick | timber | concrete | marble | granite
  | limestone | sandstone | slate | glass | plastic | clay / wool | cotton | silk | linen | leather | polyester |
  hemp / cow cattle | sheep lamb | goat | pig | horse | dog | cat | chicken hen | duck | goose | rabbit | deer | wolf
  | bear | fox | rat | mouse | bat | monkey | elephant | whale | dolphin | seal | salmon | cod | herring | trout
  | tuna | bee | ant | beetle | butterfly | moth | spider | wasp | eagle | owl | swan | gull | raven | crow | jackdaw
  / wheat | barley | oat oats | rye | maize | rice | potato | tomato | bean | cabbage | carrot | onion | apple | pear |
  cherry | plum | grape | olive | lemon | banana | apricot | peach | sugar | tea | coffee | cocoa | tobacco / doctor
  physician | nurse | teacher | lawyer | engineer | farmer | fisherman | soldier | pilot | driver | baker | painter |
  sculptor | composer | poet | novelist | priest | bishop | architect | chemist | physicist | biologist | sailor |
  miner | shepherd | carpenter | judge | journalist / bus | train | tram | bicycle bike | ferry | plane aircraft |
  lorry truck | motorcycle | submarine | helicopter / piano | violin | guitar | flute | trumpet | cello | organ |
  drum | harp | clarinet / heart | lung | liver | kidney | brain | stomach | skin | eye | ear | knee | hip | shoulder
  | spine / breakfast | lunch | dinner supper / kindergarten | university / football soccer | tennis | hockey | rugby
  | cricket | basketball | volleyball | handball | golf | chess | boxing | rowing | swimming | cycling | skiing /
  novel | poem | play | opera | symphony | film | painting | sculpture | album / church | mosque | synagogue | temple
  / earthquake | flood | drought | storm | fire | avalanche | frost / rain | snow | hail | fog / river | lake | sea |
  canal / roof | floor | wall | window | door | cellar / import | export / income | expenditure / arrival | departure
  / birth | death / supply | demand / debt | credit / north | south | east | west / morning | afternoon | evening |
  night / left | right / chilean | peruvian | brazilian | mexican | canadian | american | british english | scottish
  | welsh | irish | french | german | italian | spanish | portuguese | dutch | belgian | swiss | austrian | polish |
  czech | hungarian | greek | turkish | russian | swedish | norwegian | danish | finnish | icelandic | egyptian |
  chinese | japanese | korean | indian | australian
`;

interface Place {
  readonly kind: number;
  readonly thing: number;
}

/** From each word, as written and as the tagger's base form, to where it stands in the lists. */
const places = once(() => {
  const of = new Map<string, Place[]>();
  for (const [kind, list] of KINDS.split('/').entries()) {
    for (const [thing, words] of list.split('|').entries()) {
      for (const word of words.trim().split(/\s+/))
        for (const form of new Set([word, oneSpelling(word)])) of.set(form, [...(of.get(form) ?? []), { kind, thing }]);
    }
  }
  return of;
});

/** Asked with base forms. */
export function areOtherThings(one: string, other: string): boolean {
  const mine = places().get(one);
  const theirs = mine === undefined ? undefined : places().get(other);
  if (mine === undefined || theirs === undefined) return false;
  return mine.some(({ kind, thing }) => theirs.some((place) => place.kind === kind && place.thing !== thing));
}
