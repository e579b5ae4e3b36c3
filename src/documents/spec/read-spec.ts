// A specification read from Markdown, as far as it can be read; `checkSpec` says what is wrong with it.

import { outlineSpec, type SectionRole, type SpecOutline } from './outline-spec.ts';
import { readFields } from './read-fields.ts';
import { type ListPoint, proseOf, readList } from './read-list.ts';
import { SPEC_PRIORITIES, type Spec, type SpecRequirement } from './spec.ts';

export function readSpec(markdown: string): Spec {
  const outline = outlineSpec(markdown);
  const value = (name: string): string | null => {
    const found = outline.front?.entries.find((entry) => entry.name.toLowerCase() === name)?.value ?? '';
    return found === '' ? null : found;
  };
  return {
    ...{ version: value('version'), priority: priorityOf(value('priority')), created: value('created') },
    title: titleOf(outline.sections.find(({ role }) => role === 'title')?.words ?? ''),
    vision: visionOf(outline),
    inScope: scopeOf(outline, 'in-scope'),
    outOfScope: scopeOf(outline, 'out-of-scope'),
    requirements: outline.requirements.map((place): SpecRequirement => {
      const fields = readFields(outline.lines, place);
      return {
        ...{ id: place.id, title: place.title, type: fields.type?.text ?? null },
        priority: priorityOf(fields.priority?.text ?? null),
        dependencies: fields.dependencies.map(({ text }) => text),
        description: fields.description.text,
        criteria: fields.criteria.map(({ text }) => text),
        sources: fields.sources.map(({ text }) => text),
        line: place.line + 1,
      };
    }),
  };
}

/** It has front matter and `# Feature:`, whatever else may be wrong with it. */
export function isWholeSpec(markdown: string): boolean {
  const { front, sections } = outlineSpec(markdown);
  return front !== null && front.close !== null && sections.some(({ role }) => role === 'title');
}

export const titleOf = (words: string): string =>
  words.replace(/^[^\p{L}]{0,9}feature[ \t]{0,9}[:：–—-]?[ \t]*/iu, '').trim();

/** In lower case where it is one of the three; words in brackets behind it are a remark. */
export function priorityOf(value: string | null): string | null {
  const plain =
    value
      ?.replace(/\([^()]{0,200}\)/g, ' ')
      .trim()
      .toLowerCase() ?? '';
  return SPEC_PRIORITIES.find((priority) => priority === plain) ?? value;
}

export function visionOf({ lines, sections }: SpecOutline): string {
  const vision = sections.find(({ role }) => role === 'vision');
  if (vision === undefined) return '';
  return proseOf(lines.slice(vision.line + 1, vision.end).map(({ text }) => text));
}

export function scopeOf(outline: SpecOutline, role: SectionRole): readonly string[] {
  return scopePoints(outline, role).map(({ text }) => text);
}

export function scopePoints({ lines, sections }: SpecOutline, role: SectionRole): readonly ListPoint[] {
  return sections
    .filter((section) => section.role === role)
    .flatMap(({ line, end, from }) => readList(lines, line, end, from).points);
}
