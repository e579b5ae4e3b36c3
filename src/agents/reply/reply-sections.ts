// The Markdown form of a reply: Status, Summary, Output, Next Action, Metadata. Output may hold headings of the same
// names: it ends at the Next Action that ends the reply, of the others the first counts, and where that could change
// the outcome or lose a part of the work nothing is guessed.

import { type Outline, outlineOf } from './markdown-outline.ts';
import { outputEnd, type Section } from './output-end.ts';
import { besidesMetadata } from './read-metadata.ts';
import { NEXT_ACTIONS, quotedExcerpt, readWord, STATUSES } from './read-word.ts';
import { SECTIONS, type SectionName, sectionTitle } from './section-title.ts';

export interface ReplySections {
  /** Where the first of them begins in the text. */
  readonly start: number;
  readonly bodies: ReadonlyMap<SectionName, string>;
  /** Bodies of all Metadata sections, should there be several. */
  readonly allMetadata: readonly string[];
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

const CANDIDATE = /^[ \t>\u00a0\ufeff]*(?:[-*] )?#{1,6}(?!#)[^\n]{1,200}$/gm;
const RULE = /(?:^|\n)[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$/;
const SUMMARY_MAX = 1000;
const ENDS_UNSURE =
  'Output: expected it to end at one "Next Action" and one "Metadata" section, found more headings or text there ' +
  'that may be a part of it. Put the whole output into one fence that is longer than those inside.';
const CUT_OFF = 'The reply is cut off: a fence in it is never closed. Answer again whole.';

/** null for a text without such sections. */
export function replySections(text: string): ReplySections | null {
  if (!mayHaveSections(text)) return null;
  const outline = outlineOf(text);
  if (outline === null) return tooLong();
  const all = outline.headings.flatMap((heading): Section[] => {
    const title = heading.level > 4 ? null : sectionTitle(heading.text);
    return title === null ? [] : [{ ...heading, ...title }];
  });
  const end = outputEnd(all);
  const { opened, repeated } = openedBy(all, end.kind === 'at' ? end.start : 0);
  const labelled = opened.has('Status') ? null : labelledStatus(text, outline, all[0]?.start ?? 0);
  if (!opened.has('Status') && opened.size < 2) return null;
  const bodies = bodiesOf(text, opened);
  if (labelled !== null) bodies.set('Status', labelled);
  const problems = outline.hasOpenFence ? [CUT_OFF] : [];
  const warnings: string[] = [];
  judgeRepeated(text, opened, repeated, bodies, { problems, warnings });
  if (end.kind === 'at') warnings.push('Headings of a reply stand in the output; they are read as text of it.');
  if (end.kind === 'unsure' || mayLoseOutput(opened, bodies)) {
    if (isOver(bodies)) warnings.push(ENDS_UNSURE);
    else problems.push(ENDS_UNSURE);
  }
  warnings.push(...unusedText(opened, bodies));
  if (!bodies.has('Next Action')) problems.push(...hiddenNextAction(text, outline));
  const order = [...opened.keys()].map((name) => SECTIONS.indexOf(name));
  if (order.some((place, index) => place < (order[index - 1] ?? 0))) warnings.push('The sections are out of order.');
  const metadata = repeated.filter(({ name }) => name === 'Metadata').map((each) => bodyOf(text, each, all));
  const start = [...opened.values()][0]?.start ?? 0;
  return { start, bodies, allMetadata: [bodies.get('Metadata') ?? '', ...metadata], problems, warnings };
}

/** A look at single lines, to spare most texts the parser. */
function mayHaveSections(text: string): boolean {
  const names = new Set<string>();
  for (const [line] of text.matchAll(CANDIDATE)) names.add(sectionTitle(line.trim())?.name ?? '');
  names.delete('');
  return names.has('Status') || names.size > 1 || /\r(?!\n)/.test(text);
}

/** In the order of the text. Under Output a deeper heading is part of it, and any before `outputUntil`. */
function openedBy(
  all: readonly Section[],
  outputUntil: number,
): { opened: Map<SectionName, Section>; repeated: Section[] } {
  const opened = new Map<SectionName, Section>();
  const repeated: Section[] = [];
  let current: Section | null = null;
  for (const section of all) {
    if (current?.name === 'Output' && section.level > current.level) continue;
    if (opened.has(section.name) || (current?.name === 'Output' && section.start < outputUntil)) {
      repeated.push(section);
      continue;
    }
    opened.set(section.name, section);
    current = section;
  }
  return { opened, repeated };
}

function bodiesOf(text: string, opened: ReadonlyMap<SectionName, Section>): Map<SectionName, string> {
  const list = [...opened.values()];
  const bodies = new Map<SectionName, string>();
  for (const section of list) {
    const body = bodyOf(text, section, list);
    bodies.set(section.name, section.name === 'Output' ? body : withoutRule(body));
  }
  const output = bodies.get('Output');
  // A line drawn after each section is not part of the work.
  const others = list.slice(0, -1).filter(({ name }) => name !== 'Output');
  const isRuled = others.length > 0 && others.every((each) => RULE.test(bodyOf(text, each, list).trimEnd()));
  if (output !== undefined && isRuled) bodies.set('Output', withoutRule(output));
  return bodies;
}

function bodyOf(text: string, section: Section, all: readonly Section[]): string {
  const next = all.find(({ start }) => start > section.start);
  const body = withoutBlankLines(text.slice(section.end, next?.start ?? text.length));
  return section.inline === '' ? body : `${section.inline}\n${body}`.trimEnd();
}

/** First come, first served, as long as the later one can be text of the output and nothing better is known. */
function judgeRepeated(
  text: string,
  opened: ReadonlyMap<SectionName, Section>,
  repeated: readonly Section[],
  bodies: ReadonlyMap<SectionName, string>,
  { problems, warnings }: { problems: string[]; warnings: string[] },
): void {
  const output = opened.get('Output')?.start ?? Number.POSITIVE_INFINITY;
  for (const [name, words] of [
    ['Status', STATUSES],
    ['Next Action', NEXT_ACTIONS],
  ] as const) {
    const first = wordOf(bodies.get(name), words, name);
    const start = opened.get(name)?.start ?? Number.POSITIVE_INFINITY;
    const later = repeated
      .filter((each) => each.name === name)
      .map((each) => ({ each, body: bodyOf(text, each, repeated) }));
    const others = later.filter(({ each, body }) => {
      const word = wordOf(body, words, name);
      // Before the Next Action that counts: without one of the words it is a heading of the work.
      const isText = word === null && name === 'Next Action' && each.start < start;
      return word !== first && !isText;
    });
    if (others.length === 0) continue;
    const isInOutput = start < output && others.every(({ each }) => each.start > output);
    if (isInOutput || (name === 'Next Action' && isOver(bodies))) {
      warnings.push(
        `Another "${name}" section says something else; it is read as text of the output, and the first counts.`,
      );
    } else {
      problems.push(`Expected one "${name}" section, found several that disagree. Put the output into a fence.`);
    }
  }
}

/** Then the output is a draft, and nothing is completed with it. */
function isOver(bodies: ReadonlyMap<SectionName, string>): boolean {
  const status = wordOf(bodies.get('Status'), STATUSES, 'Status');
  return status === 'FAILED' || status === 'BLOCKED';
}

/** Right behind the output, and more than such a section is: it may be a part of the work. */
function mayLoseOutput(opened: ReadonlyMap<SectionName, Section>, bodies: ReadonlyMap<SectionName, string>): boolean {
  const names = [...opened.keys()];
  const next = names[names.indexOf('Output') + 1];
  if (!opened.has('Output') || next === undefined) return false;
  const body = bodies.get(next) ?? '';
  if (next === 'Metadata') return besidesMetadata(body) !== '';
  return next === 'Summary' && (body.length > SUMMARY_MAX || /^ {0,3}#{1,6}\s/m.test(body));
}

function unusedText(opened: ReadonlyMap<SectionName, Section>, bodies: ReadonlyMap<SectionName, string>): string[] {
  const rest = [...opened.keys()].at(-1) === 'Metadata' ? besidesMetadata(bodies.get('Metadata') ?? '') : '';
  return rest === '' ? [] : [`What stands behind the metadata is not used: ${quotedExcerpt(rest)}.`];
}

function wordOf(body: string | undefined, words: readonly string[], label: string): string | null {
  const read = readWord((body ?? '').slice(0, 500), words, label);
  return read.ok ? read.word : null;
}

/** COMPLETE is assumed only where nothing in the text looks like another wish. */
function hiddenNextAction(text: string, outline: Outline): string[] {
  for (const [line] of text.matchAll(CANDIDATE)) {
    if (sectionTitle(line.trim().replace(/^[>\s*-]+/, ''))?.name === 'Next Action') {
      return [
        'Next Action: expected a section of its own, found its heading inside a section, fence, quote or list. ' +
          'Close every fence, and make the fence around a text longer than those inside.',
      ];
    }
  }
  const other = outline.headings.find(
    ({ end }) => wordOf(firstLine(text.slice(end, end + 500)), NEXT_ACTIONS, '-') !== null,
  );
  if (other === undefined) return [];
  return [`Next Action: expected the heading "## Next Action" in English, found "${firstLine(other.text)}".`];
}

/** "Status: SUCCESS" as a line of its own above the sections. */
function labelledStatus(text: string, { paragraphs }: Outline, before: number): string | null {
  const lines = paragraphs
    .filter(({ start }) => start < before)
    .flatMap(({ start, end }) => text.slice(start, Math.min(end, start + 5_000)).split('\n'))
    .filter((line) => /^[\s*_`]*status[\s*_`]*[:：]/i.test(line));
  return lines.length === 1 ? (lines[0] ?? null) : null;
}

function tooLong(): ReplySections {
  const problem = 'The reply has too many headings, lists and fences to be read as sections. Answer with less.';
  return { start: 0, bodies: new Map(), allMetadata: [], problems: [problem], warnings: [] };
}

const firstLine = (text: string): string => text.trim().split(/[\r\n]/)[0] ?? '';

function withoutRule(body: string): string {
  const bare = body.trimEnd();
  return RULE.test(bare.slice(-200))
    ? withoutBlankLines(bare.slice(0, bare.length - (RULE.exec(bare.slice(-200))?.[0].length ?? 0)))
    : body;
}

/** Blank lines around a text are not part of it; its own spaces are. */
function withoutBlankLines(text: string): string {
  const first = /^(?:[ \t\u00a0\ufeff]*(?:\r\n|\n|\r))*/.exec(text)?.[0].length ?? 0;
  const body = text.slice(first);
  const bare = body.trimEnd();
  const end = body.slice(bare.length).search(/[\r\n]/);
  return bare === '' ? '' : end < 0 ? body : body.slice(0, bare.length + end);
}
