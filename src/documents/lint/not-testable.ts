// Rule `not-testable`: nobody could write a test that this sentence passes or fails.

import type { Finding } from '../finding.ts';
import type { Requirement } from '../requirement.ts';
import { toActive } from './active-voice.ts';
import { vagueIn } from './ambiguous.ts';
import { ears, lowerFirst, responseOf, stateOf } from './ears.ts';
import { hasFigure } from './measure.ts';
import { oneOf } from './one-of.ts';
import { asItStands, blankQuotes, type Statement } from './statement.ts';
import { vagueWordsIn } from './vague-words.ts';

/** Aims rather than deeds. With a figure they are targets and can be tested. */
const AIM = new RegExp(
  `^${oneOf(`handle, manage, improve, enhance, optimi[sz]e, streamline, facilitate, minimi[sz]e, maximi[sz]e, reduce,
    increase, decrease, promote, encourage, boost, simplify, foster, empower, strive, aim, leverage, consider, cater,
    deal with, take care of, care about, take .+ into account, take .+ into consideration, be aware of, try to`)}\\b`,
  'i',
);
const STATE = /^(?:be|look|feel|seem|appear|remain|stay)\s+/i;
/** Say nothing by themselves: the word that says how is the whole requirement. */
const EMPTY = /^(?:respond|load|perform|work|run|operate|function|behave|scale|react|start|render|act|recover)\b/i;
const HAVING =
  /^(?:ensure|guarantee|provide|offer|have|deliver|support|maintain|achieve|give|improve)\s+(?!that\b)(.+)$/i;
const QUALITY = new RegExp(
  `\\b${oneOf(`quality, security, safety, privacy, protection, performance, usability, accessibility, reliability,
    scalability, availability, integrity, consistency, compliance, experience, design, growth, flexibility, stability,
    transparency, maintainability, compatibility, efficiency, convenience, satisfaction, robustness, interoperability,
    confidentiality, look and feel`)}$`,
  'i',
);
const OBEYING = /^(?:follow|comply with|adhere to|conform to|meet|respect|satisfy)\s+(.+)$/i;
const GENERAL = new RegExp(
  String.raw`\b(?:best practices?|needs|expectations|` +
    String.raw`${oneOf('applicable, relevant, common, industry, legal, local, all')}\b.*\b` +
    String.raw`${oneOf('regulations?, laws?, standards?, rules, requirements, guidelines')})\b`,
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
      suggestion: ears(statement, { response: measured(statement, response) }),
    };
  }
  const aim = AIM.exec(plain);
  if (aim !== null && !/\b(?:by|to|from) (?:the|one|\d)/i.test(plain)) {
    const verb = response.slice(0, aim[0].length);
    return {
      found: verb,
      message: `Expected a deed with a result that a test can observe, found the aim "${verb}".`,
      suggestion: aimed(statement, verb, withoutVague(response.slice(verb.length)) || 'it'),
    };
  }
  const thing = quality(statement, response);
  if (thing === null) return null;
  const isRule = OBEYING.test(plain);
  return {
    found: thing,
    message: `Expected a criterion that a test can check, found the general "${thing}".`,
    suggestion: ears(statement, {
      response: isRule
        ? `${response.slice(0, response.length - thing.length)}<the standard or law by name>`
        : `<do what can be observed>, so that ${lowerFirst(withoutVague(thing))} is <figure and unit>`,
    }),
  };
}

function isState(statement: Statement, plain: string): boolean {
  if (EMPTY.test(plain)) return vagueIn(statement).length > 0 && vagueWordsIn(plain).length > 0;
  if (!STATE.test(plain)) return false;
  const [first] = vagueWordsIn(plain);
  return (
    first !== undefined &&
    /^(?:(?:very|more|highly|as|always|both)\s+)*$/i.test(plain.slice(0, first.at).replace(STATE, ''))
  );
}

/** The quality, rule or aim that stands where a deed should. */
function quality(statement: Statement, response: string): string | null {
  const plain = blankQuotes(response);
  const obeyed = OBEYING.exec(plain)?.[1];
  if (obeyed !== undefined) return GENERAL.test(obeyed) ? obeyed : null;
  const had = statement.form === 'fragment' ? statement.response : HAVING.exec(plain)?.[1];
  if (had === undefined) return null;
  const head = had.split(/\s+(?:of|for|to|in|on|with|under|at|when|while|during|from)\s+/)[0] ?? '';
  if (!QUALITY.test(head)) return null;
  const isVague = vagueWordsIn(had).length > 0;
  return isVague || statement.form !== 'fragment' ? had : null;
}

/** `load quickly on all devices` keeps its verb; `be secure` has none worth keeping. */
function measured(statement: Statement, response: string): string {
  if (!EMPTY.test(response)) return `${stateOf(statement)}, measured as <figure and unit>`;
  const isTime = vagueWordsIn(response).some(({ lack }) => lack === 'time');
  return `${withoutVague(response)} ${isTime ? 'within <number> seconds' : 'with <figure and unit>'}`;
}

function aimed(statement: Statement, verb: string, goal: string): string {
  const inner = /^take (.+) into/i.exec(verb)?.[1];
  if (/^manage$/i.test(verb)) return ears(statement, { response: `<create, change or delete> ${goal}` });
  if (/^(?:handle|deal with|take care of)$/i.test(verb)) {
    const lead = statement.lead || `When <event> happens with ${goal}`;
    return ears(statement, { lead, response: '<do what can be observed>' });
  }
  return ears(statement, { response: `<do what can be observed>, so that ${inner ?? goal} is <figure and unit>` });
}

function withoutVague(text: string): string {
  const plain = text.replace(/\bhigh[ -](?=\w)/gi, '').replace(/^\s*an? /i, 'the ');
  const cut = vagueWordsIn(blankQuotes(plain)).filter(({ lack }) => lack === 'time' || lack === 'quality');
  return cut
    .reduceRight((kept, { at, word }) => kept.slice(0, at) + kept.slice(at + word.length), plain)
    .replace(/\s+/g, ' ')
    .trim();
}
