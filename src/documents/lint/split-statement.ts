// Splits a statement that demands several things into statements that demand one each.

import { passiveClause } from './active-voice.ts';
import { responseOf } from './ears.ts';
import { joinedDeeds } from './joined-deeds.ts';
import { blankQuotes, MODAL, type Statement } from './statement.ts';
import { baseOfThird } from './verbs.ts';

const SECOND_CLAUSE = new RegExp(
  String.raw`(?:,|;|,?\s+and)\s+(?:then\s+|also\s+)?` +
    String.raw`((?:(?!and\b|when\b|if\b|that\b|which\b|who\b)[\w'-]+\s+){0,6}?)(?:${MODAL.source})`,
  'i',
);
/** `... and their owners are informed` after a passive in the present tense. */
const SECOND_PRESENT = /,?\s+and\s+((?:the|an?|their|its|all|each)\s+(?:[\w'-]+\s+){1,3}?)(?=(?:is|are)\s+\w+)/i;
/** `..., and it uploads them` in the present tense. */
const SECOND_THIRD =
  /,?\s+and\s+((?:it|(?:the|an?)\s+[\w'-]+(?:\s+[\w'-]+)?)\s+)(?=([a-z]+s)\s+(?:the|an?|its|it|them|each|all|\d))/i;
const CONDITION = /\b(?:when(?:ever)?|if|while|unless|until|before|after|that|which|who)\b/i;

/** One statement for each thing demanded; the statement itself if it is one. */
export function splitStatement(statement: Statement): readonly Statement[] {
  const second = secondClause(statement);
  if (second !== null) return [...splitStatement(second.before), ...splitStatement(second.after)];
  const isPassive = passiveClause(statement) !== null;
  const isThird = statement.form === 'present' && !isPassive && !/^(?:is|are)\b/i.test(statement.response);
  const response = isThird || isPassive ? statement.response : responseOf(statement);
  const deeds = joinedDeeds(response, isPassive ? 'participle' : isThird ? 'third' : 'base');
  if (deeds.length < 2) return [statement];
  const form = isThird || isPassive || statement.form === 'story' ? statement.form : 'modal';
  return deeds.map((deed) => ({ ...statement, form, response: deed }));
}

/** `..., and the clerk shall confirm it`: a second subject or a second modal. */
function secondClause(statement: Statement): { before: Statement; after: Statement } | null {
  const plain = blankQuotes(statement.response);
  const match = statement.form === 'modal' ? SECOND_CLAUSE.exec(plain) : presentJoint(statement, plain);
  if (match === null || CONDITION.test(plain.slice(0, match.index))) return null;
  const subject = (match[1] ?? '').trim();
  const isSame = subject === '' || /^(?:it|they)$/i.test(subject);
  const response = statement.response.slice(match.index + match[0].length).trim();
  const before = { ...statement, response: statement.response.slice(0, match.index).trim() };
  return { before, after: { ...statement, subject: isSame ? statement.subject : subject, response } };
}

function presentJoint(statement: Statement, plain: string): RegExpExecArray | null {
  if (statement.form !== 'present') return null;
  if (passiveClause(statement) !== null) return SECOND_PRESENT.exec(plain);
  const match = SECOND_THIRD.exec(plain);
  return match !== null && baseOfThird(match[2] ?? '') !== null ? match : null;
}
