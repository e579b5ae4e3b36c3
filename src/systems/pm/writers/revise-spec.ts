// A specification that a person wrote or edited: what was answered since is filed into their text, and every other line
// stays as it is.

import { openPoint } from '../../../documents/markdown/filed-text.ts';
import { editSpec } from '../../../documents/spec/edit-spec.ts';
import type { MarkdownLine } from '../../../documents/spec/mark-lines.ts';
import { WITHOUT_MODEL, WRITTEN, writtenBy } from '../../../documents/spec/open-points.ts';
import { outlineSpec } from '../../../documents/spec/outline-spec.ts';
import { readSpec } from '../../../documents/spec/read-spec.ts';
import { statementsIn } from '../../features/statements-in.ts';
import { HEADINGS, idOf, requirementLines, titleOf } from './file-spec.ts';
import { filed } from './file-text.ts';
import { acceptanceIn, acceptanceOf, QUESTIONS } from './questions.ts';
import type { Answer, Answers } from './read-answers.ts';
import { reviewPoints } from './review-points.ts';
import type { DraftFacts } from './write-draft.ts';

export function reviseSpec({ last, feedback, messages }: DraftFacts, answers: Answers): string {
  const from = Number(/message (\d{1,9})$/.exec(writtenBy(last) ?? '')?.[1] ?? 0);
  const all = answers.all.filter(({ turn, text }) => turn > from && text !== '');
  const saidOn = (topic: string): readonly string[] =>
    all.filter(({ question }) => question.topic === topic).flatMap(({ text }) => statementsIn(text));
  const withAnswers = withRequirements(all.reduce(withCriteria, last), saidOn('requirements'));
  const filled = HEADINGS.reduce((text, [name, heading]) => {
    const bullets = saidOn(name).map((sentence) => `- ${filed(sentence)}`);
    return under(text, heading, bullets, QUESTIONS[name]);
  }, withAnswers);
  const points = reviewPoints({ last, feedback, answers });
  const revised = withoutAnswered([...points].reduce((text, [heading, lines]) => under(text, heading, lines), filled));
  if (revised === last || all.length === 0) return revised;
  // Answers of later messages are filed beside it.
  const value = `in part ${WITHOUT_MODEL} up to message ${messages.length}`;
  return editSpec(revised, { kind: 'front', name: WRITTEN, value }) ?? revised;
}

/** A point that stood open, and stands answered now. */
function withoutAnswered(text: string): string {
  const lines = text.split('\n');
  const answered = new Set(lines.filter((line) => line.startsWith('- answered: ')).map((line) => line.trimEnd()));
  const isOver = (line: string): boolean =>
    line.startsWith('- open: ') && answered.has(line.trimEnd().replace('- open: ', '- answered: '));
  return lines.filter((line) => !isOver(line)).join('\n');
}

function withCriteria(text: string, { question, text: said }: Answer): string {
  const id = acceptanceIn(question.text)?.id;
  const own = readSpec(text).requirements.find((each) => each.id === id);
  if (id === undefined || own === undefined) return text;
  const kept = own.criteria.filter((each) => each !== openPoint(acceptanceOf(id)));
  return editSpec(text, { kind: 'criteria', id, criteria: [...kept, ...statementsIn(said).map(filed)] }) ?? text;
}

function withRequirements(text: string, sentences: readonly string[]): string {
  if (sentences.length === 0) return text;
  const { requirements } = outlineSpec(text);
  const highest = Math.max(0, ...requirements.map(({ id }) => Number(/^R-(\d{3})$/.exec(id)?.[1] ?? 0)));
  const lines = sentences.flatMap((sentence, at) => {
    const own = { lines: [sentence], title: titleOf(sentence), source: null, priority: null, criteria: [] };
    return ['', ...requirementLines(own, idOf(highest + at)).slice(0, -1)];
  });
  const end = requirements.at(-1)?.end;
  return end === undefined ? text : inserted(text, end, lines);
}

/** Behind what stands under the heading, in the place of the open question; a section that is missing is made. */
export function under(text: string, heading: string, bullets: readonly string[], question = ''): string {
  const fresh = bullets.filter((line) => !text.split(/\r?\n/).includes(line));
  if (fresh.length === 0) return text;
  const open = `- ${openPoint(question)}`;
  const { lines } = outlineSpec(text);
  const isOwn = (line: MarkdownLine): boolean => line.kind === 'heading' && line.words === heading;
  const start = lines.findIndex(isOwn);
  if (start < 0) return inserted(text, lines.length, ['', `## ${heading}`, '', ...fresh]);
  const next = lines.findIndex(({ kind }, at) => at > start && kind === 'heading');
  const end = next < 0 ? lines.length : next;
  const asked =
    question === '' ? -1 : lines.findIndex((line, at) => at > start && at < end && line.text.trim() === open);
  const isEmpty = lines.slice(start + 1, end).every((line) => line.text.trim() === '');
  const made = inserted(text, end, isEmpty ? ['', ...fresh] : fresh);
  return asked < 0 ? made : without(made, asked);
}

/** Behind the last line before `end` that says something. */
function inserted(text: string, end: number, fresh: readonly string[]): string {
  const feed = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(feed);
  let at = Math.min(end, lines.length);
  while (at > 0 && (lines[at - 1] ?? '').trim() === '') at -= 1;
  const behind = lines.slice(at);
  return [...lines.slice(0, at), ...fresh, ...(behind.length === 0 ? [''] : behind)].join(feed);
}

function without(text: string, line: number): string {
  const feed = text.includes('\r\n') ? '\r\n' : '\n';
  return text
    .split(feed)
    .filter((_, at) => at !== line)
    .join(feed);
}
