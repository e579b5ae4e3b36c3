// Before a part is drafted: what the drafter needs is checked, edits by hand are taken in, and the sections are chosen.

import { affectedSections, type SectionPlace } from '../../documents/design/affected-sections.ts';
import { CATALOGUE } from '../../documents/design/catalogue.ts';
import { type DesignTexts, type PartName, parsePart } from '../../documents/design/part.ts';
import { issueLine } from '../../documents/design/review.ts';
import { type AgentName, type ReviewIssue, validate_state } from '../../documents/design/state.ts';
import type { JsonObject } from '../../json.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import { editSentences, takeIn } from './hand-edits.ts';
import { type Passage, retrieve } from './retrieve.ts';
import { lastingFailure, listOf, objectOf, placeOf, type SddDeps, textOf } from './sdd-deps.ts';
import { sectionGuide } from './section-guides.ts';

const AGENT_OF: { readonly [part in PartName]: AgentName } = {
  hld: 'SystemArchitectAgent',
  lld: 'APIDataAgent',
  database: 'DatabaseDesignerAgent',
};
/** A part longer than this is drafted section by section: it would not fit into one answer of most models. */
const WHOLE_CHARACTERS_MAX = 24_000;
const WHOLE_REQUIREMENTS_MAX = 40;

/** Nobody reads them where no model drafts. */
const NO_PASSAGES: ReadonlyMap<string, readonly Passage[]> = new Map();

export type SectionItem = JsonObject & {
  readonly id: string;
  readonly title: string;
  readonly guide: string;
  /** Its last draft; '' in the first round. */
  readonly last: string;
  /** Sections drafted before it that it builds on. */
  readonly before: string;
  readonly issues: readonly string[];
  readonly context: readonly Passage[];
};

export async function plan(call: CodeCall, deps: SddDeps): Promise<ActionResult> {
  const input = objectOf(call.run.input);
  const part = textOf(input.part) as PartName;
  const { texts, edits, found } = await takeIn(call, knownTexts(input, part), deps);
  const wrong = validate_state(AGENT_OF[part], {
    ...{ project_brief: textOf(input.brief), hld_draft: texts.hld },
    ...{ lld_draft: texts.lld, database_schema: texts.database },
  });
  if (wrong.length > 0) throw lastingFailure('invalid-state', wrong.join('; '));
  const last = texts[part];
  const issues = listOf<ReviewIssue & JsonObject>(input.issues);
  // Without a model a part is filed as a whole: sections that stand already stay as they are.
  const isFiled = (await deps.hasModel?.()) === false;
  const isTargeted = input.mode === 'targeted' && last !== '' && !isFiled;
  const wanted = isTargeted ? affectedSections(issues, texts) : null;
  const chosen = wanted?.filter((place) => place.part === part).map(({ section }) => section) ?? null;
  const sections = sectionsToDraft(part, last, chosen);
  const passages = isFiled ? NO_PASSAGES : await passagesFor(call, part, sections, deps);
  const whole = chosen === null && (isFiled || isWhole(input, last));
  const item = itemMaker(part, texts, concernedBy(issues, texts), passages);
  const items = sections.map(item);
  return {
    output: {
      drafting: whole ? 'whole' : items.length === 0 ? 'none' : 'sections',
      first: whole ? [] : items.filter(({ id }) => isFirst(part, id)),
      rest: whole ? [] : items.filter(({ id }) => !isFirst(part, id)),
      kept: keptOf(
        part,
        last,
        sections.map(({ id }) => id),
      ),
      // The task's input: what was taken in since the part's run was given its own.
      ...{ hld: part === 'hld' ? '' : texts.hld, lld: part === 'database' ? texts.lld : '', last },
      feedback: [textOf(input.feedback), ...editSentences(found).map(keepWords)].filter(Boolean).join('\n'),
      context: [...listOf<Passage>(input.context), ...[...passages.values()].flat()],
      retrieved: retrievedIn(part, passages, Number(input.round ?? 1)),
      hand_edits: edits,
      edited: found.filter((edit) => edit.part === part).flatMap((edit) => edit.sections),
    },
  };
}

