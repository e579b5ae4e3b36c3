// Vague words known by their kind: adverbs of manner, adjectives of degree and worth, comparisons with nothing.

import { tagWords } from '../words/tag-words.ts';
import { oneOf } from './one-of.ts';

interface Found {
  readonly at: number;
  readonly word: string;
  readonly lack: 'time' | 'amount' | 'quality' | 'condition';
}

/** Adverbs in -ly that a test can see: how often, by whom, in which order. Those in -ically mostly can. */
const OBSERVABLE = new Set(
  `accidentally accordingly actively actually additionally already alternately alternatively annually anonymously
  asynchronously audibly bilaterally biweekly centrally collectively completely concurrently conditionally
  consecutively continuously contractually cryptographically cumulatively currently daily diagonally digitally
  directly duly dynamically early entirely equally especially evidently exactly exclusively explicitly externally
  falsely finally firstly formally fortnightly freely fully globally horizontally hourly identically illegally
  implicitly incorrectly independently indirectly individually initially intentionally interactively intermittently
  internally inversely irreversibly irrevocably jointly lastly lately lawfully legally likely linearly locally
  mandatorily manually merely mistakenly monthly mutually namely natively negatively newly nightly officially only
  openly optionally orally originally partially particularly partly permanently personally physically positively
  precisely presumably previously privately proportionally publicly purely quarterly randomly really recently
  recursively remotely respectively retroactively secondly securely separately sequentially silently simultaneously
  solely specifically statically subsequently successfully synchronously temporarily thirdly totally transparently
  unconditionally unexpectedly uniquely unlawfully unsuccessfully verbally vertically virtually visibly voluntarily
  weekly wholly wirelessly wrongly yearly`.split(/\s+/),
);

const DEGREE =
  oneOf(`modest, generous, hefty, sizea?ble, immense, enormous, massive, gigantic, negligible, trivial, marginal,
  abundant, plentiful, scarce, sparse, meagre, rich, broad, wide-ranging, far-reaching, undue, inordinate, exorbitant,
  tolerable, appreciable, palpable, pronounced, intense, mild, hardly any, next to no, barely any, scarcely any,
  a fair amount of, a good deal of, a good number of, a fair number of, a host of, a wealth of, a fraction of`);
const TIME = oneOf(`extended (?:period|time), prolonged, infrequent, up-to-date, stale, long-lasting,
  short-lived, in no time, in next to no time, ahead of schedule, at short notice, at an early stage`);
const WORTH = oneOf(`crisp, interesting, exciting, engaging, popular, tedious, cumbersome, clumsy, awkward, confusing,
  annoying, disturbing, obvious, prominent, noteworthy, remarkable, rude, impolite, polite, aggressive, offensive,
  insulting, harmful, anxious, inconvenient, unreasonable, unsuitable, unclear, messy, clever, lean, slick,
  rich, vivid, catchy, trendy, eye-catching, compelling, persuasive, impressive, memorable, delightful, enjoyable,
  tasty, cosy, warm-hearted, courteous, considerate, prudent, judicious, plausible, credible, realistic, healthy,
  near-identical, nearly identical, almost identical, comparable, comparably, user-centred, easy-going, plain language,
  nearby, close to(?= (?:the|an?|its|their)\\b), in the vicinity of, out of the ordinary, well-known, well-structured,
  rough, distant, worthwhile, serious, severe, tricky, valuable, precious, lasting, dependable, sturdy, durable, rugged,
  compact, bulky, spacious, cheap, expensive, costly, affordable, inexpensive, economical, fashionable, contemporary,
  old-fashioned, dull, boring, ugly, uncluttered, cluttered, harmonious, pleasing, soothing, calm, relaxed, cordial,
  competent, skilled, reputable, renowned, prestigious, exceptional, extraordinary, peculiar, conspicuous, striking,
  surprising, questionable, dubious, high-tech, fine-grained,
  most (?:common|popular|important|relevant|suitable|frequent|likely|urgent|interesting|useful|widely used),
  well-designed, well-organi[sz]ed, high-grade, low-quality, top-quality, first-rate, bare minimum`);
