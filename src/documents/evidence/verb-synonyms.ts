// Verbs that say nearly the same, with the nouns of what they do where no ending leads from one to the other.

/** As in same-meaning.ts: a word may stand in several groups. */
export const VERB_SYNONYMS: readonly (readonly string[])[] = `
  decline wane subside recede taper ebb fade / overflow flood burst / attribute credit ascribe blame /
  record mark best /
  track follow monitor observe / monitor observe oversee supervise / oversee supervise run / allocate assign allot
  earmark dedicate devote reserve / administer give apply / analyse analyze examine study evaluate assess review
  investigate analysis / assess evaluate gauge judge rate estimate appraise / estimate reckon calculate put guess /
  appear emerge surface / assert claim contend maintain argue insist hold / assume suppose presume / attach fix fasten
  connect mount / attract draw lure bring entice pull / avoid evade escape dodge / award grant give confer bestow /
  breach violate break infringe flout contravene / conduct perform undertake execute implement / call name term dub
  label describe / clean cleanse purify / scale climb ascend / collect amass accumulate gather raise / combine merge
  unite pool / concentrate focus centre center / condemn denounce criticise deplore / confirm verify corroborate
  affirm / confront face tackle / consider regard deem view see think judge / contaminate pollute taint foul / contain
  curb limit / chill cool / cooperate collaborate / cultivate grow farm till / slash trim cut reduce / discuss debate
  talk / adorn decorate / depend rely hinge rest / deploy station send position / depict portray describe represent
  show illustrate / deserve merit / determine establish find ascertain / vanish disappear fade / discard dump throw /
  disrupt interrupt disturb upset / draft write draw / tow drag pull haul / ease relax loosen relieve alleviate /
  enforce implement impose apply / enlist recruit enrol / evolve develop / experience suffer undergo feel encounter
  have / exploit use tap / express voice state / fulfil fulfill meet satisfy / function work operate run perform /
  grab seize snatch / greet welcome receive / handle process manage treat serve / harvest pick reap gather / highlight
  stress emphasise emphasize underline underscore / ignore disregard overlook neglect / impose levy place / implement
  introduce apply / intensify strengthen increase / interview question ask poll survey / investigate probe examine
  research / isolate separate quarantine / lease rent let hire / stop cease halt pause suspend / suspend halt
  interrupt / notice spot see detect / notify inform tell alert / omit skip drop / oust depose topple overthrow remove
  / outline describe sketch / overtake pass surpass / place put set lay / press push / prosecute charge sue / prosper
  thrive flourish boom / pursue follow chase seek / react respond reply / rebel revolt rise / rebuild reconstruct
  restore / record register log document note / regain retake recapture recover / reinforce strengthen fortify /
  rename call / rescue save free / resume restart continue reopen / retrieve recover fetch / reserve book / revive
  restore / salvage rescue save recover / scan examine / scatter spread / schedule plan due set / screen test check /
  search look hunt seek / shake tremble / shelter protect house / shorten cut reduce / simplify ease / smuggle traffic
  / solve resolve settle / spark trigger cause prompt / specify state set name / sponsor fund finance / stabilise
  steady / station base post / stem come arise / stimulate encourage promote boost / strengthen reinforce boost /
  stretch extend run / struggle fight battle / submit file present lodge enter / summarise sum / supplement add /
  suppress curb crush / sustain maintain suffer / symbolise represent stand mean / tackle address fight combat /
  tighten strengthen / trace track follow find / trap catch capture / triple treble threefold / quadruple fourfold /
  trust believe rely / uncover reveal expose discover find / undergo have receive experience / undermine weaken erode
  / understand grasp know / unearth discover find dig excavate / unveil present reveal launch show / upgrade improve
  modernise update / vacate leave / withstand resist survive / yield produce give bring / visit tour see attend /
  weather survive / weigh assess / wipe delete / manage succeed able / manage get / ground suspend / abduct kidnap /
  accelerate quicken / acclaim praise hail / accommodate house hold seat / adhere stick comply / agree concur / allege
  accuse claim / amuse entertain / appeal ask call / applaud praise cheer / arm equip / arise occur emerge come /
  assign give / attribute ascribe credit put / audit check inspect / bargain negotiate / become turn get grow / bend
  curve / block obstruct clog bar / boast have / bombard shell bomb / bond bind stick / brief inform / calculate
  compute count / campaign fight / cast throw / cater serve / certify confirm / chase pursue hunt / cite quote name
  mention give / classify rank list categorise class group / cling stick / coat cover / coincide overlap / commemorate
  mark honour celebrate / communicate talk speak / compensate offset / compete play race run / concede admit allow /
  confine limit restrict / confiscate seize / conserve save protect / contribute give donate / convene meet gather
  call / cope deal manage / correct fix mend / correspond match equal / crawl creep / crush defeat / cut sever / dare
  risk / deal trade / decay rot / defy disobey resist / delegate entrust / depart leave go / deprive rob / derive come
  stem obtain / deter discourage / devastate destroy ruin ravage / deviate differ / diagnose identify find / disband
  dissolve / disintegrate break crumble / dispose discard / disperse scatter / distinguish separate differentiate tell
  / divert redirect reroute / echo repeat / edge inch / elevate raise / embrace adopt accept / endure last survive /
  engage hire / enjoy have / entail involve mean require / entitle allow / erode wear / examine look inspect / exclude
  omit / execute kill / exert apply / exhaust deplete / expire lapse end / extract take / falsify forge fake /
  finalise complete / flock gather / formulate draw develop / grasp hold / halve half / hamper hinder / hand give pass
  / head go / hinder impede obstruct / host hold stage / house contain hold accommodate / hurl throw / illuminate
  light / incur suffer / inhabit live occupy people / inherit receive / inject give / inspire encourage / install fit
  put / instruct order tell / integrate combine / intervene interfere step / invite ask / jeopardise endanger threaten
  / label mark / lack miss / leak spill escape / lobby press campaign / lodge stay / maintain keep service / mimic
  imitate copy / mine extract dig / moor anchor dock / multiply increase grow / narrow shrink / navigate sail steer /
  nominate name propose / organise arrange hold stage / outperform beat surpass / oversee manage / participate compete
  / patrol guard / perceive see / permeate penetrate / persecute oppress / pinpoint identify locate / plead ask /
  plunder loot / pollinate fertilise / pose present / praise commend laud / precede come / predate precede / press
  urge / procure buy obtain / profit gain benefit / propel drive power / propose suggest put / prove turn / raid
  attack search / rank place come stand / rate rank / reassure calm / recite read / reconcile settle / rectify correct
  fix / redesign rework / refine improve / refrain abstain avoid / regret sorry / reiterate repeat / relay pass /
  relinquish surrender give / remedy fix cure / renovate modernise / renounce give / replicate repeat copy reproduce /
  reprimand rebuke / reproduce breed multiply / require take call / restrain limit / retaliate respond / revoke
  withdraw cancel / rotate turn spin / sample taste test / scrutinise examine inspect / shatter break smash / shun
  avoid / sketch draw / slay kill / slide fall slip / snap break / speculate guess / spur encourage prompt / squeeze
  press / stack pile / stall stop delay / stipulate require state / strand trap leave / stray wander / subsidise fund
  support / sue court / summon call / swing move / tailor adapt / tear rip / tempt lure attract / tend look / test try
  / thwart prevent foil stop / top exceed lead / torch burn / trail follow lag / transmit pass / transport carry move
  take / traverse cross / trek walk hike / tweak adjust / unify unite / uproot remove / urge call / usher lead / value
  price worth rate / vandalise damage / vilify attack / volunteer offer / wade walk / wander roam / warrant justify /
  weld join / widen broaden expand / wield hold / wither die / wrestle fight / name identify / need take / pass go /
  last take / decide vote / raise bring / reach total / buy take / see experience / treat care / feel think / spread
  pass / hire take / sign agree / strike hit / set fix
`
  .split('/')
  .map((group) => group.trim().split(/\s+/));