const keepWords = (sentence: string): string => `${sentence} What was written there by hand stays.`;

/** What earlier parts say, and the part's own last draft; no other part's old text. */
function knownTexts(input: JsonObject, part: PartName): DesignTexts {
  const own = { hld: textOf(input.hld), lld: textOf(input.lld), database: '' };
  return { ...own, [part]: textOf(input.last) };
}

/** A model writes the whole where that fits into its answer. */
function isWhole({ drafting, requirements }: JsonObject, last: string): boolean {
  if (drafting === 'whole' || drafting === 'sections') return drafting === 'whole';
  const count = listOf(objectOf(requirements).functional).length;
  return last.length <= WHOLE_CHARACTERS_MAX && count <= WHOLE_REQUIREMENTS_MAX;
}

interface Place {
  readonly id: string;
  readonly title: string;
}

/** Those of the catalogue; of others, that a draft or a person brought in, only what is asked for. */
function sectionsToDraft(part: PartName, last: string, chosen: readonly string[] | null): readonly Place[] {
  const known = CATALOGUE[part].map(({ id, names: [title = id] }) => ({ id, title }));
  if (chosen === null) return known;
  const others = sectionsIn(part, last).filter(({ id }) => !known.some((each) => each.id === id));
  return [...known, ...others].filter(({ id }) => chosen.includes(id));
}

function sectionsIn(part: PartName, text: string): readonly (Place & { readonly text: string })[] {
  return text.trim() === '' ? [] : parsePart(part, text).sections;
}

const isFirst = (part: PartName, id: string): boolean =>
  CATALOGUE[part].some((section) => section.id === id && section.after.length === 0);

function keptOf(part: PartName, last: string, drafted: readonly string[]): readonly string[] {
  return sectionsIn(part, last)
    .map(({ id }) => id)
    .filter((id) => !drafted.includes(id));
}

async function passagesFor(call: CodeCall, part: PartName, sections: readonly Place[], deps: SddDeps) {
  const input = objectOf(call.run.input);
  const given = { part, brief: textOf(input.brief), standards: textOf(input.standards), sections };
  return retrieve(
    { ...placeOf(call), ...given, since: Date.parse(textOf(input.created_at)) || call.run.startedAt },
    deps,
  );
}

interface ConcernedSections {
  /** The issue as one line. */
  readonly line: string;
  /** null: all of them. */
  readonly places: readonly SectionPlace[] | null;
}

/** A model gets an issue wherever it may have to do something about it. */
function concernedBy(issues: readonly ReviewIssue[], texts: DesignTexts): readonly ConcernedSections[] {
  return issues.map((issue) => ({ line: issueLine(issue), places: affectedSections([issue], texts) }));
}

function itemMaker(
  part: PartName,
  texts: DesignTexts,
  concerning: readonly ConcernedSections[],
  passages: ReadonlyMap<string, readonly Passage[]>,
): (place: Place) => SectionItem {
  const last = new Map(sectionsIn(part, texts[part]).map(({ id, text }) => [id, text]));
  return ({ id, title }) => ({
    ...{ id, title, guide: sectionGuide(part, id), last: last.get(id) ?? '', before: '' },
    issues: concerning
      .filter(({ places }) => places === null || places.some((each) => each.part === part && each.section === id))
      .map(({ line }) => line),
    context: [...(passages.get('') ?? []), ...(passages.get(id) ?? [])],
  });
}

function retrievedIn(
  part: PartName,
  passages: ReadonlyMap<string, readonly Passage[]>,
  round: number,
): readonly JsonObject[] {
  return [...passages].flatMap(([section, found]) =>
    found.map(({ source, lines }) => ({
      ...{ source, lines, section: section === '' ? part : `${part}: ${section}`, rounds: [round] },
    })),
  );
}