/** Before what can be short or long and has no measure here. */
const SPAN = new RegExp(
  String.raw`(?<![\w-])(?:short|long|brief|quick)(?= (?:\w+ )?(?:text|summary|note|remark|comment|pause|break` +
    '|delay|wait|period|time|while|interval|video|clip|gap|silence|distance|queue|answer|explanation|introduction' +
    String.raw`|overview|sentence|instruction|statement|report|survey|absence|inactivity|outage)s?\b)`,
  'gi',
);
const OPEN_CONDITION = new RegExp(
  String.raw`\b(?:if|where|when|wherever|whenever|as) (?:it (?:is|seems) |deemed |considered |found )?` +
    `${oneOf(`practical, useful, sensible, advisable, prudent, beneficial, helpful, justified, warranted, suitable,
      reasonable, feasible, practicable, convenient, desirable, opportune, expedient`)}\\b`,
  'gi',
);
const KEPT = new RegExp(
  String.raw`(?<=\bkeeps? (?:[\w-]+ ){1,5})(?:low|short|small|high|lean|tidy|fresh)` +
    String.raw`(?=[,.;]|$| (?:and|when|while|if|at|in|on)\b)`,
  'gi',
);
const LACKING: readonly (readonly [Found['lack'], RegExp])[] = [
  ['amount', whole(DEGREE)],
  ['time', whole(TIME)],
  ['quality', whole(WORTH)],
  ['amount', SPAN],
  ['time', /\bin time(?=[,.;]|$| (?:for|before)\b)/gi],
  ['quality', /\b(?:strong|weak)(?= (?:passwords?|authentication|encryption|security)\b)/gi],
  ['condition', OPEN_CONDITION],
  [
    'condition',
    /\b(?:within reason|to the extent (?:possible|feasible)|make(?:s)? every effort|best efforts?|at best)\b/gi,
  ],
  [
    'time',
    /\bwithout (?:undue|unnecessary|needless|noticeable|significant|major|much|further|long|excessive) [a-z]+/gi,
  ],
  ['amount', KEPT],
];
/** Compared with nothing: `for a shorter period`. */
const COMPARED = new RegExp(
  String.raw`(?<!\b(?:the|no|or|and|any|much) )\b${oneOf(`shorter, longer, larger, bigger, smaller, higher, lower,
    cheaper, closer, stronger, weaker, brighter, louder, deeper, wider, quieter, slower, safer, clearer, richer,
    cleaner`)}(?= [a-z]+)(?! ${oneOf(`the, an?, its, their, it, all, any, together, than, or, of, bound, limit, end,
    part, half, left, right, case, edge, layer, deck, house, level, education, court`)}\b)(?![^.]{0,60}\bthan\b)`,
  'gi',
);
const SUFFIX = /^[a-z]{3,}(?:ful|worthy|some)$/;
const NOT_WORTH = /^(?:un)?(?:success|law)ful$|^(?:handful|spoonful|full|doubtful|awesome|handsome)$/;

/** In a text from which quotes and names are blanked out. */
export function vagueByKind(plain: string): Found[] {
  const listed = LACKING.flatMap(([lack, form]) =>
    [...plain.matchAll(form)].map(({ index, 0: word }) => ({ at: index, word: word.trimEnd(), lack })),
  );
  const compared = [...plain.matchAll(COMPARED)].map(({ index, 0: word }) => ({
    at: index,
    word,
    lack: 'amount' as const,
  }));
  return [...listed, ...compared, ...(/ly\b|ful\b|some\b|worthy\b/.test(plain) ? byEnding(plain) : [])];
}

function byEnding(plain: string): Found[] {
  return tagWords(plain).flatMap(({ at, text, lower, kind }) => {
    const isManner =
      kind === 'adverb' && /^[a-z]{3,}ly$/.test(lower) && !/ically$/.test(lower) && !OBSERVABLE.has(lower);
    const isWorth = kind === 'adjective' && SUFFIX.test(lower) && !NOT_WORTH.test(lower);
    return isManner || isWorth ? [{ at, word: text, lack: 'quality' as const }] : [];
  });
}

function whole(forms: string): RegExp {
  return new RegExp(String.raw`(?<![\w-])${forms}(?![\w-])`, 'gi');
}
