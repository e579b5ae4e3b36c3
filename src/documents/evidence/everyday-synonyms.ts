// Words of expository English that say nearly the same: persons, things and what is done to them.

/** As in same-meaning.ts: a word may stand in several groups. */
export const EVERYDAY_SYNONYMS: readonly (readonly string[])[] = `
  abandon desert forsake leave / absorb soak swallow / accompany escort / accumulate pile / accuse blame charge /
  accurate precise exact correct / acknowledge admit concede recognise / adapt adjust accustom /
  additional extra further another / adequate sufficient enough / admire respect esteem / advertise promote market /
  afterwards later subsequently then / aggressive violent hostile / aid help relief / aircraft plane helicopter /
  alarm warning siren / alcohol drink beer wine / ally partner friend / amend change revise modify alter update /
  ancestor forebear predecessor / announce publish declare proclaim reveal / annoy disturb bother /
  appoint name nominate elect choose / architect designer planner / arrest detain capture seize /
  artist painter sculptor / assemble gather meet convene / assistant helper aide / astronomer scientist /
  attack invade raid assault / attend visit participate / attend present / author writer novelist poet /
  bacteria germ microbe / ban prohibit outlaw forbid close / bankrupt insolvent / bankruptcy insolvency collapse /
  basin reservoir / beginner novice / behaviour conduct / belong own owner property possess / beverage drink /
  bicycle bike cycle cyclist / bill invoice / blind sightless / boat ship vessel ferry / border edge boundary /
  borrow loan / brave courageous / breed reproduce nest / bring carry take transport / broadcast air transmit /
  brochure leaflet / build erect put-up / bury grave burial / bus coach / busy occupied / calm quiet peaceful /
  canal waterway channel / cancel abandon scrap drop / capital seat / capture take seize conquer occupy /
  cargo freight goods load / carry load bear hold / catch capture hunt / cattle cow herd livestock / cave cavern /
  celebrate mark commemorate / cemetery graveyard / champion winner title / champion title win /
  chemist physicist scientist / church chapel cathedral / cliff rock / climb ascend rise / clothes clothing garment /
  coal lignite / collapse fall crumble / colleague co-worker / collide crash hit / colony settlement /
  combat fight battle tackle / commission order / committee panel board council / commuter passenger /
  compensate reimburse repay refund / compensation damages reimbursement refund / complain complaint object /
  complete finish end conclude accomplish / complete open inaugurate finish / composer musician / compute calculate /
  computer machine server / conceal hide cover / concert performance / condemn convict criticise / conductor leader /
  confess admit / confident certain sure / conflict dispute quarrel row argument / conquer defeat capture /
  consent permission approval agree / consequence result effect outcome / conserve protect preserve /
  consist comprise include / consult ask / consume eat use drink / consumption use usage intake /
  contest competition race / contract agreement treaty deal / contribute add give / convert turn change transform /
  convince persuade / copy duplicate reproduce / corpse body / corrode rust corrosion / council assembly parliament /
  councillor politician / courage bravery / crew staff team / crime offence / criticise attack condemn blame critic /
  criticism objection / crop harvest yield / crowd audience / cure heal recover / curriculum syllabus /
  custom tradition habit / damage destroy ruin wreck / dam barrage reservoir / debris rubble /
  deceive mislead cheat / decrease shrink lessen / defect fault flaw error malfunction faulty broken / cause start
  trigger ignite spark /
  defend protect / delay late postpone / deliver bring supply / demand require request call /
  demolish destroy raze tear pull dismantle / demonstrate protest march / demonstration protest march rally /
  deny refuse reject / deposit store / descend fall drop / desert leave / destroy burn devastate ruin /
  detect find spot notice discover / device instrument sensor / die perish decease / diet food nutrition /
  director manager head boss / disappear vanish extinct / disaster catastrophe / discharge release /
  disclose reveal publish / discount reduction / discussion debate talk / dismiss reject / display show exhibit /
  dispute contest challenge / distance far away / distribute hand spread / district quarter neighbourhood /
  dog pet animal / donate give donation gift / donor sponsor / drain empty / drill bore / drink consume /
  drive operate / drown die / earn receive make / earnings wage salary / earthquake tremor /
  eat feed consume devour / educate teach / effort attempt / eject expel / elect vote choose / emerge appear /
  employ hire work / employee worker staff / empty vacant unoccupied / encounter meet / endanger threaten /
  endangered threatened risk / enemy opponent / enlarge extend expand widen / enormous huge vast / enrol register /
  ensure guarantee secure / equip fit install / eradicate eliminate wipe / error mistake fault / escape flee /
  evacuate leave / evidence proof sign trace / exact precise / exam test examination /
  examine check inspect test study / exceed top surpass / exchange swap trade / exhibit display /
  exhibition show museum / exile banish / expel banish remove / expense cost / expert specialist / expire end /
  explain account / explore investigate / export sell / expose reveal / extend prolong lengthen /
  extinct vanish disappear die / extract remove obtain / factory plant works mill / faith belief /
  famous known renowned celebrated / farm farmer / fatal deadly lethal / fee charge payment / feed eat live /
  fertile rich / fertiliser manure / festival celebration / field meadow / fight combat / fill full /
  finance pay fund / fine penalty / firm company / fisherman angler / fit install mount / fix repair /
  flat apartment / flight plane fly / float swim / flood overflow / floor storey / flow run / flower bloom blossom /
  fly flight plane aircraft / follow succeed / footpath path trail track / force army / forecast predict /
  forge fake counterfeit / fragment piece part shard / fraud scam / freeze frozen / freight cargo / fresh new /
  funeral burial / fur coat / future coming / garbage waste / gather collect / generate produce /
  gift present donation / glacier ice / globe world / goal target / govern rule run / grain cereal wheat corn /
  grant allow award give / grant subsidy / grass lawn meadow / gravel stone / grave tomb / grind mill /
  grow raise cultivate / growth increase / guard protect watch / guest visitor / guide lead / habit custom /
  habitat home / halt stop / handle deal / harbour port quay dock / hard difficult / hazard danger /
  headquarters seat based / heir successor / herb plant / herd flock / hide conceal / hike walk / hill mountain /
  hire rent / hive colony / holiday vacation / honey bee / hospital ward clinic / hunger famine starve starvation /
  hunt kill shoot / hurry rush / ice snow / illegal unlawful ban / illness ill sick / imitate copy /
  immigrant migrant / immune protected protect antibody / import buy / impose introduce / imprison jail /
  improve better / inaugurate open / income earnings / incorrect wrong / independence independent /
  industry factory / infant baby / inferior worse / inflation price / influence affect / inform tell notify /
  ingredient component / inhabitant resident / inhibit prevent / initial first /
  injection jab vaccine vaccination shot / inn hotel / insect bee / insert put / inspect check / instruct teach /
  insurance insure / intend plan / interior inside / interrupt stop break / interruption pause break /
  introduce bring / invade attack / investigate examine / investigator researcher / irrigate water / issue publish /
  jail prison / journalist reporter / judge court / jury panel / keep own / lack shortage missing / lake reservoir /
  lamp light / landlord owner / law act / lawyer attorney / lease rent / legend myth / lend loan / liberate free /
  licence permit permission / lift elevator / lightning thunderstorm / line route / liquid fluid / livestock cattle /
  loud noisy noise / lower reduce / luggage baggage / machine device / magazine journal / majority most /
  mark grade / marsh wetland swamp bog / mathematics maths / merchant trader / meter gauge / monastery abbey /
  monument memorial / mud silt sediment / neglect ignore / obligation duty / obstacle barrier / offspring young /
  operator company owner / origin source / outbreak epidemic / output production / owner own possess property /
  pain hurt / paper newspaper / parliament assembly / pension retirement / pesticide chemical / pilot test trial /
  pipe tube / plague epidemic / poison toxic poisonous venom venomous / poll survey / pottery ceramic jar /
  prisoner inmate / province region / recycle reuse / reign rule / revolt rebellion uprising / ruin remains /
  ruler king queen emperor monarch / scholarship grant stipend / sculpture statue / security safety /
  send leave transmit / settlement village / severe serious / siege besiege / signature sign / strike walkout /
  surgeon doctor / survive alive live / tenant renter / timber wood / tourist visitor /
  unemployment jobless unemployed / visible see seen / volcano eruption erupt / waterproof water / wheat grain /
  wildfire fire / wire cable
`
  .split('/')
  .map((group) => group.trim().split(/\s+/));
