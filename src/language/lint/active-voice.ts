// Turns a passive main clause round: `the list shall be updated by the clerk` -> `the clerk shall update the list`.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfParticiple } from '../words/verbs.ts';
import { lowerFirst } from './response-of.ts';
import { blankQuotes, type Statement } from './statement.ts';

const BE = '(?:be|been|being|get|gets|is|are|was|were|has been|have been)';
const PASSIVE = new RegExp(String.raw`^${BE}((?:\s+(?:not|also|always|never|only|\w+ly))*)\s+([a-z-]+)\b`, 'i');
/** After `by`: how, not who. */
const MEANS =
  /\b(?:e-?mail|mail|post|phone|card|letter|date|name|default|hand|link|message|number|time|token|means)\b/i;
/** Who acts where the sentence names nobody. */
const UNNAMED = 'the system';

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
  if (isState(match[2] ?? '', rest, form === 'present')) return null;
  const adverbs = (match[1] ?? '').replace(/\bnot\b/, '').trim();
  const by = agentOf(rest);
  const shared = { found: match[0], adverbs: adverbs === '' ? '' : `${adverbs} `, verb };
  return by === null ? { ...shared, rest, agent: null } : { ...shared, rest: by.rest, agent: by.agent };
}

/** The statement with the one who acts as its subject; as it is if it is active already. */
export function toActive(statement: Statement): Statement {
  const clause = passiveClause(statement);
  if (clause === null) return statement;
  const action = `${clause.adverbs}${clause.verb} ${lowerFirst(statement.subject)}${clause.rest}`;
  const isLeave = clause.agent === null && /^(?:can(?:not)?|may|could|might)$/.test(statement.modal);
  const subject = clause.agent ?? (isLeave ? 'the user' : UNNAMED);
  return { ...statement, subject, response: action, form: 'modal', modal: statement.modal || 'shall' };
}

/** How something is, in the form of a participle: `is logged in`, `is closed`. */
function isState(participle: string, rest: string, isPresent: boolean): boolean {
  if (/^(?:logged|signed)$/i.test(participle)) return /^ (?:in|out)\b(?! by)/i.test(rest);
  if (/^(?:written|implemented|built|developed)$/i.test(participle)) return /^ (?:in|with|on) [A-Z]/.test(rest);
  if (isPresent && /^(?:closed|locked|connected|finished|filled)$/i.test(participle)) return !/ by /i.test(rest);
  return /^(?:connected|closed|opened|finished|expired|satisfied)$/i.test(participle) && rest === '';
}

/** `by the billing service on Monday` -> the billing service. */
function agentOf(rest: string): { agent: string; rest: string } | null {
  const words = tagWords(blankQuotes(rest));
  const by = words.findIndex(({ lower }, at) => lower === 'by' && isActor(words, at + 1));
  const first = words[by + 1];
  if (by < 0 || first === undefined) return null;
  let end = by + 1;
  while (end + 1 < words.length && belongs(words, end + 1, by + 1)) end++;
  const last = words[end];
  if (last === undefined || !/^(?:noun|name|verb)$/.test(last.kind)) return null;
  const agent = rest.slice(first.at, last.at + last.text.length);
  if (MEANS.test(agent)) return null;
  const from = words[by]?.at ?? 0;
  return { agent, rest: rest.slice(0, from).trimEnd() + rest.slice(last.at + last.text.length) };
}

/** An article, a number or a plural begins somebody; `by e-mail`, `by dragging` and `by 10 %` are no one. */
function isActor(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  const next = words[at + 1];
  if (word === undefined) return false;
  if (word.kind === 'determiner' || /^(?:its|their|his|her|our)$/.test(word.lower)) return next !== undefined;
  if (/^(?:at|two|three|one|another|only|authori[sz]ed)$/.test(word.lower)) return next !== undefined;
  return word.kind === 'noun' && /[^su]s$/.test(word.lower) && !/^\d/.test(word.lower);
}

function belongs(words: readonly TaggedWord[], at: number, first: number): boolean {
  const word = words[at];
  if (word === undefined) return false;
  if (/^(?:noun|name|adjective|determiner)$/.test(word.kind) || word.lower === "'s" || word.lower === 'least')
    return true;
  const next = words[at + 1];
  const isEnd = next === undefined || next.kind === 'preposition' || next.kind === 'mark';
  if (word.kind === 'verb' && isEnd && !/(?:ing|ed)$/.test(word.lower)) return true;
  return word.kind === 'number' && (at === first + 1 || words[at - 1]?.lower === 'least');
}
