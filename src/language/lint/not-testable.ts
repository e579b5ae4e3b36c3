// Rule `not-testable`: nobody could write a test that this sentence passes or fails.

import type { Requirement } from '../../documents/requirements/requirement.ts';
import { toActive } from './active-voice.ts';
import type { WordingFinding } from './advice.ts';
import { AIM, AVOIDING, BEING, GOOD, GOODS_OF, HAVING, ILL, MAKING, MANNER, MEASURES, SHORTENING } from './aims.ts';
import { vagueIn } from './ambiguous.ts';
import { hasFigure } from './measure.ts';
import { oneOf } from './one-of.ts';
import { PRODUCT, responseOf } from './response-of.ts';
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

export function notTestable(
  item: Requirement,
  statements: readonly Statement[],
  details: string,
): readonly WordingFinding[] {
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

type Verdict = Pick<WordingFinding, 'found' | 'message'>;

function judge(given: Statement): Verdict | null {
  const statement = toActive(given);
  const response = responseOf(statement);
  const plain = blankQuotes(response);
  if (isState(statement, plain)) {
    const how = response.replace(STATE, '');
    return {
      found: response,
      message: `Expected a behaviour that a test can observe, found only how it should be: "${how}".`,
    };
  }
  const aim = AIMS.map((form) => form.exec(plain)).find((match) => match !== null) ?? null;
  if (aim !== null && QUANTITY.test(aim[0]) && isLeave(statement)) return null;
  if (aim !== null && !/\b(?:by|to|from) (?:the|one|half|zero|\d)/i.test(plain.slice(aim[0].length))) {
    const verb = response.slice(0, aim[0].length);
    return {
      found: verb,
      message: `Expected an action with a result that a test can observe, found the aim "${verb}".`,
    };
  }
  const thing = quality(statement, response);
  if (thing === null) return null;
  return {
    found: thing,
    message: `Expected a criterion that a test can check, found the general "${thing}".`,
  };
}

/** `The crew can increase the volume`: what a person may do can be seen. */
const isLeave = ({ modal, subject }: Statement): boolean => /^(?:can|may)$/.test(modal) && !PRODUCT.test(subject);

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

/** Verbs whose object is a quantity: only with a figure they can be tested. */
const QUANTITY = /^(?:improve|enhance|optimi[sz]e|minimi[sz]e|maximi[sz]e|reduce|increase|decrease|boost|raise)$/i;
