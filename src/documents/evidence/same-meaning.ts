// Words of expository English that say the same, or nearly: a source that has one of a group can support a claim that
// has another. Wider than the synonyms of requirements: a claim is not refused for a choice of words.

/** A word may stand in several groups: it has several senses. */
export const SAME_MEANING: readonly (readonly string[])[] = `
  increase rise grow growth climb lift surge soar jump gain expand expansion escalate upturn uptick boost raise mount
  swell higher /
  decrease fall drop decline shrink reduce reduction dip plunge slump diminish lower fewer less lessen cut loss
  lose downturn contract dwindle shed / improve better enhance enhancement upgrade progress strengthen advance /
  worsen deteriorate degrade worse weaken deterioration /
  large big huge great vast enormous massive substantial considerable sizeable major extensive significant immense /
  small little tiny minor slight modest minimal limited compact / large-scale mass /
  important significant key crucial vital essential critical major central main principal chief primary core
  leading / fast quick rapid swift speedy speed quickly prompt / slow gradual sluggish slowly /
  begin start commence launch open initiate onset originate emerge start-up inception establish introduce /
  end finish stop cease conclude terminate close halt discontinue abandon complete shut withdraw quit /
  build construct construction erect create make develop assemble manufacture produce production fabricate /
  found establish create set-up institute start form launch founder founding foundation /
  invent devise create develop design pioneer inventor invention /
  discover find identify detect uncover spot reveal locate discovery /
  show demonstrate reveal indicate find display prove confirm establish report conclude document exhibit evidence
  point /
  say state report tell declare announce note write explain argue mention remark add comment statement claim
  assert describe / use employ utilise apply utilize usage adopt deploy rely application run /
  help aid assist support facilitate enable contribute benefit /
  allow permit enable let make-possible authorise authorize /
  prevent stop avoid block hinder inhibit avert bar prohibit thwart impede preclude /
  ban prohibit forbid outlaw bar prohibition illegal restrict /
  need require necessitate demand requirement must necessary /
  cause lead result trigger produce bring induce provoke generate prompt drive responsible due because contribute
  reason / affect influence impact shape alter effect /
  change alter modify shift transform vary adjust convert transition switch /
  keep retain maintain preserve hold store remain stay conserve /
  remove eliminate delete strip clear extract withdraw rid abolish scrap repeal /
  get obtain receive acquire gain secure earn win /
  give provide supply offer deliver grant donate award furnish hand /
  buy purchase acquire acquisition takeover procure / sell vend sale market retail /
  pay spend fund finance cost invest expenditure spending funding payment budget /
  cost price expense charge fee worth expensive costly / cheap inexpensive affordable low-cost /
  money fund cash capital finance funding / profit earnings income gain profitable / revenue sale turnover income /
  company firm business corporation enterprise manufacturer maker operator producer /
  worker employee staff labour labor personnel workforce employ job / job employment work post position occupation /
  people person human individual resident inhabitant population public citizen patient participant respondent
  volunteer / adult grown-up / child kid youngster infant minor pupil boy girl /
  young youth juvenile teenager adolescent / old elderly aged older ancient age / woman female lady women /
  man male men / doctor physician clinician medic / patient participant subject case volunteer /
  illness disease sickness disorder condition ailment /
  medicine drug medication treatment therapy remedy pharmaceutical / treat treatment therapy cure heal manage /
  cancer tumour tumor malignancy carcinoma / death die fatality mortality deadly kill fatal dead decease /
  injury wound harm hurt damage injure / damage harm destroy ruin wreck destruction devastate /
  safe safety secure harmless / danger dangerous risk hazard hazardous peril threat unsafe threaten /
  risk chance probability likelihood odds /
  study research investigation trial experiment survey analysis paper examine investigate review /
  researcher scientist author investigator scholar team academic expert /
  test examine check assess evaluate trial measure measurement inspect /
  result finding outcome conclusion consequence effect / data figure statistic evidence information record /
  average mean typical median / amount quantity volume number level total sum / level rate degree amount /
  rate frequency pace speed / share proportion percentage fraction part portion / rest remainder remaining /
  all every each entire whole complete total / many numerous several multiple various lots plenty /
  often frequently commonly regularly usually typically generally normally mostly /
  rarely seldom infrequently rare scarce uncommon / common widespread prevalent usual frequent popular /
  popular well-liked favourite favored / total overall combined altogether /
  area region zone territory district part land / place location site spot situate /
  city town municipality urban metropolis / country nation state national /
  world global globe worldwide planet earth international / village rural countryside /
  home house household residential dwelling housing / building structure facility house edifice /
  road street route highway way / car vehicle automobile motor / lorry truck / plane aircraft aeroplane airplane jet /
  ship vessel boat / train railway rail railroad / river stream waterway / sea ocean marine maritime /
  forest wood woodland tree / land ground terrain soil / farm agriculture agricultural farmer farming crop /
  food nutrition diet eat meal feed / water hydro / energy power electricity electrical /
  heat warm warmth warming hot temperature / cold cool chilly cooling / climate weather /
  pollution contamination pollutant emission contaminate / emission emit release discharge /
  waste rubbish trash garbage refuse / species kind type sort variety / kind type sort category form class /
  group team band set cluster / member part belong / leader head chief boss director lead chair chairman president /
  government state authority administration ministry official public /
  law legislation act statute regulation rule legal legislate / rule regulation law requirement standard /
  court judge tribunal justice / decide choose determine decision rule settle resolve opt /
  plan intend propose scheme programme program project strategy aim / aim goal objective target purpose intend /
  agree accept approve consent endorse agreement adopt ratify /
  approve authorise authorize clear license licence approval sanction / refuse reject decline deny turn-down veto /
  oppose resist object opposition against / support back favour favor endorse approve /
  win victory triumph defeat beat prevail / lose defeat loss / attack assault strike raid /
  war conflict battle fight combat / peace truce ceasefire /
  protect defend guard shield safeguard protection preserve / school education educational teach college classroom /
  student pupil learner undergraduate / teacher instructor educator lecturer / teach train instruct educate coach /
  learn study discover master / university college academia / skill ability capability competence talent capacity /
  able can capable / difficult hard challenging tough / easy simple straightforward effortless /
  problem issue trouble difficulty challenge / error mistake fault bug flaw /
  correct right accurate true exact precise / wrong incorrect false inaccurate mistaken untrue /
  method approach technique way procedure process / tool instrument device equipment apparatus machine /
  device gadget appliance machine / computer machine pc / software program application code /
  network web internet online / website site web page / user customer client consumer visitor /
  customer client buyer shopper consumer / product good item article goods merchandise / service offering /
  market trade commerce sector / industry sector business branch / trade commerce export import /
  economy economic finance financial / tax levy duty taxation / debt loan borrow liability owe / bank lender /
  worth value valuable / rich wealthy affluent prosperous / poor impoverished poverty deprived / free gratis no-cost /
  new novel recent modern latest fresh contemporary / recent latest recently lately /
  current present today now existing currently / early initial first beginning / late later final /
  former previous earlier prior ex past / following next subsequent later subsequently / after following later since /
  before prior earlier ahead / during throughout while / last final ultimate / long lengthy extended /
  length duration long last / short brief / high tall elevated height / low reduced / deep depth /
  wide broad width extensive / near close nearby adjacent beside / far distant remote /
  strong powerful robust intense strength potent / weak feeble fragile /
  good positive beneficial favourable favorable well excellent /
  bad negative adverse harmful poor unfavourable detrimental /
  effective efficacious successful work efficacy effectiveness / efficient efficiency economical /
  success succeed achieve accomplish successful / achieve reach attain accomplish hit meet realise realize /
  fail failure unsuccessful collapse / try attempt seek endeavour effort / happen occur take-place arise /
  exist live occur present / live reside inhabit dwell life / contain include hold comprise consist /
  include comprise contain involve encompass incorporate cover feature / consist comprise made compose composed /
  join connect link combine unite attach merge / separate divide split part detach /
  merge combine fuse unite consolidate /
  link connect associate relate association tie correlate correlation connection relationship /
  relate concern regard about involve / compare contrast relative versus /
  similar alike comparable same equal equivalent identical akin / different differ distinct unlike vary various /
  equal same equivalent match / exceed surpass outnumber top outstrip beyond more over /
  more additional extra further greater / most majority bulk / whole complete entire full /
  part portion section piece segment component / half fifty / double twice twofold /
  send transmit dispatch ship deliver / carry transport convey bear move ferry haul /
  move travel go shift relocate migrate transfer / travel journey trip ride commute / arrive reach come land /
  leave depart exit abandon quit / return come-back / enter access join / visit tourist tourism visitor /
  spread extend disseminate distribute circulate propagate / collect gather accumulate assemble compile harvest /
  store stock keep save storage / save conserve spare rescue / waste squander / share distribute divide split /
  publish release issue print publication / release launch issue free publish unveil /
  announce declare reveal proclaim unveil / book volume novel title work / write author compose pen writer draft /
  read reader / paint painting painter artwork canvas / picture image photo photograph / film movie cinema /
  music song tune musical / play perform performance act / game match sport play / team side squad club /
  player athlete competitor sportsman / prize award medal honour honor / name call title known dub term refer label /
  know understand aware familiar recognise recognize / think believe consider regard view reckon /
  believe think opinion view hold / expect anticipate predict forecast project foresee estimate /
  estimate calculate reckon assess approximate put / guess estimate assume suppose / doubt uncertain question unsure /
  sure certain definite / clear obvious evident apparent plain / see observe view watch notice witness /
  look appear seem / hear listen / feel sense perceive / measure quantify gauge record / count number tally /
  check verify confirm validate / control manage regulate govern run direct operate /
  manage run handle administer operate / lead head direct guide run / guide direct lead steer / follow obey comply /
  break fracture rupture crack / repair fix mend restore renovate renovation refurbish /
  restore recover renew rebuild / recover recuperate regain rebound / replace substitute swap supersede succeed /
  add append include additional / mix blend combine / cover span extend stretch / span cover stretch last /
  surround encircle enclose / rest remain / remain stay persist continue last /
  continue persist proceed carry-on maintain / wait delay postpone / delay postpone defer late /
  speed accelerate hasten / burn combust fire ignite / fire blaze burn / grow cultivate plant raise /
  plant vegetation flora crop / animal creature wildlife fauna / bird avian / insect bug / fish fishery fishing /
  meat beef pork / egg lay / born birth bear baby / baby infant newborn / mother maternal parent /
  father paternal parent / parent mother father / family household relative / marry wed marriage spouse /
  wife spouse husband partner / friend companion ally / enemy foe rival opponent adversary /
  compete rival contest competition / rival competitor / vote ballot elect election poll / elect choose vote select /
  choose select pick opt prefer / prefer favour like / like enjoy love / hate dislike / want wish desire seek /
  hope wish / fear afraid worry concern / worry concern anxious anxiety / happy satisfied content pleased glad /
  satisfaction satisfied content / sad unhappy / anger angry / sleep rest slumber / tired fatigue exhausted /
  pain ache hurt sore / heart cardiac cardiovascular / brain cognitive neural mental / mental psychological mind /
  lung respiratory breathe pulmonary / blood vascular / bone skeleton skeletal / skin dermal / kidney renal /
  liver hepatic / eye visual vision sight / tooth dental teeth / infection infect infectious contagion / virus viral /
  bacteria bacterial microbe germ / vaccine vaccination vaccinate immunise inoculate jab immunisation immunization /
  hospital clinic medical / surgery operation surgical / health healthy wellbeing medical /
  exercise physical activity workout / weight heavy mass weigh / heavy weighty / light lightweight / bright luminous /
  dark dim / colour color hue / sound noise acoustic / quiet silent calm / metal metallic steel / gold golden /
  oil petroleum crude / gas gaseous / fuel petrol gasoline / solar sun photovoltaic / nuclear atomic / battery cell /
  flaw vulnerability bug weakness / engine motor / orbit circle /
  space orbit cosmos / star stellar / moon lunar / planet world / rocket launcher /
  satellite orbiter spacecraft probe / earthquake quake seismic tremor / flood flooding inundate /
  storm hurricane cyclone typhoon / rain rainfall precipitation / snow snowfall / ice glacier frozen freeze /
  drought dry arid / wet moist humid damp / mountain peak summit / island isle / coast shore coastal coastline /
  border frontier boundary / bridge span crossing / wall barrier / tower skyscraper / church cathedral /
  temple shrine / museum gallery / park garden / hotel inn accommodation / restaurant eatery cafe /
  shop store retailer outlet / airport aviation airline / station stop / port harbour harbor /
  bicycle bike cycling cyclist cycle / walk pedestrian foot stroll / traffic congestion /
  passenger rider traveller traveler commuter / driver motorist / crash accident collision /
  crime offence offense criminal / police officer / prison jail imprison / steal theft rob / murder kill homicide /
  guilty convict / innocent acquit / punish penalty fine sanction / right entitlement / freedom liberty /
  equality equal / race ethnic / religion religious faith / language tongue linguistic / word term /
  letter character / number figure numeral / question query ask / answer reply respond response /
  request ask demand appeal / order command instruct / promise pledge vow commit commitment /
  warn caution alert warning / advise recommend suggest counsel advice guidance / suggest propose recommend /
  encourage urge promote foster / promote advance encourage advertise / force compel oblige require /
  restrict limit curb constrain cap / limit cap ceiling restrict maximum / maximum most peak top / minimum least /
  reach hit peak attain / peak maximum top highest / ratio proportion / region regional area /
  local nearby municipal / domestic national internal / foreign overseas abroad external /
  international global cross-border / private personal / public state open / secret confidential hidden /
  open accessible unlock / closed shut / empty vacant / full complete / available accessible obtainable /
  rare scarce unusual / unique sole only / single one sole / pair two couple / dozen twelve / annual yearly year /
  daily day / monthly month / weekly week / decade ten-year / century hundred-year / temporary interim provisional /
  permanent lasting / stable steady constant unchanged / unchanged same flat stable / variable fluctuating /
  automatic automated automatically / manual hand / digital electronic / artificial synthetic man-made /
  natural nature organic / environment environmental ecology ecological / sustainable green renewable /
  adopt pass approve accept ratify vote / support run work compatible / attract draw come visit / rate interest /
  nothing free gratis / lift-off launch takeoff / explode explosion burst break blow / internet network connected
  connect online / design create plan build / wage pay salary earnings income / enrol enroll recruit register
  sign-up join recruitment / punctual on-time /
  old former previous earlier / admit accept allow open / uphold confirm affirm sustain /
  overturn quash annul void reverse repeal / miss fail short / suffer harm hurt / resign quit leave /
  dismiss fire sack / hire employ recruit appoint / cancel scrap call-off / vary differ fluctuate /
  retreat shrink recede withdraw / constitute comprise account represent / seal sign / cluster group / node server /
  charge bill price / deadline due / warrant permission / vote ballot / fine penalty / afford pay / survive live /
  shortage lack scarcity deficit / abundant plentiful / equip fit / adult grown / culture cultural /
  history historical historic / science scientific / technology technical technological tech / engineering engineer /
  mathematics mathematical / chemistry chemical / physics physical / biology biological / medicine medical /
  politics political / society social / military army armed soldier troop / weapon arm /
  bomb explosive explode explosion
`
  .split('/')
  .map((group) => group.trim().split(/\s+/));
