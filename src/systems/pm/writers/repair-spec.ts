// What the seven checks find in a specification, repaired one by one in its text, by the person's answers where there
// are some. What only a person can decide stays as it is.

import { readGoalClause } from '../../../documents/gaps/read-goal-clause.ts';
import { checkSpec } from '../../../documents/spec/check-spec.ts';
import { editSpec } from '../../../documents/spec/edit-spec.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import type { SpecProblem, SpecRequirement } from '../../../documents/spec/spec.ts';
import { presentVerb } from '../../../documents/words/verbs.ts';
import { asSentence, lower, withoutDot } from './draft-sources.ts';
import { wordTrial } from './word-trial.ts';

const ROUNDS_MAX = 200;

/** `answersTo`: what the person said to a problem's message. */
export function repairSpec(markdown: string, answersTo: (message: string) => readonly string[]): string {
  let text = withoutFence(markdown);
  const given = new Map<string, readonly string[]>();
  for (const { message } of checkSpec(markdown).blocking) given.set(subjectOf(message), answersTo(message));
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const problems = checkSpec(text).blocking;
    const next = problems
      .map((problem) => repaired(text, problem, given.get(subjectOf(problem.message)) ?? []))
      .find((each) => each !== null && each !== text);
    if (next === undefined || next === null) return text;
    text = next;
  }
  return text;
}

/** Lines move while a text is repaired: a message is known by what it says, not by them. */
const subjectOf = (message: string): string => message.replace(/\bline \d+/g, 'line');

function withoutFence(markdown: string): string {
  const [problem] = checkSpec(markdown).blocking;
  if (problem?.check !== 1 || !/code fence/.test(problem.message)) return markdown;
  const lines = markdown.split('\n');
  const mark = lines[problem.line - 1]?.trim().slice(0, 3) ?? '';
  lines.splice(problem.line - 1, 1);
  const last = lines.findLastIndex((line) => line.trim() !== '');
  if (lines[last]?.trim().startsWith(mark)) lines.splice(last, 1);
  return `${lines.join('\n').trim()}\n`;
}

const LEVELS: Readonly<Record<string, string>> = { critical: 'must', high: 'must', medium: 'should', low: 'could' };
const levelIn = (texts: readonly string[]): string =>
  texts.flatMap((text) => /\b(must|should|could)\b/i.exec(text)?.[1]?.toLowerCase() ?? [])[0] ??
  texts.flatMap((text) => LEVELS[/\b(critical|high|medium|low)\b/i.exec(text)?.[1]?.toLowerCase() ?? ''] ?? [])[0] ??
  'should';

/** null: nothing that rules may decide. */
function repaired(text: string, { check, line, message, fix }: SpecProblem, answers: readonly string[]): string | null {
  const { requirements } = readSpec(text);
  const own = requirements.findLast((each) => each.line <= line);
  if (check === 1 && /"version"/.test(message)) return editSpec(text, { kind: 'front', name: 'version', value: '1.0' });
  if (check === 1 && /"priority"|on the first line/.test(message))
    return editSpec(text, { kind: 'front', name: 'priority', value: levelIn(answers) });
  if (check === 3) return renumbered(text, line, fix);
  if (check === 4 && own !== undefined) return withCriterion(text, own, answers);
  if (check === 5) {
    const value = levelIn([...answers, message]);
    if (/in the front matter/.test(message) || own === undefined)
      return editSpec(text, { kind: 'front', name: 'priority', value });
    return editSpec(text, { kind: 'priority', id: own.id, value });
  }
  if (check === 6 && own !== undefined) return withoutUnknown(text, own, requirements);
  return check === 7 ? withScope(text, requirements) : null;
}

const NAMED_HEADING = new RegExp(
  '^(#{1,6}[ \\t]{1,9})(?:[*_`[(]{0,4}[A-Za-z]{1,11}[-_ #.]{0,2}[\\w-]{0,20}' +
    '[*_`\\])]{0,4}[ \\t]{0,9}[:：–—-])?(.*)$',
);

function renumbered(text: string, line: number, fix: string): string | null {
  const id = /R-\d{3}/.exec(fix)?.[0];
  const lines = text.split('\n');
  const [, marks = '', rest = ''] = NAMED_HEADING.exec(lines[line - 1] ?? '') ?? [];
  if (id === undefined || marks === '') return null;
  lines[line - 1] = `${marks}${id}: ${rest.trim()}`;
  return lines.join('\n');
}

/** From the answer; else from the requirement's own words. */
function withCriterion(text: string, own: SpecRequirement, answers: readonly string[]): string | null {
  const criteria = answers.length > 0 ? answers.map(asSentence) : [ownTest(own)];
  return editSpec(text, { kind: 'criteria', id: own.id, criteria });
}

/** A test from the requirement's own words. */
export function ownTest({ description, title }: Pick<SpecRequirement, 'description' | 'title'>): string {
  const said = withoutDot(description || title).replace(/\s+/g, ' ');
  const [, when, then] =
    /^(?:when|if|while|once) (.{3,300}?), (?:then )?the (?:\w+ ){0,2}system shall (.{3,400})$/i.exec(said) ?? [];
  if (when !== undefined && then !== undefined)
    return `Given a trial in which ${lower(when)}, when somebody looks at the result, then the system has to ${then}.`;
  const [, able] = /^the (?:\w+ ){0,2}system shall let (.{3,400})$/i.exec(said) ?? [];
  const [action] = able === undefined ? [] : (readGoalClause(asAbility(able)) ?? []);
  const trial = action === undefined ? null : wordTrial(action);
  if (trial !== null) return trial;
  const [, quoted] = /^the system shall [^"]{3,60}: "(.{3,600})"$/i.exec(said) ?? [];
  if (quoted !== undefined)
    return `Given a trial, when it is carried out, then it shows what was asked for: "${quoted}".`;
  const [, shall] = /^the (?:\w+ ){0,2}system shall (.{3,400})$/i.exec(said) ?? [];
  return shall === undefined
    ? `Given a trial, when it is carried out step by step, then ${lower(said)}.`
    : `Given a trial, when it is carried out step by step, then somebody sees the system ${shall}.`;
}

const ACTOR_WORDS_MAX = 6;

/** "the manager see who plays" -> "the manager can see who plays" */
function asAbility(able: string): string {
  const words = able.split(' ');
  const at = words.slice(0, ACTOR_WORDS_MAX).findIndex((word, place) => place > 0 && presentVerb(word) === word);
  return at < 0 ? able : [...words.slice(0, at), 'can', ...words.slice(at)].join(' ');
}

function withoutUnknown(text: string, own: SpecRequirement, all: readonly SpecRequirement[]): string | null {
  const ids = own.dependencies.filter((id) => id !== own.id && all.some((each) => each.id === id));
  return ids.length === own.dependencies.length ? null : editSpec(text, { kind: 'dependencies', id: own.id, ids });
}

/** What is required is in scope. */
function withScope(text: string, requirements: readonly SpecRequirement[]): string | null {
  const lines = text.split('\n');
  const at = lines.findIndex((line) => /^#{2,4}[ \t]{1,9}in[ -]scope\b/i.test(line));
  if (at < 0 || requirements.length === 0) return null;
  lines.splice(at + 1, 0, '', ...requirements.map(({ title }) => `- ${title}`));
  return lines.join('\n');
}
