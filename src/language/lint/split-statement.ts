// Splits a statement that demands several things into statements that demand one each.

import { type TaggedWord, tagWords } from '../words/tag-words.ts';
import { baseOfThird } from '../words/verbs.ts';
import { passiveClause } from './active-voice.ts';
import { joinedActions } from './joined-actions.ts';
import { responseOf } from './response-of.ts';
import { blankQuotes, MODAL, type Statement } from './statement.ts';

const SECOND_CLAUSE = new RegExp(
  String.raw`(?:,|;|(?:,|(?<!\s))\s+(?:and|but))\s+(?:then\s+|also\s+)?` +
    String.raw`(?<who>(?:(?!and\b|when\b|if\b|that\b|which\b|who\b)[\w'-]+\s+){0,6}?)(?:${MODAL.source})`,
  'i',
);
const CONDITION = /\b(?:when(?:ever)?|if|while|unless|until|before|after|that|which|who)\b/i;

/** One statement for each thing demanded; the statement itself if it is one. */
export function splitStatement(statement: Statement): readonly Statement[] {
  const second = secondClause(statement);
  if (second !== null) return [...splitStatement(second.before), ...splitStatement(second.after)];
  const isPassive = passiveClause(statement) !== null;
  const isThird = statement.form === 'present' && !isPassive && !/^(?:is|are)\b/i.test(statement.response);
  const response = isThird || isPassive ? statement.response : responseOf(statement);
  const actions = joinedActions(response, isPassive ? 'participle' : isThird ? 'third' : 'base');
  if (actions.length < 2) return [statement];
  const form = isThird || isPassive || statement.form === 'story' ? statement.form : 'modal';
  return actions.map((action) => ({ ...statement, form, response: action }));
}

/** `..., and the clerk shall confirm it`: a second subject or a second modal. */
function secondClause(statement: Statement): { before: Statement; after: Statement } | null {
  if (statement.form !== 'modal' && statement.form !== 'present' && statement.form !== 'story') return null;
  const plain = blankQuotes(statement.response);
  const cut = modalJoint(statement, plain) ?? presentJoint(plain);
  if (cut === null || CONDITION.test(plain.slice(0, cut.from))) return null;
  const isSame = cut.subject === '' || /^(?:it|they)$/i.test(cut.subject);
  const response = statement.response.slice(cut.to).trim();
  const before = { ...statement, response: statement.response.slice(0, cut.from).trim() };
  const form = cut.isPresent ? 'present' : 'modal';
  const modal = cut.isPresent ? '' : cut.modal;
  const subject = isSame ? statement.subject : cut.subject;
  return { before, after: { ...statement, form, modal, negated: cut.isNegated, subject, response } };
}

interface Cut {
  readonly from: number;
  readonly to: number;
  readonly subject: string;
  readonly modal: string;
  readonly isPresent: boolean;
  readonly isNegated: boolean;
}

function modalJoint(statement: Statement, plain: string): Cut | null {
  const match = SECOND_CLAUSE.exec(plain);
  if (match === null) return null;
  const { who = '', modal = '', never, short } = match.groups ?? {};
  return {
    ...{ from: match.index, to: match.index + match[0].length, subject: who.trim(), isPresent: false },
    ...{ modal: modal.toLowerCase() || statement.modal, isNegated: never !== undefined || short !== undefined },
  };
}

/** `... and the leader of the shift gets a message`, `..., and it uploads them`: a second clause in the present. */
const SUBJECT_MAX = 8;

function presentJoint(plain: string): Cut | null {
  const words = tagWords(`It shall ${plain}`).map((word) => ({ ...word, at: word.at - 'It shall '.length }));
  for (const [at, joint] of words.entries()) {
    if (joint.lower !== 'and' && joint.lower !== 'but' && joint.lower !== 'whereupon' && joint.lower !== ';') continue;
    const first = words[at + 1];
    if (first === undefined || !(first.kind === 'determiner' || /^(?:it|they|its|their)$/.test(first.lower))) continue;
    const verb = words.slice(at + 2, at + 2 + SUBJECT_MAX).find((word) => isVerbOrEnd(word));
    if (verb === undefined || !isFiniteForm(verb)) continue;
    const subject = plain.slice(first.at, verb.at).trim();
    const from = plain.slice(0, joint.at).replace(/(?<![,\s])[,\s]+$/, '').length;
    return { from, to: verb.at, subject, modal: '', isPresent: true, isNegated: false };
  }
  return null;
}

const isVerbOrEnd = (word: TaggedWord): boolean =>
  /^(?:verb|auxiliary|mark|conjunction|subordinator)$/.test(word.kind) || CONDITION.test(word.lower);

const isFiniteForm = ({ kind, lower }: TaggedWord): boolean =>
  kind === 'auxiliary'
    ? /^(?:is|are|gets|has)$/.test(lower)
    : kind === 'verb' && /[^s]s$/.test(lower) && baseOfThird(lower) !== null;
