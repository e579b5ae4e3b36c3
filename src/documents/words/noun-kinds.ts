// Nouns of what cannot act on purpose, by kind, and the verbs that only somebody who lives, or acts on purpose, does.

const words = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').trim().split(/\s+/));

/** As names of a colour; before another noun they say only how it looks. */
export const COLOURS = words(
  'red green blue yellow purple pink brown grey gray turquoise beige violet scarlet crimson magenta teal',
);

const TIMES = `monday tuesday wednesday thursday friday saturday sunday january february april june july august
  september october november december yesterday today tomorrow noon midnight dawn dusk morning
  afternoon evening night weekend week month year decade century hour minute birthday anniversary
  winter summer autumn eternity future past`;
const IDEAS = `idea opinion truth lie silence noise smell odour odor scent taste flavour flavor beauty freedom
  justice luck fate destiny hope fear joy sorrow anger grief love hatred envy pride shame guilt hunger
  thirst boredom patience courage wisdom memory thought dream nightmare mystery gravity infinity
  nothing shadow echo colour color number percent logic mathematics algebra geometry grammar
  philosophy poetry meaning distance temperature vowel consonant syllable adjective comma proverb`;
const SHAPES =
  'triangle rectangle hexagon octagon cube sphere pyramid cylinder cone spiral oval polygon diagonal corner';
const NATURE = `puddle river lake pond ocean sea moon sun sky clouds rain rainbow raindrop snow snowflake fog mist
  storm thunder lightning wind breeze hurricane tornado frost ice icicle iceberg glacier mountain hill
  valley desert canyon sand mud dust dirt stone rock pebble boulder gravel fire flame smoke ash steam
  wave tide horizon sunset sunrise volcano meadow tree bush flower leaf leaves grass moss fern cactus
  tulip daisy oak twig planet comet meteor`;
const FOOD = `banana apple pear peach plum cherry grape lemon lime melon mango pineapple strawberry raspberry
  blueberry berry fruit vegetable carrot potato tomato onion garlic cabbage lettuce spinach broccoli
  cucumber pumpkin bean pea rice pasta noodle bread toast sandwich burger pizza pie cake cookie
  biscuit muffin pancake waffle doughnut donut cheese butter milk yogurt yoghurt egg bacon sausage ham
  soup stew salad sauce sugar salt pepper honey jam chocolate candy pudding jelly coffee tea juice
  water wine beer soda lemonade vinegar mustard ketchup pretzel turnip radish walnut almond peanut
  meatball dumpling porridge`;
const HOUSEHOLD = `chair armchair sofa couch stool shelf bookshelf cupboard wardrobe pillow cushion mattress blanket
  carpet rug curtain staircase stair ladder ceiling floor chimney roof brick spoon fork knife plate
  bowl cup mug saucer teapot napkin bottle jar bucket broom mop sponge soap towel candle umbrella
  pencil eraser crayon envelope paperclip needle thread sock shoe boot slipper hat scarf glove mitten
  trousers shirt skirt coat sweater necktie zipper pocket suitcase doorknob marble balloon feather
  hammer nail screw wrench shovel wheelbarrow fence vase pebble`;
const BODY = `elbow knee nose toe thumb finger ear eyebrow eyelash chin shoulder ankle wrist tongue tooth teeth
  hair beard bone kidney liver lung`;
const DIRECTIONS = 'left north south east west';

const INTANGIBLE = words(TIMES, IDEAS, SHAPES, DIRECTIONS);
const NO_ACTORS = words(TIMES, IDEAS, SHAPES, NATURE, FOOD, HOUSEHOLD, BODY, DIRECTIONS);
/** Of qualities: "kindness", "solitude". */
const QUALITY = /(?:(?<!wit|busi|har|gover)ness|[tl]itude)$/;

const singular = (noun: string): string =>
  noun
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss|to)es$/, '$1')
    .replace(/(?<=[^su])s$/, '');
const isOf = (set: ReadonlySet<string>, noun: string): boolean => set.has(noun) || set.has(singular(noun));

/** Neither somebody, nor an organisation, a device or a program. Of most nouns nobody knows, and it is not said. */
export const cannotAct = (noun: string): boolean => isOf(NO_ACTORS, noun) || QUALITY.test(singular(noun));

