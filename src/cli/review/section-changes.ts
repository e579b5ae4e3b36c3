// What a person changed in a document with their editor, as the changes of a decision: one for each section.

import type { DocumentReview, SectionChange } from '../../ports/review.ts';

const FENCE = /^\s*(?:```|~~~)/;
const SECTION = /^##\s+(.*)$/;
const TITLE = /^#\s+(.*)$/;
/** What stands before the first section, under which name it is asked for. */
const HEAD = 'Title';

type Parts = NonNullable<DocumentReview['parts']>;

export function sectionChanges(before: string, after: string, reason: string, parts: Parts = []): SectionChange[] {
  const [old, now] = [sectionsOf(before, parts), sectionsOf(after, parts)];
  const changed = [...now].filter(([name, text]) => old.get(name) !== text);
  const gone = [...old.keys()].filter((name) => !now.has(name));
  return [
    ...changed.map(([section, text]) => ({ section, reason, text })),
    ...gone.map((section) => ({ section, reason: `${reason} The section was taken out.`, text: '' })),
  ];
}

/** The text of each section, trimmed; a name that comes again has a number. */
function sectionsOf(markdown: string, parts: Parts): Map<string, string> {
  const found = new Map<string, string[]>();
  let [name, isCode, lead] = [HEAD, false, ''];
  for (const line of markdown.replace(/\r\n?/g, '\n').split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    const section = isCode ? undefined : headingIn(SECTION, line);
    if (section !== undefined) {
      name = unusedName(lead + section, found);
      found.set(name, []);
      continue;
    }
    const rank1 = isCode ? undefined : headingIn(TITLE, line);
    const part = parts.find(({ heading }) => heading === rank1 && !found.has(heading));
    if (part !== undefined) {
      [name, lead] = [part.heading, `${part.name}: `];
      found.set(name, []);
      continue;
    }
    const title = name === HEAD ? rank1 : undefined;
    const lines = found.get(name) ?? [];
    lines.push(title ?? line);
    found.set(name, lines);
  }
  return new Map([...found].map(([key, lines]) => [key, lines.join('\n').trim()]));
}

function unusedName(name: string, found: ReadonlyMap<string, unknown>): string {
  let unused = name;
  for (let count = 2; found.has(unused); count++) unused = `${name} (${count})`;
  return unused;
}

/** Without the signs that may close it. */
function headingIn(kind: RegExp, line: string): string | undefined {
  return kind
    .exec(line)?.[1]
    ?.trimEnd()
    .replace(/(?<!#)#+$/, '')
    .trimEnd();
}
