// Words at the two ends of one scale: both cannot be said of the same. The words of a side are of one meaning.

export const OPPOSITES: readonly (readonly [readonly string[], readonly string[]])[] = `
  increase rise grow climb surge soar jump gain expand raise boost higher growth swell upward up | decrease slide fall
  drop decline shrink reduce dip plunge slump diminish lower lessen cut reduction downward down contract dwindle /
  active | dormant inactive extinct rest asleep /
  northwest northward | southeast southward / northeast | southwest / north northern | south southern /
  east eastern | west western /
  improve better enhance strengthen advance | worsen deteriorate degrade worse weaken impair /
  large big huge great vast major enormous massive larger largest biggest | small little tiny minor smaller
  smallest minimal / more most | less fewer fewest least / many numerous | few /
  high tall higher highest taller | low lower lowest short / long longer longest | short shorter brief shortest /
  fast quick rapid faster quicker accelerate fastest quickly | slow slower slowest slowly decelerate /
  old older elderly oldest | young younger youngest / early earlier earliest | late later latest /
  first | last final / before prior precede | after follow subsequent / above over exceed | below under beneath /
  inside within internal indoor | outside external outdoor /
  begin start open launch commence | end stop close finish cease terminate conclude shut /
  safe harmless safely | dangerous harmful hazardous unsafe /
  strong stronger powerful strongest | weak weaker weakest /
  good better best positive beneficial benefit | bad worse worst negative harmful adverse /
  hot warm hotter warmer warmest heat | cold cool colder cooler coldest / easy easier simple | difficult hard harder /
  cheap cheaper cheapest inexpensive affordable | expensive costly dearer /
  rich wealthy richer richest | poor poorer poorest /
  common frequent widespread often frequently commonly always usually | rare uncommon scarce rarely seldom never
  infrequently / success succeed pass successful | fail failure unsuccessful / win victory beat | lose defeat loss /
  accept approve agree adopt support allow permit legalise pass | reject refuse oppose disapprove ban forbid
  prohibit block veto deny outlaw / include | exclude omit / add | remove subtract eliminate / buy purchase | sell /
  import | export / lend | borrow / create build construct establish | destroy demolish dismantle abolish /
  protect defend | harm damage attack / win gain | lose / arrive enter | leave depart exit /
  appear | disappear vanish / alive survive survivor living | dead die death kill / north northern | south southern /
  east eastern | west western / left | right / male man men boy father | female woman women girl mother /
  day daytime | night nighttime / summer | winter / public | private /
  voluntary optional | mandatory compulsory obligatory / permanent | temporary / legal lawful | illegal unlawful /
  true correct accurate right | false incorrect wrong inaccurate untrue /
  same identical unchanged constant stable | different /
  effective efficacious work effectiveness | ineffective useless /
  sufficient enough adequate | insufficient inadequate / likely probable | unlikely improbable /
  possible | impossible / able | unable / healthy | sick ill unhealthy / urban city | rural countryside /
  domestic | foreign / natural organic | artificial synthetic / full | empty / wet | dry /
  light lighter | heavy heavier / wide wider broad | narrow narrower / deep deeper | shallow shallower /
  thick thicker | thin thinner / near close closer nearer | far distant farther further / clean | dirty polluted /
  rural | urban / maximum | minimum / majority | minority / agree agreement | disagree disagreement /
  prevent stop avert | cause trigger / encourage promote | discourage deter / love like | hate dislike / peace | war /
  guilty convict | innocent acquit / present | absent / visible | invisible / absorb | emit release /
  attract | repel / cheaply | expensively / surplus | deficit shortage / profit profitable | loss unprofitable /
  optimistic | pessimistic / active | inactive passive dormant / fresh | stale / hard | soft / solid | liquid /
  top | bottom / front | back rear / upper | lower / ascend | descend / lengthen extend | shorten / widen | narrow /
  heat | cool / melt thaw | freeze / confirm prove verify | refute disprove rebut / gain | shed /
  unanimous unanimously | divided / partial partially partly | complete completely fully entirely total /
  direct directly | indirect indirectly / renewable | fossil / primary | secondary / carnivore | herbivore /
  uphold confirm affirm sustain | overturn quash annul reverse repeal / meet reach achieve hit attain | miss /
  benefit profit thrive | suffer / online | offline / hire recruit appoint employ | dismiss fire sack resign /
  promote | demote / admit | exclude bar reject / keep retain maintain | drop abandon scrap discard change alter
  modify / free | paid /
  open opened | closed / tighten | loosen relax ease / strengthen | weaken / expand | contract / accelerate | slow /
  unite | divide / connect | disconnect / enable | disable / require need | optional unnecessary / visible | hidden /
  praise | criticise criticize / advantage | disadvantage / attack | defend / build | demolish / appoint | dismiss /
  borrow | repay / arrive | depart / collapse | recover / deny | confirm admit / guilty | innocent /
  continue | stop discontinue end cease / rise | sink / quiet quieter | loud louder noisy / victory | defeat /
  win won beat | lose lost / nocturnal | diurnal / more greater higher larger bigger | less fewer lower smaller /
  improve recover better rebound | drop fall decline sink worsen deteriorate shrink /
  blame criticise accuse condemn | praise commend / acidic acid | alkaline / poisonous toxic | harmless edible /
  ancient | modern / married | divorced single / sharp | blunt / tame | wild / rough | smooth / sour | sweet /
  vertical | horizontal / innate | acquired / mobile | stationary / transparent | opaque / flexible | rigid /
  guest | host / amateur | professional / plain | mountainous / sandy | rocky / calm | stormy / blind | sighted /
  simple | complex complicated / known | unknown / strict | lax lenient / equal | unequal / vacant | occupied /
  reveal disclose publish | conceal hide withhold / reward | punish / remember recall | forget / float | sink /
  import | export / ignore | notice heed / obey | defy violate / praise | condemn / lengthen | shorten cut /
  expand extend | narrow restrict limit / trust | distrust / free release | arrest imprison detain /
  unchanged stable constant | change alter / unchanged stable constant | rise increase raise grow double /
  unchanged stable constant | fall decrease cut lower reduce drop halve /
  extinct vanish disappear | exist survive live alive grow occur thrive / unknown unclear open | identify known
  establish /
  certain sure definite | doubtful uncertain unclear doubt questionable / succeed successful | dismiss reject fail /
  belong own | sell / stay remain | leave move / finish complete | unfinished incomplete abandon /
  allow permit | forbidden prohibited banned / open | close closed shut / married | unmarried single /
  close shut | operation operate / charge | free / colour color | black / unanimous unanimously | majority /
  damage harm destroy | intact undamaged spare / discharge release | detain / empty | occupied full inhabited /
  soluble dissolve | insoluble / voluntary | compulsory require / survive | perish / widen | narrow / deny | admit /
  lose | keep retain find / fail | manage achieve / refuse | accept agree grant / withdraw | submit file enter /
  cancel | hold / postpone | bring-forward / scrap abandon | keep continue resume / lift | impose / ease | tighten /
  evacuate | remain / oppose | support back favour / optimistic | gloomy / overestimate | underestimate /
  outside | within / exporter | importer / creditor | debtor / winner | loser / victory | defeat / ally | enemy /
  exclude | include involve / refute disprove | show prove confirm /
  keep retain store save archive | delete erase discard wipe shred / thrive flourish boom | struggle wither stagnate /
  thicken thick | thin thinned / harden | soften / brighten | darken / enlarge | shrink reduce / deepen | shallow /
  exceed outnumber surpass outpace outsell outperform overtake | trail lag / ahead | behind late / overdue | early /
  praise acclaim hail applaud | savage pan lambast condemn criticise / gather | scatter disperse / join | leave quit /
  attach | detach / load | unload / lock | unlock / inflate | deflate / inhale | exhale / land | take-off depart /
  lead | trail lag / merge | split separate / push | pull / raw | cooked / ripe | unripe / save | waste spend /
  sharp | dull / sober | drunk / sunny | cloudy overcast / superior | inferior / bitter | sweet / tight | loose /
  tough | tender / upstream | downstream / uphill | downhill / willing | reluctant unwilling / wise | foolish /
  abundant plentiful ample | scarce sparse / asleep | awake / bold | timid / bright | dim dark / busy | idle quiet /
  cautious careful | reckless careless / compress | expand / concave | convex / pure | contaminated impure /
  crowded | deserted empty / dilute | concentrate / exact precise | approximate vague / fertile | barren infertile /
  fold | unfold / forward forwards | backward backwards / generous | mean stingy / gentle mild | harsh severe /
  gradual gradually | sudden suddenly abrupt abruptly / happy glad | sad unhappy / immigrate | emigrate /
  inner | outer / junior | senior / loyal | disloyal / moist damp | dry / obvious | hidden / offence | defence /
  overweight | underweight / plus | minus / possess | lack / precede | follow / prevalent | rare / proud | ashamed /
  real genuine authentic | fake forged imaginary / receive | send / recover | relapse / reliable | unreliable /
  select choose | reject / single | married / sit | stand / stable | volatile unstable / steep | flat /
  sunrise | sunset / supply | demand / tidy | messy / triumph | defeat / violent | peaceful nonviolent /
  outdated obsolete | current / local | foreign imported / oldest | newest youngest / longer | shorter /
  first earliest | last latest / often | seldom rarely / dense densely | sparse sparsely / peak | trough /
  evergreen | deciduous / advance | retreat recede withdraw / saltwater | freshwater / odd | even /
  clockwise | anticlockwise counterclockwise /
  literate | illiterate / insured | uninsured / armed | unarmed / manned crewed | unmanned uncrewed /
  paid | unpaid / registered | unregistered / harmless | venomous poisonous / fatal deadly | harmless /
  reopen | close shut / refill | drain empty / rise | set / ebb | flow / reward | penalise fine /
  discount | surcharge / debit | credit / asset | liability / shorten | prolong extend / calm | agitate /
  unharmed unhurt uninjured safe | injure injured hurt wound harm kill / spare escape | hit strike destroy /
  divided split | agree united unanimous / elected | appointed / won | lost / permanent | temporary provisional /
  hollow | solid / shallowest | deepest / lowest | highest / worst | best / least | most / coldest | hottest warmest /
  slowest | fastest / lightest | heaviest / weakest | strongest / smallest | largest biggest / poorest | richest /
  wettest | driest / closest nearest | furthest farthest / narrowest | widest broadest / youngest | oldest eldest /
  thinnest | thickest / cheapest | dearest costliest / easiest | hardest toughest / quietest | loudest noisiest
`
  .split('/')
  .map((pair) => {
    const [one = '', other = ''] = pair.split('|');
    return [one.trim().split(/\s+/), other.trim().split(/\s+/)];
  });
