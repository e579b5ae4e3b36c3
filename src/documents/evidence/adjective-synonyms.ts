// Adjectives and adverbs that say nearly the same, with the phrases' heads that stand for them.

/** As in same-meaning.ts: a word may stand in several groups. */
export const ADJECTIVE_SYNONYMS: readonly (readonly string[])[] = `
  greatest strongest largest biggest highest / greater stronger larger / smallest weakest lowest /
  brand-new new / former previous earlier old one-time / formerly previously earlier once / previous prior earlier
  preceding / initial first early original / initially originally first / eventually finally ultimately / young
  youthful / huge enormous vast giant gigantic / narrow thin / thin slim slender / heavy intense strong / severe
  serious grave heavy / mild slight light gentle / sturdy strong / sudden abrupt unexpected / constant steady
  continuous / continuous constant uninterrupted ongoing / ongoing continuing current / frequent common regular /
  occasional sporadic / rare uncommon unusual scarce / unusual rare uncommon exceptional / exceptional unusual
  outstanding / normal usual ordinary regular standard / usual normal customary / ordinary normal regular common /
  typical usual characteristic / special particular / particular specific certain / overall total general / total
  overall whole / complete full total / partial incomplete / sole only single / unique singular / double twin dual /
  various different several / countless many numerous / significant considerable important substantial / essential
  necessary vital / necessary needed required essential / mandatory compulsory obligatory / optional voluntary / free
  unpaid / expensive costly dear / cheap inexpensive low-priced / valuable precious / poor needy / famous well-known
  celebrated renowned / unknown obscure / popular sought-after / useful helpful handy / beneficial helpful good /
  harmful damaging detrimental / dangerous hazardous risky perilous / polluted contaminated dirty / clean pure /
  uncertain unsure unclear / likely probable / possible potential / approximate rough / fake false counterfeit forged
  / genuine real authentic / real genuine actual / official formal / legal lawful / illegal unlawful illicit /
  personal individual private / individual single personal / joint common shared combined / combined joint total /
  local regional / national countrywide nationwide / domestic home national / rural country / coastal seaside / remote
  distant isolated far-off / nearby neighbouring close / neighbouring nearby adjacent / central middle / northern
  north / southern south / eastern east / western west / inner inside / outer outside external / internal inner /
  upper top higher / lower bottom / rear back hind / warm hot mild / frozen icy / sunny bright / bright brilliant
  vivid / pale light / colourful colorful / crowded busy packed / full packed / abandoned deserted disused derelict /
  disused abandoned unused / ruined destroyed / intact undamaged unharmed whole / unharmed unhurt uninjured safe /
  injured hurt wounded / ill sick unwell / healthy fit well / alive living / dead deceased / pregnant expectant /
  single unmarried / angry furious / afraid scared frightened / worried concerned anxious / tired exhausted weary /
  strict tough stringent rigorous / tough strict hard / simple easy plain / complex complicated / clever smart
  intelligent / skilled experienced trained / qualified trained / talented gifted / careful cautious / reckless
  careless / ready prepared / accessible available reachable / hidden concealed / secret hidden clandestine / broken
  damaged faulty / faulty defective broken / electric electrical battery-powered / wireless cordless / portable mobile
  / flexible adaptable / rigid stiff / smooth even / rough uneven / flat level even / round circular / curved bent /
  solid firm / wooden wood / wild untamed / tame domesticated / native indigenous / alien foreign / aquatic water /
  medical clinical / physical bodily / infectious contagious / chronic long-term / long-term lasting / short-term
  brief / acute sudden severe / yearly annual annually / daily everyday / maximum highest greatest top / minimum
  lowest least / biggest largest greatest / smallest tiniest / fastest quickest / earliest first / latest newest /
  oldest earliest / better superior improved / best top finest / leading top foremost / top leading best / high great
  / higher greater larger / bigger larger greater / lower smaller less reduced / quicker faster sooner / sooner
  earlier faster / warmer hotter / cooler colder / broader wider / further farther additional / always invariably /
  sometimes occasionally / mainly mostly chiefly primarily largely / partly partially / completely fully entirely
  totally / entirely completely wholly / almost nearly virtually / roughly approximately about / exactly precisely /
  quickly rapidly fast swiftly / slowly gradually / suddenly abruptly / immediately instantly / simultaneously
  concurrently / together jointly / separately apart / alone unaccompanied / unaided alone independently / directly
  straight / illegally unlawfully / secretly covertly / publicly openly / reportedly allegedly / apparently seemingly
  / probably likely / possibly perhaps maybe / significantly considerably substantially markedly / considerably
  significantly substantially much / markedly clearly / slightly marginally somewhat / sharply steeply strongly /
  heavily strongly badly / badly severely seriously / worldwide globally / upwards up / downwards down / indoors
  inside / outdoors outside / uphill up / downhill down / disputed contested / planned proposed / spare extra /
  remaining left / missing lost / sedentary inactive / overweight obese / employed working / self-employed freelance /
  sacred holy / traditional conventional / outdated obsolete / advanced sophisticated / controversial disputed / dense
  thick / sparse thin / ample enough sufficient / insufficient inadequate / tremendous huge / dramatic drastic sharp /
  sharp steep / record highest
`
  .split('/')
  .map((group) => group.trim().split(/\s+/));
