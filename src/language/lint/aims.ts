// Verbs and nouns of aims: what one hopes for rather than what something does.

import { oneOf } from './one-of.ts';

/** Aims rather than actions. With a figure they are targets and can be tested. */
export const AIM = new RegExp(
  `^${oneOf(`handle, manage, improve, enhance, optimi[sz]e, streamline, facilitate, minimi[sz]e, maximi[sz]e, reduce,
    increase, decrease, promote, encourage, boost, simplify, foster, empower, strive, aim, leverage, consider, cater,
    deal with, cope with, take care of, care about, look after, see to it, take .+ into account,
    take .+ into consideration, be aware of, try to, strengthen, delight, captivate, inspire, motivate, nurture,
    cultivate, stimulate, relieve, unburden, ease, alleviate, mitigate, contribute to, live up to, do justice to,
    bring .+ to life, further, uphold, please, impress, entertain, fascinate, enthuse, excite,
    harmoni[sz]e, moderni[sz]e, revolutioni[sz]e, professionali[sz]e, energi[sz]e, enliven, endeavou?r,
    seek to, help, assist, aid, pay attention to, be mindful of, give rise to, add value, create value, make sense,
    make life easier, make work easier, make it easy, make it easier,
    anticipate, embody, deepen, broaden, lighten, discourage, deter, combat,
    counteract, tackle, elevate, awaken, reinforce, reassure, lessen, unite, enrich, instil, instill, spark, overwhelm,
    bolster, amplify, augment, invigorate, revitali[sz]e, ignite, kindle, heighten, uplift, propel, spur, rekindle,
    nourish, sharpen, soothe, comfort, surprise, engross, enthral, enthrall, charm, convince, persuade, intimidate,
    bore, annoy, frustrate, alienate, discriminate, humani[sz]e, democrati[sz]e, optimise, future-proof, perfect,
    advance, accelerate, speed up, smooth, appeal to, win over, live by, stand out, excel, shine, thrive, evolve,
    keep pace, keep up with, keep abreast, bridge the gap, close the gap, make a difference, pave the way,
    set standards, set an example, bring .+ alive, bring .+ together, bring .+ closer, put .+ at ease,
    put .+ first, go the extra mile, do its best, make every effort, sustain, play a role, lay the foundation,
    respond to the needs, keep .+ in mind, be mindful, stay ahead, embrace, champion,
    celebrate, revive, rejuvenate, reawaken, cement, consolidate, break down barriers, level the playing field,
    build bridges, influence, shape, restore confidence,
    restore trust`)}\\b(?! (?:button|page|text|menu|icon|desk|centre|center|file|mode)\\b)`,
  'i',
);

/** Vague measures: `take appropriate action`, `do everything necessary`. */
export const MEASURES = new RegExp(
  String.raw`^(?:take|initiate|adopt|implement)\s+(?:all |the )?${oneOf(`appropriate, suitable, necessary, adequate,
    proper, reasonable, sensible, corrective, effective, sufficient, needed, required`)}\s+` +
    String.raw`(?:measures?|steps?|actions?|precautions?|care)\b` +
    '|^do (?:everything|whatever|what is) (?:necessary|possible)',
  'i',
);

/** `make customers happy`, `keep players engaged`, `make work easier`: a state of people's minds. */
export const MAKING = new RegExp(
  String.raw`^(?:make|keep|leave)\s.{1,80}\s(?:(?:more|feel|less)\s+\w+|${oneOf(`happy, happier, satisfied, safe, safer,
    motivated, engaged, interested, comfortable, confident, easier, simpler, better, faster, attractive, welcome,
    pleasant, fun, feel at home`)})(?:\s+(?:for|to|in|at|with|by)\b.*)?$`,
  'i',
);

/** What has no measure of its own. */
const GOODS = `quality, security, safety, privacy, protection, performance, usability, accessibility, reliability,
  scalability, availability, integrity, consistency, compliance, experiences?, design, growth, flexibility, stability,
  transparency, maintainability, compatibility, efficiency, effectiveness, convenience, satisfaction, robustness,
  interoperability, confidentiality, look and feel, acceptance, awareness, loyalty, trust, confidence, happiness,
  motivation, engagement, collaboration, cooperation, co-operation, teamwork, participation, inclusion, diversity,
  equality, fairness, sustainability, innovation, creativity, productivity, culture, atmosphere, well-being,
  wellbeing, comfort, clarity, simplicity, resilience, portability, responsiveness, reading, learning, understanding,
  insights?, dialogue, respect, dignity, reputation, added value, benefits?, fun, joy, pleasure, curiosity,
  competitiveness, autonomy, independence, solidarity, cohesion, spirit, morale, ease of use, peace of mind,
  needs, wishes, concerns, feelings, mindset, work-life balance, standing, passion, discipline, enthusiasm,
  impression, expectations, empathy, belonging, bonds?, dignity, excellence, success, prosperity, welfare, habits,
  talents?, potential, prestige, heritage, momentum, goodwill, commitment, courage, hope, friendship, harmony,
  lives, daily life, everyday life, day-to-day work, appreciation, tolerance,
  coexistence, progress, justice, freedom, prevention, relationships?, communication, knowledge transfer,
  certainty, continuity, correctness, completeness, accuracy, credibility, neutrality, impartiality, diligence`;
