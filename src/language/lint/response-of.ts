// What a sentence demands: its response in the base form, and the condition at its end.

import { baseOfThird } from '../words/verbs.ts';
import { oneOf } from './one-of.ts';
import { blankQuotes, type Statement } from './statement.ts';

/** Software, by the last word of its name. */
export const PRODUCT = new RegExp(
  `${oneOf(`system, app, application, shop, site, portal, service, server, client, tool, page, game, platform, bot, api,
    software, gateway, engine, editor, machine, terminal, module, program, device, controller, scanner, library,
    command, kiosk`)}s?$`,
  'i',
);
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

/** `warn the user when the disk is full` -> `warn the user` and `when the disk is full`. */
export function splitCondition(response: string): { response: string; condition: string } {
  const match = /,?\s((?:when(?:ever)?|while|if|as soon as|once(?! (?:an?|per|every|each)\b))\s[^,]+)$/i.exec(
    blankQuotes(response),
  );
  if (match === null || / (?:how|what|where) /.test(response.slice(0, match.index))) return { response, condition: '' };
  const from = match.index + match[0].length - (match[1]?.length ?? 0);
  return { response: response.slice(0, match.index), condition: response.slice(from) };
}

/** Names stay as they are: a word with a second capital, or a single letter that is one. */
export function lowerFirst(text: string): string {
  return /^(?:[A-Z][a-z0-9'-]*[A-Z]|[A-Z]{2}|I\b)/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1);
}
