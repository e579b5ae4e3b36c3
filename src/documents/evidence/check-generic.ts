// What a claim says in general and a source of one case: `buses break down` where it has `its buses broke down`.

import type { Alignment } from './align-words.ts';
import { anyOf, inLines } from './any-of.ts';
import type { Objection } from './objection.ts';
import type { Statement, StatementWord } from './read-statement.ts';

const ONE_CASE = /\b(?:in|on|at|of|for|with) (?:the |only |just )?(?:one|a single) \p{L}/iu;

/** What holds for them may not hold for people, or outside. */
const LIMITED = inLines(
  String.raw`
      \b(?:in|on|with) (mice|rats|animals|dogs|monkeys|pigs|flies|vitro|(?:the |a )?laborator(?:y|ies)|
      cell cultures?|test tubes?|(?:computer )?simulations?|(?:computer )?models?)\b
    `,
  'i',
);

export function checkGeneric(claim: Statement, source: Statement, alignment: Alignment): readonly Objection[] {
  const here = source.words.filter((word) => word.sentence === alignment.sentence);
  const text = source.text.slice(here[0]?.start ?? 0, here.at(-1)?.end ?? 0);
  const limit = LIMITED.exec(text)?.[1];
  if (limit !== undefined && !claim.text.toLowerCase().includes(limit.toLowerCase()))
    return [{ kind: 'missing', reason: `The source says it of ${limit} only.` }];
  const usually = claim.words.find(({ lower }) => USUALLY.test(lower));
  if (usually !== undefined && isOneEvent(source, alignment))
    return [{ kind: 'missing', reason: `The claim says "${usually.text}"; the source tells what happened once.` }];
  const head = headOfGeneral(claim);
  if (head === null) return [];
  if (isToldInPast(head, source, alignment))
    return [{ kind: 'missing', reason: 'The source tells what happened once; the claim says it in general.' }];
  if (!ONE_CASE.test(text)) return [];
  return [{ kind: 'missing', reason: 'The source says it of one case; the claim says it in general.' }];
}

const USUALLY = /^(?:usually|typically|generally|normally|always|regularly|tend|tends)$/;
const OFTEN = anyOf(`
  usually typically generally normally always regularly tend tends often mostly most every each commonly routinely
  frequently daily weekly monthly annually whenever never
`);

const isOneEvent = (source: Statement, { clause }: Alignment): boolean => {
  const verb = source.words.find((word) => word.clause === clause && isVerb(word));
  return verb !== undefined && isPast(verb, source) && !source.words.some(({ lower }) => OFTEN.test(lower));
};

/** `buses` of `buses break down`: nothing says which buses, and nothing when. */
function headOfGeneral(claim: Statement): StatementWord | null {
  const { words, dates } = claim;
  const [first] = words;
  if (first === undefined || !/^(?:noun|adjective)$/.test(first.kind) || first.isName || dates.length > 0) return null;
  const end = words.findIndex(({ kind }) => kind !== 'noun' && kind !== 'adjective');
  const head = words.slice(0, Math.max(0, end)).findLast((word) => word.kind === 'noun' && isMany(word));
  if (head === undefined) return null;
  return words.some((word) => isVerb(word) && isPast(word, claim)) ? null : head;
}

const isVerb = ({ kind }: StatementWord): boolean => kind === 'verb' || kind === 'auxiliary';

const isMany = ({ lower, base }: StatementWord): boolean => lower !== base || /^(?:people|police|cattle)$/.test(lower);

const PAST = anyOf(`
  arose ate became began bent bit blew bled bred broke brought built burnt bought came caught chose clung dealt drank
  drew drove dug fed fell felt fled flew fought found froze gave got grew heard held hid kept knew laid led left lent
  lost made meant met paid ran rang rode rose said sang sank sat saw sent shook shone shot shrank slept slid sold spent
  split spoke sprang stole stood struck stuck swam swept swore swung taught thought threw told took tore underwent
  understood went woke won wore wound wrote
`);

/** A form of the present; of a phrasal verb the base is another word. */
const isPlain = ({ lower, base }: StatementWord): boolean =>
  lower === base || (!PAST.test(lower) && !/(?:ed|en|wn)$/.test(lower));

/** `the bakery has doubled its sales`, `its twelve buses broke down`. */
function isToldInPast(head: StatementWord, source: Statement, { pairs }: Alignment): boolean {
  const said = pairs.find((pair) => pair.claim === head)?.source;
  const there = source.words.filter((word) => word.clause === said?.clause);
  // `a converted mill`: says which mill.
  const verb = there.find(
    (word, at) => isVerb(word) && word.start > (said?.start ?? 0) && there[at - 1]?.kind !== 'determiner',
  );
  if (said === undefined || verb === undefined || !isPast(verb, source)) return false;
  const { words } = source;
  const subject = words.slice(words.indexOf(there[0] ?? verb), words.indexOf(verb));
  return subject.some(({ lower, isName, kind }) => isName || kind === 'number' || WHICH.test(lower));
}

const WHICH = /^(?:the|its|his|her|their|our|this|that|these|those|'s)$/;

function isPast(word: StatementWord, { words }: Statement): boolean {
  const before = words.slice(Math.max(0, words.indexOf(word) - 2), words.indexOf(word));
  const next = words[words.indexOf(word) + 1];
  if (word.kind === 'auxiliary')
    return /^(?:was|were|had)$/.test(word.lower) || (/^ha(?:s|ve)$/.test(word.lower) && next?.kind === 'verb');
  if (before.some(({ lower }) => /^(?:was|were|had|has|have)$/.test(lower))) return true;
  if (before.some(({ lower }) => /^(?:is|are|be|being)$/.test(lower))) return false;
  return !isPlain(word) && !word.lower.endsWith('ing');
}