const KINDS = [TIMES, IDEAS, SHAPES, NATURE, FOOD, HOUSEHOLD, BODY].map((list) => words(list));

/** The kind of a noun that cannot act; null: it is none. */
export function kindOfThing(noun: string): number | null {
  const at = KINDS.findIndex((kind) => isOf(kind, noun));
  return at < 0 ? null : at;
}

/** A time, an idea, a shape: nothing is done to it with the hands. */
export const isIntangible = (noun: string): boolean => isOf(INTANGIBLE, noun) || QUALITY.test(singular(noun));

const ARTEFACTS = words(
  `database spreadsheet calendar password button screen server report invoice document file folder
  table form list map alphabet bicycle keyboard website page window door lamp lantern clock bridge
  piano violin telephone refrigerator parliament`,
);
export const isArtefact = (noun: string): boolean => isOf(ARTEFACTS, noun);

const NO_DATA = words(
  `smell odour odor scent taste flavour flavor silence beauty freedom justice luck fate destiny hope
  fear joy sorrow anger grief love hatred envy pride shame guilt hunger thirst boredom patience
  courage wisdom gravity infinity nothing shadow echo eternity moon sun sky ocean sea thunder
  lightning breeze fog horizon rainbow`,
  DIRECTIONS,
);
/** What no file holds. */
export const isNoData = (noun: string): boolean => NO_DATA.has(noun) || QUALITY.test(noun);

const PEOPLE = words(
  `people person staff crew team group family families child children kid kids baby babies friend
  friends parent parents guest guests nurse nurses chef chefs cook cooks clerk clerks coach judge
  pilot guard guide captain king queen aunt uncle wife husband girl boy lady monk nun saint athlete
  crowd choir band class club council board committee company firm office kitchen bakery canteen ward
  department school bank shop store museum hospital clinic hotel church army police brigade
  everyone everybody anyone somebody someone nobody who they we you i he she`,
);
const AGENTIVE = /(?:[eo]r|ist|ant|ent|ian|ee|eer|man|men|woman|women|host|mate|folk)s?$/;

/** By its ending, or a common word for people and what they form. */
export const isPerson = (noun: string): boolean => isOf(PEOPLE, noun) || AGENTIVE.test(noun);

/** Done by what lives, and by nothing else. */
export const LIVING_VERBS = words(
  `eat drink swim sleep dream sing laugh cry smile dance whisper shout kiss hug marry forgive love hate
  hope regret believe think feel taste breathe yawn sneeze chew swallow lick bite crawl wear bathe
  blush sigh wink nod pray apologise apologize argue gossip confess teach envy adore mourn celebrate
  juggle knit divorce snore giggle weep flirt tickle persuade promise invent wish want wonder worry
  doubt pretend lie brag beg befriend imagine daydream sulk complain argue subtract multiply paint
  cook bake hunt`,
);

/** Done with a body, or to one: not even in a manner of speaking by a program. */
export const BODILY_VERBS = words(
  `drink swim sing dance dream whisper laugh cry sneeze yawn snore pray knit giggle swallow chew marry
  divorce kiss hug blush weep tickle flirt bathe apologise apologize forgive adore befriend`,
);

/** Done to what is kept in a file. */
export const DATA_VERBS = words(
  'download upload export import print email attach delete save sort filter archive encrypt scan approve invoice',
);

/** Done on purpose: by people, and by what they built for it. */
export const DELIBERATE_VERBS = words(
  `approve reject accept decline book reserve buy purchase pay sell rent lend borrow apply sign submit
  vote choose decide edit write read export import upload download print invite ask assign register
  subscribe unsubscribe cancel search browse review comment publish negotiate manage plan hire learn
  study visit swap donate request order share schedule create delete upvote bookmark invoice elect
  authenticate authorise authorize hire own owe sue nominate interview recruit translate dictate
  remember invest`,
);

export const LIVING_STATES = words('married divorced forgiven engaged hugged kissed tickled jealous lonely homesick');

/** Felt by somebody: a thing is not of this mood. */
export const MOODS = words(
  `angry hungry thirsty sleepy melancholy polite honest jealous shy brave grumpy nervous bored furious
  cheerful embarrassed lonely gentle generous curious jolly gloomy sarcastic worried impatient ashamed
  homesick arrogant reluctant offended heroic`,
);
