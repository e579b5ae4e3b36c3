// Puts what a sentence says into EARS form: While / Where / When / If ... then, the <system> shall <response>.

import { baseOfThird } from '../words/verbs.ts';
import { oneOf } from './one-of.ts';
import { blankQuotes, type Statement } from './statement.ts';

/** Who acts where the sentence names nobody. */
export const UNNAMED = 'the system';

interface Parts {
  readonly lead?: string;
  readonly subject?: string;
  readonly response?: string;
  readonly negated?: boolean;
}

/** The statement in EARS form, with `parts` in place of its own. A condition at its end is moved to the front. */
export function ears(statement: Statement, parts: Parts = {}): string {
  const ownLead = (parts.lead ?? statement.lead).replace(ADDING, '');
  const whole = tidy(parts.response ?? responseOf(statement));
  const { response, condition } = ownLead === '' ? splitCondition(whole) : { response: whole, condition: '' };
  const named = lowerFirst((parts.subject ?? statement.subject) || UNNAMED);
  const isLeave = LEAVE.test(statement.modal) && !PRODUCT.test(named) && !/^let\b/.test(response);
  const action = isLeave ? `let ${named} ${response}` : response;
  const shall = (parts.negated ?? statement.negated) ? 'shall not' : 'shall';
  return `${upperFirst(`${leadOf(ownLead || condition)}${isLeave ? UNNAMED : named} ${shall} ${action}`)}.`;
}

/** `A clerk can reopen a case` asks something of the system: to let the clerk do it. */
const LEAVE = /^(?:can(?:not)?|may|could|might|is able to|are able to)$/;
export const PRODUCT = new RegExp(
  `${oneOf(`system, app, application, shop, site, portal, service, server, client, tool, page, game, platform, bot, api,
    software, gateway, engine, editor, machine, terminal, module, program, device, controller, scanner, library,
    command, kiosk`)}s?$`,
  'i',
);
const ADDING = /^(?:in addition|additionally|furthermore|also|moreover)$/i;

/** The response with its verb in the base form, as it stands after `shall`. */
export function responseOf(statement: Statement): string {
  const { form, response, subject } = statement;
  if (form === 'there') return `have ${response}`;
  if (form === 'possible' || form === 'ability') return subject === '' ? `let the user ${response}` : response;
  if (form === 'fragment') return `offer ${lowerFirst(response)}`;
  if (form !== 'present') return lowerFirst(response);
  const [verb = '', ...rest] = response.split(' ');
  return [presentBase(verb), ...rest.filter((word, index) => index > 0 || word !== 'not')].join(' ');
}

function presentBase(verb: string): string {
  if (/^(?:is|are|was|were)$/i.test(verb)) return 'be';
  if (/^has$/i.test(verb)) return 'have';
  return baseOfThird(verb) ?? (/[^su]s$/.test(verb) ? verb.replace(/(?:(?<=ch|sh|x|z)e)?s$/, '') : verb);
}

/** For a sentence that says only how something should be. */
export function stateOf(statement: Statement): string {
  const how = responseOf(statement).replace(/^(?:be|look|feel|seem|appear|remain|stay)\s+/i, '');
  return `<do what shows that ${/[^s]s$/.test(statement.subject) ? 'they are' : 'it is'} ${how}>`;
}

/** `warn the user when the disk is full` -> `warn the user` and `when the disk is full`. */
export function splitCondition(response: string): { response: string; condition: string } {
  const match = /,?\s((?:when(?:ever)?|while|if|as soon as|once(?! (?:an?|per|every|each)\b))\s[^,]+)$/i.exec(
    blankQuotes(response),
  );
  if (match === null || / (?:how|what|where) /.test(response.slice(0, match.index))) return { response, condition: '' };
  const from = match.index + match[0].length - (match[1]?.length ?? 0);
  return { response: response.slice(0, match.index), condition: response.slice(from) };
}

function leadOf(lead: string): string {
  if (lead === '') return '';
  const trigger = lead.replace(/^(?:as soon as|once|whenever|upon the moment)\b/i, 'When');
  if (/^(?:if|where|when) (?:possible|necessary|needed|required|appropriate|applicable)$/i.test(trigger))
    return 'Where <condition>, ';
  return /^if\b/i.test(trigger) ? `${upperFirst(trigger)}, then ` : `${upperFirst(trigger)}, `;
}

/** Of `<who or what>` too. */
export const upperFirst = (text: string): string => text.replace(/^<?\p{L}/u, (first) => first.toUpperCase());

/** Names stay as they are: a word with a second capital, or a single letter that is one. */
export function lowerFirst(text: string): string {
  return /^(?:[A-Z][a-z0-9'-]*[A-Z]|[A-Z]{2}|I\b)/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}

const tidy = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/(?<!\s)\s+([,.])/g, '$1')
    .trim();
