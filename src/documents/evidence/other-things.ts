// Things of one kind of which one is never another: an oil boiler is no gas boiler, a sister no brother.

const KINDS: readonly ReadonlyMap<string, number>[] = `
  man male | woman female / boy | girl / father | mother / son | daughter / brother | sister / husband | wife / uncle
  | aunt / nephew | niece / king | queen / prince | princess / monk | nun / widower | widow / gas | oil | coal | wood
  | diesel | petrol | electric | hydrogen | nuclear | solar | wind | hydroelectric | kerosene / red | blue | green |
  yellow | black | white | brown | grey | orange | purple | pink / gold | silver | bronze | copper | iron | steel |
  tin | lead | zinc | aluminium | nickel | platinum | lithium | cobalt / brick | timber | concrete | marble | granite
  | limestone | sandstone | slate | glass | plastic | clay / wool | cotton | silk | linen | leather | polyester |
  hemp / cow cattle | sheep lamb | goat | pig | horse | dog | cat | chicken hen | duck | goose | rabbit | deer | wolf
  | bear | fox | rat | mouse mice | bat | monkey | elephant | whale | dolphin | seal | salmon | cod | herring | trout
  | tuna | bee | ant | beetle | butterfly | moth | spider | wasp | eagle | owl | swan | gull | raven | crow | jackdaw
  / wheat | barley | oats | rye | maize | rice | potato | tomato | bean | cabbage | carrot | onion | apple | pear |
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
`
  .split('/')
  .map((kind) => kind.split('|').map((things) => things.trim().split(/\s+/)))
  .map((things) => new Map(things.flatMap((words, at) => words.map((word) => [word, at] as const))));

/** Asked with base forms. */
export const areOtherThings = (one: string, other: string): boolean =>
  KINDS.some((kind) => {
    const [mine, theirs] = [kind.get(one), kind.get(other)];
    return mine !== undefined && theirs !== undefined && mine !== theirs;
  });
