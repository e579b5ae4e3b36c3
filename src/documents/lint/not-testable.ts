// Rule `not-testable`: nobody could write a test that this sentence passes or fails.

import type { Requirement } from '../requirements/requirement.ts';
import { tagWords } from '../words/tag-words.ts';
import { toActive } from './active-voice.ts';
import { AIM, AVOIDING, BEING, GOOD, GOODS_OF, HAVING, ILL, MAKING, MANNER, MEASURES, SHORTENING } from './aims.ts';
import { vagueIn } from './ambiguous.ts';
import { ears, lowerFirst, PRODUCT, responseOf, stateOf } from './ears.ts';
import type { Finding } from './finding.ts';
import { hasFigure } from './measure.ts';
import { oneOf } from './one-of.ts';
import { asItStands, blankQuotes, type Statement } from './statement.ts';
import { type VagueWord, vagueWordsIn } from './vague-words.ts';

const STATE = /^(?:be|look|feel|seem|appear|remain|stay)\s+/i;
/** Say nothing by themselves: the word that says how is the whole requirement. */
const EMPTY = new RegExp(
  String.raw`^(?:respond|load|perform|work|run|operate|function|behave|scale|react|start|render|act|recover)\b` +
    String.raw`(?! (?:the|an?|its|all|each|every)\b)`,
  'i',
);
const OBEYING = /^(?:follow|comply with|adhere to|conform to|meet|respect|satisfy|obey|observe|abide by)\s+(.+)$/i;
const GENERAL = new RegExp(
  String.raw`\b(?:best practices?|needs|expectations|` +
    `${oneOf('applicable, relevant, common, industry, legal, local, all, current, usual, generally accepted')}` +
    String.raw`\b` +
    String.raw`.*\b${oneOf('regulations?, laws?, standards?, rules, requirements, guidelines')})\b` +
    '|^(?:the |all )?(?:[a-z-]+ ){0,2}(?:laws?|legislation|regulations?|standards?)$',
  'i',
);

export function notTestable(item: Requirement, statements: readonly Statement[], details: string): readonly Finding[] {
  const [statement, next] = statements;
  if (statement === undefined) return [];
  const more = blankQuotes(`${next?.text ?? ''}\n${details}`);
  if (hasFigure(blankQuotes(statement.response)) || hasFigure(more)) return [];
  if (statements.slice(1).some((each) => each.modal !== '' && judge(each) === null)) return [];
  const verdict = judge(statement);
  if (verdict === null) return [];
  return [{ id: item.id, rule: 'not-testable', ...verdict, found: asItStands(statement, verdict.found) }];
}

const AIMS = [AIM, MEASURES, MAKING, MANNER, BEING, SHORTENING];

type Verdict = Pick<Finding, 'found' | 'message' | 'suggestion'>;

function judge(given: Statement): Verdict | null {
  const statement = toActive(given);
  const response = responseOf(statement);
  const plain = blankQuotes(response);
  if (isState(statement, plain)) {
    const how = response.replace(STATE, '');
    return {
      found: response,
      message: `Expected a behaviour that a test can observe, found only how it should be: "${how}".`,
      suggestion: measured(statement, response),
    };
  }
  const aim = AIMS.map((form) => form.exec(plain)).find((match) => match !== null) ?? null;
  if (aim !== null && QUANTITY.test(aim[0]) && isLeave(statement)) return null;
  if (aim !== null && !/\b(?:by|to|from) (?:the|one|half|zero|\d)/i.test(plain.slice(aim[0].length))) {
    const verb = response.slice(0, aim[0].length);
    return {
      found: verb,
      message: `Expected a deed with a result that a test can observe, found the aim "${verb}".`,
      suggestion: aimed(statement, verb, withoutVague(response.slice(verb.length)) || 'it'),
    };
  }
  const thing = quality(statement, response);
  if (thing === null) return null;
  const isRule =
    OBEYING.test(plain) && /\b(?:practices?|regulations?|laws?|legislation|standards?|rules|guidelines)\b/i.test(thing);
  return {
    found: thing,
    message: `Expected a criterion that a test can check, found the general "${thing}".`,
    suggestion: isRule
      ? ears(statement, {
          response: `${response.slice(0, response.length - thing.length)}<the standard or law by name>`,
        })
      : targeted(statement, thing),
  };
}

