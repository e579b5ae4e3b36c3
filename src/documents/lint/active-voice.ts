// Turns a passive main clause round: `the list shall be updated by the clerk` -> `the clerk shall update the list`.

import { lowerFirst, UNNAMED } from './ears.ts';
import { blankQuotes, type Statement } from './statement.ts';
import { baseOfParticiple } from './verbs.ts';

const BE = '(?:be|been|being|get|gets|is|are|was|were|has been|have been)';
const PASSIVE = new RegExp(String.raw`^${BE}((?:\s+(?:not|also|always|never|only|\w+ly))*)\s+([a-z-]+)\b`, 'i');
const AGENT = /\s+by\s+((?:the|an?|each|every|its|their|any|two|three|one|at least|another)\s+[\w'-]+(?:\s+[\w'-]+)?)/i;
/** After `by`: how, not who. */
const MEANS =
  /\b(?:e-?mail|mail|post|phone|card|letter|date|name|default|hand|link|message|number|time|token|means)\b/i;
const AFTER_AGENT = /\s+(?:on|in|at|to|for|with|within|after|before|from|until|via|every|when|if|once|and|as|of)$/i;

export interface PassiveClause {
  /** The words of the passive, as they stand. */
  readonly found: string;
  readonly adverbs: string;
  readonly verb: string;
  readonly rest: string;
  /** Who does it, if the sentence says so. */
  readonly agent: string | null;
}

export function passiveClause({ form, subject, response }: Statement): PassiveClause | null {
  if ((form !== 'modal' && form !== 'present') || subject === '') return null;
  const match = PASSIVE.exec(blankQuotes(response));
  const verb = baseOfParticiple(match?.[2] ?? '');
  if (match === null || verb === null) return null;
  const rest = response.slice(match[0].length);
  if (isState(match[2] ?? '', rest)) return null;
  const adverbs = (match[1] ?? '').replace(/\bnot\b/, '').trim();
  const by = agentOf(rest);
  const shared = { found: match[0], adverbs: adverbs === '' ? '' : `${adverbs} `, verb };
  return by === null ? { ...shared, rest, agent: null } : { ...shared, rest: by.rest, agent: by.agent };
}

/** The statement with the one who acts as its subject; as it is if it is active already. */
export function toActive(statement: Statement): Statement {
  const clause = passiveClause(statement);
  if (clause === null) return statement;
  const deed = `${clause.adverbs}${clause.verb} ${lowerFirst(statement.subject)}${clause.rest}`;
  const isLeave = clause.agent === null && /^(?:can|may|could|might)$/.test(statement.modal);
  const subject = clause.agent ?? (isLeave ? 'the user' : UNNAMED);
  return { ...statement, subject, response: deed, form: 'modal', modal: statement.modal || 'shall' };
}

/** How something is, in the form of a participle: `is logged in`, `is closed`. */
function isState(participle: string, rest: string): boolean {
  if (/^(?:logged|signed)$/i.test(participle)) return /^ (?:in|out)\b(?! by)/i.test(rest);
  if (/^(?:written|implemented|built|developed)$/i.test(participle)) return /^ (?:in|with|on) [A-Z]/.test(rest);
  return /^(?:connected|closed|opened|finished|expired|satisfied)$/i.test(participle) && rest === '';
}

function agentOf(rest: string): { agent: string; rest: string } | null {
  const match = AGENT.exec(blankQuotes(rest));
  if (match === null) return null;
  const agent = (match[1] ?? '').replace(AFTER_AGENT, '');
  if (MEANS.test(agent)) return null;
  const end = match.index + match[0].indexOf(agent) + agent.length;
  return { agent, rest: rest.slice(0, match.index) + rest.slice(end) };
}
