// Drafts of sections become a part: what was answered is read, the part is assembled by code, and its file is written.

import { CATALOGUE } from '../../documents/design/catalogue.ts';
import { withSources } from '../../documents/design/context-sources.ts';
import { type PartName, parsePart, sectionId } from '../../documents/design/part.ts';
import { withoutFence } from '../../documents/markdown/without-fence.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { AcceptCall, AcceptResult, ActionResult, CodeCall, CodeRefusal } from '../../ports/action.ts';
import { partFiles } from './hand-edits.ts';
import type { SectionItem } from './plan.ts';
import { listOf, objectOf, type SddDeps, textOf } from './sdd-deps.ts';
import { withVisit, writerIn, writerOf } from './visits.ts';

/** The answer is the text itself; it is kept with who wrote it. */
export function acceptDraft(call: AcceptCall): AcceptResult | CodeRefusal {
  const text = withoutFence(typeof call.answer === 'string' ? call.answer : textOf(objectOf(call.answer).text));
  if (text.trim() === '') return { refused: ['the answer must be the Markdown text itself, found nothing to read'] };
  return { output: { text, written_by: writerOf(call) } };
}

/** What was drafted first goes to those that build on it. */
export function firstDone(call: CodeCall): ActionResult {
  const planned = objectOf(call.read('steps', 'plan', 'output'));
  const drafts = draftsOf(call.input);
  const last = sectionsOf(partOf(call), textOf(planned.last));
  const built = (id: string): string => drafts.get(id) ?? last.get(id) ?? '';
  const rest = listOf<SectionItem>(planned.rest).map((item) => ({
    ...item,
    before: beforeOf(partOf(call), item, built),
  }));
  const { hld = '', lld = '', feedback = '', context = [] } = planned;
  const drafted = resultsIn(call.input).map(({ id, output }) => ({ id, output }));
  return { output: { rest, drafted, hld, lld, last: textOf(planned.last), feedback, context } };
}

function beforeOf(part: PartName, { id }: SectionItem, built: (id: string) => string): string {
  const after = CATALOGUE[part].find((section) => section.id === id)?.after ?? [];
  return after
    .map(built)
    .filter((text) => text !== '')
    .join('\n\n');
}

export async function keep(call: CodeCall, deps: SddDeps): Promise<ActionResult> {
  const input = objectOf(call.run.input);
  const planned = objectOf(call.read('steps', 'plan', 'output'));
  const part = partOf(call);
  const last = textOf(planned.last);
  const answers = answersIn(call);
  const edited = listOf<string>(planned.edited);
  const isWhole = planned.drafting === 'whole';
  const draft = isWhole ? textOf(objectOf(answers[0]?.output).text) : assembled(part, last, answers);
  const text = withEdited(part, draft, last, edited);
  const step = textOf(input.step);
  const visit = { step, prompt: `${part}-${planned.drafting === 'whole' ? 'whole' : 'section'}.md` };
  const writers = answers.flatMap(({ output }) => writerIn(output) ?? []);
  return {
    output: {
      ...{ text, hld: part === 'hld' ? text : textOf(planned.hld), lld: part === 'lld' ? text : textOf(planned.lld) },
      processing_metadata: withVisit(input.processing_metadata, {
        ...{ ...visit, writers },
        ...{ started: call.run.startedAt, ended: deps.now() },
      }),
      retrieved_context: withSources(listOf(input.retrieved_context), listOf(planned.retrieved)),
      hand_edits: listOf(planned.hand_edits),
      sections: { drafted: answers.map(({ id }) => id), kept: listOf<string>(planned.kept) },
    },
    files: await partFiles(call, part, { text, known: last, isEdited: edited.length > 0 }, deps),
  };
}

/** Sections that a person wrote and the new draft leaves out stay, behind the others. */
function withEdited(part: PartName, draft: string, last: string, edited: readonly string[]): string {
  const there = sectionsOf(part, draft);
  const old = sectionsOf(part, last);
  // A draft without headings is one section: nobody knows what of it is in the place of what.
  if (there.has(part)) return draft;
  const left = edited.filter((id) => !there.has(id)).flatMap((id) => old.get(id) ?? []);
  return left.length === 0 ? draft : [draft, ...left].map((text) => `${text.trimEnd()}\n`).join('\n');
}

interface Answer {
  readonly id: string;
  readonly output: Json;
}

/** In the order of the catalogue, whole or by section. */
function answersIn(call: CodeCall): readonly Answer[] {
  const whole = call.read('steps', 'whole', 'output');
  const planned = objectOf(call.read('steps', 'plan', 'output'));
  if (planned.drafting === 'whole') return [{ id: partOf(call), output: whole ?? null }];
  if (planned.drafting !== 'sections') return [];
  const first = listOf<JsonObject & Answer>(call.read('steps', 'first_done', 'output', 'drafted'));
  return [...first, ...resultsIn(call.read('steps', 'rest_done', 'output'))];
}

function resultsIn(joined: Json | undefined): readonly Answer[] {
  return listOf<{ item: JsonObject; output: Json }>(objectOf(joined).aggregatedResults).map(({ item, output }) => ({
    id: textOf(item.id),
    output,
  }));
}

const draftsOf = (joined: Json): ReadonlyMap<string, string> =>
  new Map(resultsIn(joined).map(({ id, output }) => [id, textOf(objectOf(output).text)]));

const partOf = ({ run }: CodeCall): PartName => textOf(objectOf(run.input).part) as PartName;

const sectionsOf = (part: PartName, text: string): ReadonlyMap<string, string> =>
  new Map(text.trim() === '' ? [] : parsePart(part, text).sections.map((section) => [section.id, section.text]));

/** Drafted sections and kept ones, those of the catalogue in its order and others behind them. */
function assembled(part: PartName, last: string, answers: readonly Answer[]): string {
  const drafts = new Map(answers.map(({ id, output }) => [id, headed(part, id, textOf(objectOf(output).text))]));
  const old = last.trim() === '' ? { before: '', sections: [] } : parsePart(part, last);
  // A part without headings is one section, which the new ones take the place of.
  const kept = new Map(old.sections.filter(({ id }) => id !== part).map(({ id, text }) => [id, text]));
  const ids = [...new Set([...CATALOGUE[part].map(({ id }) => id), ...kept.keys(), ...drafts.keys()])];
  const texts = ids.flatMap((id) => {
    const draft = drafts.get(id);
    return draft === undefined ? (kept.get(id) ?? []) : `${draft.trimEnd()}\n`;
  });
  // What is kept is kept byte for byte; only what stands between two sections is added.
  return old.before + texts.map((text, at) => (at < texts.length - 1 ? endingInBlank(text) : text)).join('');
}

const endingInBlank = (text: string): string => (/\n[ \t]*\n$/.test(text) ? text : `${text.replace(/\n?$/, '\n')}\n`);

/** A section's text begins with its heading; code adds one that was left out. */
function headed(part: PartName, id: string, text: string): string {
  const own = text.replace(/^\s*\n/, '');
  const [, title = ''] = /^#{1,2}[ \t]+([^\n]*)/.exec(own) ?? [];
  if (title !== '' && sectionId(part, title) === id) return own.replace(/^#{1,2}(?=[ \t])/, '##');
  const known = CATALOGUE[part].find((section) => section.id === id)?.names[0] ?? id;
  return title !== '' && /^##[ \t]/.test(own) ? own.replace(/^##[^\n]*/, `## ${known}`) : `## ${known}\n\n${own}`;
}
