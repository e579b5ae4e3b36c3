// Nouns of expository English that say nearly the same.

/** As in same-meaning.ts: a word may stand in several groups. */
export const NOUN_SYNONYMS: readonly (readonly string[])[] = `
  envoy diplomat delegate representative ambassador / share stock equity / stake share holding interest / shareholder
  investor stockholder / pay wage salary remuneration / bonus premium / boss chief head leader manager / executive
  manager director / employer firm company / colleague peer / layoff redundancy / vacancy opening / career profession
  / trade craft / quarter three-month / fortnight two-week / dawn sunrise daybreak / dusk sunset nightfall evening /
  noon midday / era age period time epoch / period time span phase stage / phase stage step / moment instant /
  deadline cutoff / date day / anniversary jubilee / childhood youth / lifetime life / start beginning outset / end
  close conclusion / peak height maximum high record / low minimum trough / trend tendency development / surge jump
  rise spike / gap difference distance divide / difference distinction / margin difference lead / ratio proportion
  rate / figure number statistic / count number tally total / handful few / batch lot group / range variety spectrum /
  size extent scale dimension / extent degree / magnitude size strength / capacity ability volume / strength power
  force / speed pace rate velocity / altitude height / surface top / edge margin rim border / centre center middle
  heart core / outskirts suburb edge fringe / neighbourhood neighborhood district area quarter / province state region
  county / homeland country / kingdom realm / capital city / hamlet village / settlement village town / home house
  residence / block building / premises building site / venue place site stadium / stadium arena ground / pitch field
  ground / hall room / workshop studio / laboratory lab / plant facility works / warehouse depot store / shop store
  outlet branch / branch outlet office / office branch bureau / headquarters base / academy school college / pupil
  schoolchild student / youngster child youth / toddler infant child / senior elderly pensioner / pensioner retiree /
  citizen national / resident inhabitant local dweller / newcomer arrival / refugee asylum-seeker / tourist visitor
  traveller holidaymaker / spectator viewer fan crowd audience attendance / listener audience / fan supporter /
  supporter backer advocate / opponent critic rival adversary / rival competitor opponent / critic reviewer / casualty
  victim dead / attacker assailant intruder / intruder burglar attacker hacker / thief robber burglar / culprit
  offender perpetrator / offender criminal / hostage captive / guard warden / officer official / troop soldier force /
  fighter militant rebel / rebel insurgent / army military force / navy fleet / fleet ship / vessel ship boat craft /
  van vehicle / carriage wagon coach / tram streetcar / underground metro subway / railway rail line / track rail /
  motorway highway expressway / crossing junction intersection / journey trip voyage / trip journey visit tour /
  mission expedition task / captain skipper / cyclist rider / pedestrian walker / walker hiker / runner athlete /
  player footballer / coach trainer manager / league division / championship title tournament / tournament competition
  contest / match game fixture / winner victor champion / draw tie / trophy cup prize / concert gig show / show
  exhibition display / exhibition exhibit show / play drama / film movie picture / director film-maker / actor
  performer star / singer vocalist / musician player / song track / album record / painting picture canvas work /
  picture image photograph photo painting / portrait painting picture / story tale narrative / chapter section /
  journalist reporter correspondent / newspaper daily paper / article piece report story / report account study paper
  / account report description / statement declaration announcement / letter message / message note / speech address
  talk / talk lecture / interview conversation / conversation talk / dispute conflict disagreement row argument /
  agreement deal accord pact treaty contract / settlement agreement / proposal plan suggestion / plan proposal scheme
  programme project / initiative project programme campaign / campaign drive / measure step action / bill draft
  legislation law / clause provision article / permit licence license permission / consent permission agreement / duty
  obligation responsibility / fee charge payment cost price / fare price ticket / toll charge fee / levy tax charge /
  penalty fine punishment / sentence term / ruling verdict judgment judgement decision rule / lawsuit suit case action
  / judge magistrate / lawyer attorney solicitor barrister counsel / clue evidence sign / sign indication signal /
  symptom sign / reason cause explanation ground motive / effect impact influence consequence result / finding result
  discovery conclusion / breakthrough advance / achievement success accomplishment / flaw weakness defect / issue
  problem question matter / topic subject theme / emergency crisis / blast explosion / flame fire / storm gale tempest
  / gale storm wind / rain rainfall downpour precipitation / heatwave heat / frost ice / landslide mudslide / flood
  flooding deluge / current flow / stream brook river creek / pond lake / bay gulf / strait channel / cape headland /
  shore coast beach / seabed floor bottom / slope hillside / summit peak top / log timber / corn maize / dish meal
  food / pot jar vessel / device instrument gadget unit / pipe pipeline / sensor detector / screen display monitor /
  bulb lamp / software program app application / update version / version edition / edition version issue / feature
  function / document paper file record / database register / register list record / information data detail / detail
  information particular / buyer purchaser customer / seller vendor / supplier provider / retailer shop store seller /
  trader merchant dealer / group company firm / conglomerate group / startup start-up company / venture project
  business / subsidiary unit / unit division branch / division unit department / department ministry division / agency
  authority office body / authority agency body government / body organisation organization agency / organisation
  organization group body association / association society union organisation / charity foundation / institute
  institution centre center / institution institute body / commission committee body / panel committee jury commission
  / parliament legislature assembly / senator lawmaker politician / lawmaker legislator politician deputy
  parliamentarian / minister secretary / voter elector / poll election survey / candidate applicant contender /
  request application appeal / petition request / requirement condition need / condition requirement term / condition
  state / situation position condition / post job position office / role part function position / task job duty / work
  job labour labor / effort attempt work / attempt effort try bid / bid offer attempt / offer bid proposal / auction
  sale / sale purchase / expense cost expenditure / spending expenditure outlay / income revenue earnings / turnover
  revenue sales / loss deficit / shortfall deficit gap shortage / surplus excess / loan credit / currency money /
  stock inventory supply / reserve stock / good product commodity / item thing product object / substance material
  chemical compound / pill tablet / dose amount / surgery operation procedure / procedure operation method / patient
  sufferer / ward unit / fever temperature / tumour tumor cancer growth / limb arm leg / skull head / fossil remains /
  grave tomb burial / temple sanctuary / monastery abbey convent / fortress castle fort stronghold / palace residence
  / entrance entry gate door / floor storey story / room chamber / corridor hallway / stair step / park garden reserve
  / reserve park sanctuary / sanctuary reserve refuge / habitat home environment / environment surroundings / animal
  creature beast / predator hunter / herd flock group / pack group / colony group / young offspring cub / breed race
  variety / category class group type / sample specimen / experiment test trial study / test trial experiment exam /
  examination exam test inspection / inspection check examination / check inspection test / survey study poll /
  investigation inquiry probe study / inquiry investigation probe enquiry / spacecraft probe craft / telescope
  observatory / professional expert / engineer technician / professor academic / theory hypothesis / idea concept
  notion / belief view opinion / attitude view / feeling emotion / anger rage / joy happiness / support backing help /
  help aid assistance support / shelter refuge / power authority control / influence power / throne crown / relative
  relation family / marriage wedding / term word expression / phrase expression / meaning sense / symbol sign / mark
  sign / shape form / model type version / piece part bit fragment / component part element / mixture blend mix / soil
  earth ground / rock stone / cloth fabric textile / box case container / container box vessel / package parcel /
  shipment delivery consignment / obstacle barrier hurdle / restriction limit curb / route way path / stay visit /
  rest break / holiday vacation break / event occasion incident / incident event episode / meeting gathering
  conference session / conference meeting congress / summit meeting / celebration party / riot unrest / strike walkout
  stoppage / conflict war fighting / fighting combat battle / siege blockade / weapon arms / missile rocket / gun
  weapon / breach violation break / violation breach offence / theft robbery burglary / burglary break-in theft /
  murder killing / abuse mistreatment / allegation accusation claim / accusation allegation charge / response reply
  answer reaction / alert warning alarm / forecast prediction projection / estimate estimation / measurement reading /
  reform change / expansion extension / construction building / renovation refurbishment restoration / maintenance
  upkeep / operation running / production output manufacture / smell odour odor scent / taste flavour flavor /
  darkness dark / shade shadow / petrol gasoline gas / network grid system / household home family / tenant renter
  occupant / occupant resident tenant / owner proprietor / creator founder maker / chair chairman chairwoman
  chairperson president / spokesman spokeswoman spokesperson / adviser advisor consultant / aide assistant adviser /
  helper volunteer assistant / donor giver / recipient receiver / beneficiary recipient / participant subject
  volunteer attendee / apprentice trainee
`
  .split('/')
  .map((group) => group.trim().split(/\s+/));