/** Qualities by their ending. */
const BY_ENDING =
  '(?!(?:un)?(?:business|witness|illness|harness|fitness|facility|utility|ability|eligibility|mobility)$)' +
  '[a-z-]{3,40}(?:ness|bility|ility)';
const ILLS = `discrimination, harm, misuse, abuse, fraud, errors, mistakes, misunderstandings?, confusion, frustration,
  delays?, waste, costs?, expenses?, effort, workload, burdens?, stress, risks?, downtime, friction, complexity, bias,
  boredom, annoyance, inconvenience, problems, issues, congestion, overload, paperwork, bureaucracy, accidents,
  injuries, conflicts of interest, unfairness, distraction, crime, damage, hassle, trouble, chores, tedious work,
  manual work, rework, disputes?, conflicts?, tensions?, prejudice,
  resentment, threshold, barriers?, hurdles?, inhibitions?, uncertainty, anxiety, fear, loneliness,
  isolation, overwork, fatigue, hardship, suffering`;

/** At the end of what is provided, raised, ensured: `a positive experience`. */
export const GOOD = new RegExp(`\\b(?:${oneOf(GOODS)}|${BY_ENDING})$`, 'i');
export const ILL = new RegExp(
  `^(?:(?:any|all|the|unnecessary|needless|undue|human)\\s+)?(?:[\\w-]+\\s+){0,2}${oneOf(ILLS)}$`,
  'i',
);

/** Do something with a quality that a test can see: `display the availability of a room`. */
const OBSERVED =
  oneOf(`show, display, list, record, store, save, keep, send, ask, log, track, measure, calculate, report,
  export, import, enter, print, present, rate, compare, change, set, select, view, see, filter, sort, count, mark,
  describe, name, state, publish, read, write, collect, query, search, find, request, note, assess, share, edit,
  delete, remove, add, check, verify, test, be, have, let, open, close, start, stop, update, upload, download, assign,
  use, control, enable, disable, switch, turn, adjust, choose, submit, approve, reject, monitor, book, plan,
  schedule, teach, explain, discuss, document, evaluate, estimate, predict, receive, get, pay, make, take, call,
  contain, include, lock, play, need, require, allow, cancel, return, place, put, run, order, buy, sell`);

/** Several words that stand for a quality. */
export const GOODS_OF =
  /^(?:the )?(?:daily )?work of\b|\b(?:peace of mind|ease of use|sense of [a-z]+|quality of life)$/i;
/** `shorten the time that clerks spend`. */
export const SHORTENING =
  /^(?:shorten|lessen|diminish|spare)\s.{0,40}?\b(?:time|load|wait|waiting|queues?|work|effort|pressure|way|path)\b/i;

/** Whatever is done to a quality, unless it can be seen; what is had or given is one too. */
export const HAVING = new RegExp(
  String.raw`^(?:have|use|make)\s+(?!that\b|use\b)(.+)$|^(?!${OBSERVED}\b)[a-z-]+\s+(?!that\b)(.+)$`,
  'i',
);
/** A manner of which nobody can say when it is reached. */
export const MANNER = new RegExp(
  String.raw`^(?:treat|work|act|behave|communicate|interact|operate|deal|talk|respond|perform)\b.*\s(?:with|in) ` +
    String.raw`(?:[a-z]+ )?(?:respect|harmony|care|dignity|empathy|fairness|ease|confidence|style|kindness)\b` +
    String.raw`|^(?:act|work|decide|operate)\b.*\sin the (?:best )?(?:interests?|spirit|service) of\b`,
  'i',
);
/** `be fun`, `be of high quality`, `be ready for the future`. */
export const BEING = new RegExp(
  `^(?:be|remain|stay) (?:(?:an? |of |great |real )*(?:[a-z]+ )?` +
    `${oneOf('fun, joy, pleasure, delight, success, quality, value, help, benefit, asset, role model')}` +
    String.raw`(?=$| (?:to|for|of)\b)|ready for the future|fit for (?:the future|purpose)|up to the task)`,
  'i',
);
export const AVOIDING = new RegExp(
  String.raw`^${oneOf(`avoid, prevent, eliminate, counter, rule out, cut down on, cut, lower, limit, curb, shorten,
    lessen, diminish, spare, fight, protect .{1,60} from`)}\s+(.+)$`,
  'i',
);
