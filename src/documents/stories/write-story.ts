// A story as one file that a developer can work from without opening another; what people wrote into it stays.

import { openPoint } from '../markdown/filed-text.ts';
import { readFront } from '../markdown/front-matter.ts';
import { linesOf, oneLine } from '../markdown/headings-of.ts';
import { keepPeoplesEdits } from './keep-peoples-edits.ts';
import { criterionIn, criterionLine, readStory } from './read-story.ts';
import { isFiledAsSaid, type Story, type StoryRequirement, type StorySpec } from './story.ts';
import { frontLines } from './story-front.ts';
import { digestOf, guardLine, PART_NAMES, type PartName, partLines, piecesOf, type StoryPiece } from './story-parts.ts';

/** What a file says beside its story. */
export interface StorySetting {
  readonly spec: StorySpec;
  /** All of the backlog, for the titles of dependencies. */
  readonly stories: readonly Pick<Story, 'id' | 'title'>[];
}

const HEADINGS: { readonly [name in PartName]: string | null } = {
  ...{ content: null, context: '## Context', criteria: '## Acceptance criteria', dependencies: '## Depends on' },
};

/** `before`: the file as it is; '' where there is none. Status, ticks and every line that people wrote are kept from
 *  it, but for a status that says the story is retired or no longer is. Doing it again changes nothing. */
export function writeStory(given: Story, setting: StorySetting, before = ''): string {
  const front = readFront(before);
  const story = withStatusOf(given, before);
  const feed = before.includes('\r\n') ? '\r\n' : '\n';
  const lines = front === null ? newBody(story, setting) : renewedBody(story, setting, front.body);
  const text = ['---', ...frontLines(story, front?.lines), '---', ...lines].join(feed);
  return text.endsWith(feed) ? text : `${text}${feed}`;
}

/** A person's word counts in the file; only whether the story is asked for is not theirs to say. */
function withStatusOf(story: Story, before: string): Story {
  const read = readStory(before);
  if (!read.ok || read.story.status === 'retired') return story;
  const { status } = read.story;
  return story.status === 'retired' ? { ...story, statusBefore: status } : { ...story, status };
}

/** `S-001.md`, in the folder of the stories. */
export const storyFile = (id: string): string => `${id}.md`;

/** Without a model nobody was asked about a single story. */
const NOT_ASKED = `- ${openPoint('What must be there before it?')}`;

const titleLine = ({ id, title, status }: Story): string =>
  `# ${id}: ${title}${status === 'retired' ? ' (retired)' : ''}`;

function newBody(story: Story, setting: StorySetting): readonly string[] {
  const parts = PART_NAMES.flatMap((name) => newPart(name, bodyOf(name, story, setting)));
  return ['', titleLine(story), '', ...parts];
}

const newPart = (name: PartName, lines: readonly string[]): readonly string[] => {
  const heading = HEADINGS[name];
  return [
    ...(heading === null ? [] : [heading, '']),
    ...partLines(name, lines, name === 'criteria' ? '' : digestOf(lines)),
    '',
  ];
};

function renewedBody(story: Story, setting: StorySetting, body: string): readonly string[] {
  const pieces = piecesOf(body);
  const there = new Set(pieces.flatMap((piece) => (piece.kind === 'part' ? [piece.name] : [])));
  let isTitled = false;
  const lines = pieces.flatMap((piece): readonly string[] => {
    if (piece.kind === 'part') return renewedPart(piece, story, setting);
    return piece.lines.map((line) => {
      if (isTitled || !/^# S-\d{3,}:/.test(line)) return line;
      isTitled = true;
      return titleLine(story);
    });
  });
  const missing = PART_NAMES.filter((name) => !there.has(name));
  const added = missing.flatMap((name) => newPart(name, bodyOf(name, story, setting)));
  return added.length === 0 ? lines : [...withoutBlankEnd(lines), '', ...added];
}

/** What somebody changed within the marks is kept as it is while the program has nothing new to say there; else it
 *  follows below. */
function renewedPart(
  { name, lines, digest }: Extract<StoryPiece, { kind: 'part' }>,
  story: Story,
  setting: StorySetting,
): readonly string[] {
  if (name === 'criteria') return [...partLines(name, criteriaLines(story, lines), ''), ...besideBoxes(lines)];
  const wanted = bodyOf(name, story, setting);
  const isEdited = digest !== '' && digestOf(lines) !== digest;
  if (!isEdited) return partLines(name, wanted);
  if (digestOf(wanted) === digest) return partLines(name, lines, digest);
  const own = lines.filter((line) => !wanted.includes(line));
  return [...partLines(name, wanted), ...(own.length === 0 ? [] : ['', ...withoutBlankEnd(own)])];
}

function bodyOf(name: PartName, story: Story, setting: StorySetting): readonly string[] {
  if (name === 'content') return linesOf(story.content).map(guardLine);
  if (name === 'context') return contextLines(story, setting).map(guardLine);
  if (name === 'criteria') return criteriaLines(story, []);
  return dependencyLines(story, setting);
}

function criteriaLines({ criteria }: Story, before: readonly string[]): readonly string[] {
  return keepPeoplesEdits(criteria, before.flatMap(criterionIn)).map(criterionLine);
}

/** Notes that people wrote between the boxes come below them. */
function besideBoxes(lines: readonly string[]): readonly string[] {
  const notes = lines.filter((line) => line.trim() !== '' && criterionIn(line).length === 0);
  return notes.length === 0 ? [] : ['', ...notes];
}

function contextLines({ covers }: Story, { spec }: StorySetting): readonly string[] {
  // In one line the marks of a list would be words.
  const vision = oneLine(spec.vision.replace(/^[ \t]*[-*+][ \t]+/gm, ''));
  const requirements = spec.requirements.filter(({ id }) => covers.includes(id));
  return [
    `**Feature:** ${oneLine(spec.title)}`,
    ...(vision === '' ? [] : ['', `**Vision:** ${vision}`]),
    ...requirements.flatMap((each) => ['', ...requirementLines(each)]),
    ...(spec.outOfScope.length === 0
      ? []
      : ['', '**Out of scope:**', '', ...spec.outOfScope.map((line) => `- ${oneLine(line)}`)]),
  ];
}

function requirementLines({ id, title, priority, description, sources }: StoryRequirement): readonly string[] {
  const facts = [priority, sources.length === 0 ? null : `from ${sources.join(', ')}`].filter((fact) => fact !== null);
  const head = `**${id} ${oneLine(title)}**${facts.length === 0 ? '' : ` (${facts.map(oneLine).join('; ')})`}`;
  if (description.trim() === '') return [head];
  return [head, '', ...linesOf(description.trim()).map((line) => `> ${line}`.trimEnd())];
}

function dependencyLines(story: Story, { stories }: StorySetting): readonly string[] {
  const { dependencies } = story;
  if (dependencies.length === 0) return [isFiledAsSaid(story) ? NOT_ASKED : 'Nothing: it can start at once.'];
  const titles = new Map(stories.map(({ id, title }) => [id, title]));
  return dependencies.map((id) => `- [${id}](${storyFile(id)}) ${titles.get(id) ?? '(not in this backlog)'}`);
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  return lines.slice(0, last + 1);
}