/** `The crew can increase the volume`: what a person may do can be seen. */
const isLeave = ({ modal, subject }: Statement): boolean => /^(?:can|may)$/.test(modal) && !PRODUCT.test(subject);

/** Only of one thing that has a measure can be said what it shall be. */
function targeted(statement: Statement, thing: string): string {
  const goal = lowerFirst(withoutVague(thing));
  const words = tagWords(blankQuotes(goal));
  const isThing =
    words.length > 0 && words.every(({ kind }) => /^(?:determiner|adjective|noun|name|preposition)$/.test(kind));
  const head =
    words
      .slice(
        0,
        Math.max(
          1,
          words.findIndex(({ kind }) => kind === 'preposition'),
        ),
      )
      .at(-1)?.lower ?? '';
  const isOne = !/[^su]s$/.test(head) && !/^(?:it|people|children|staff)$/.test(head);
  return isThing && isOne
    ? ears(statement, { response: `<do what can be observed>, so that ${goal} is <figure and unit>` })
    : '';
}

/** `load quickly`, not `load on slow connections`. */
const isOfVerb = (plain: string, { at, word }: VagueWord): boolean =>
  /ly$/i.test(word) || !/\s(?:on|for|in|with|from|by|at)\s(?:\w+\s){0,20}$/i.test(plain.slice(0, at));

function isState(statement: Statement, plain: string): boolean {
  const isManner = ({ lack }: VagueWord): boolean => lack !== 'condition' && lack !== 'list';
  if (EMPTY.test(plain))
    return vagueIn(statement).length > 0 && vagueWordsIn(plain).some((word) => isManner(word) && isOfVerb(plain, word));
  if (!STATE.test(plain)) return false;
  const [first] = vagueWordsIn(plain);
  return (
    first !== undefined &&
    /^(?:(?:very|more|highly|as|always|both)\s+)*$/i.test(plain.slice(0, first.at).replace(STATE, ''))
  );
}

/** The quality, rule or aim that stands where an action should. */
function quality(statement: Statement, response: string): string | null {
  const plain = blankQuotes(response);
  const obeyed = OBEYING.exec(plain)?.[1];
  if (obeyed !== undefined && GENERAL.test(obeyed)) return obeyed;
  const avoided = AVOIDING.exec(plain)?.[1];
  if (avoided !== undefined) return ILL.test(headOf(avoided)) ? avoided : null;
  const having = HAVING.exec(plain);
  const had = statement.form === 'fragment' ? statement.response : (having?.[1] ?? having?.[2]);
  if (had === undefined || !(GOOD.test(headOf(had)) || GOODS_OF.test(had))) return null;
  const isVague = vagueWordsIn(had).length > 0;
  return isVague || statement.form !== 'fragment' ? had : null;
}

const headOf = (things: string): string =>
  (
    things.split(
      /,|(?<!\s)\s+(?:of|for|to|in|on|with|under|at|when|while|during|from|between|among|against|as|that|which|who)\s+/,
    )[0] ?? ''
  ).trim();

/** `load quickly on all devices` keeps its verb; `be secure` has none worth keeping; `scale well` gets no wording. */
function measured(statement: Statement, response: string): string {
  if (!EMPTY.test(response))
    return ears(statement, { response: `${stateOf(statement)}, measured as <figure and unit>` });
  const isTime = vagueWordsIn(response).some(({ lack }) => lack === 'time');
  return isTime ? ears(statement, { response: `${withoutVague(response)} within <number> seconds` }) : '';
}

/** Verbs whose object is a quantity: with a figure they become targets. */
const QUANTITY = /^(?:improve|enhance|optimi[sz]e|minimi[sz]e|maximi[sz]e|reduce|increase|decrease|boost|raise)$/i;

function aimed(statement: Statement, verb: string, goal: string): string {
  if (/^manage$/i.test(verb)) return ears(statement, { response: `<create, change or delete> ${goal}` });
  return QUANTITY.test(verb) ? targeted(statement, goal) : '';
}

function withoutVague(text: string): string {
  const plain = text.replace(/\bhigh[ -](?=\w)/gi, '').replace(/^\s*an? /i, 'the ');
  const cut = vagueWordsIn(blankQuotes(plain)).filter(({ lack }) => lack === 'time' || lack === 'quality');
  return cut
    .reduceRight((kept, { at, word }) => kept.slice(0, at) + kept.slice(at + word.length), plain)
    .replace(/\s+/g, ' ')
    .trim();
}
