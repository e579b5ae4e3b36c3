// What changed between two versions of requirements.md, in plain words for the person who decides next.

import { type FileParts, filePartsOf, isSamePart, nameOf, type Part } from './file-parts.ts';
import { readFields, readParagraphs } from './read-fields.ts';
import type { OutsideEdit } from './requirement.ts';

export function describeEdits(before: string, after: string): readonly OutsideEdit[] {
  if (before === after) return [];
  const [was, now] = [filePartsOf(before), filePartsOf(after)];
  if (was === null || now === null) {
    return [
      prose('The file was changed, and an unresolved merge or broken Markdown keeps it from being read in parts.'),
    ];
  }
  const keys = new Set([...was.parts.keys(), ...now.parts.keys()]);
  const edits = [...keys].flatMap((key) => partEdits(was.parts.get(key), now.parts.get(key), was, now));
  return edits.length > 0 ? edits : [prose(quietChange(was, now))];
}

const prose = (message: string): OutsideEdit => ({ kind: 'prose', id: null, message });

function quietChange(was: FileParts, now: FileParts): string {
  const order = (file: FileParts) => [...file.parts.keys()].join('\n');
  return order(was) === order(now)
    ? 'White space or line ends were changed; every word is the same.'
    : 'The order was changed; every word is the same.';
}

function partEdits(was: Part | undefined, now: Part | undefined, before: FileParts, after: FileParts): OutsideEdit[] {
  if (isSamePart(was, now)) return [];
  const part = (now ?? was) as Part;
  if (part.piece.kind !== 'item') {
    // An empty preamble is no text that anyone added or removed.
    return (was?.words ?? '') === (now?.words ?? '') ? [] : [prose(proseChange(was, now))];
  }
  const id = part.piece.name;
  const again = part.key.includes('#') ? ' once more' : '';
  if (was === undefined) return [{ kind: 'added', id, message: `${nameOf(part)} was added${again} ${under(part)}.` }];
  if (now === undefined)
    return [{ kind: 'removed', id, message: `${nameOf(part)} was removed; it stood ${under(was)}.` }];
  return itemEdits(was, now, before, after);
}

function proseChange(was: Part | undefined, now: Part | undefined): string {
  const name = capital(nameOf((was ?? now) as Part));
  if (was === undefined) return `${name} was added.`;
  if (now === undefined) return `${name} was removed.`;
  if (was.piece.kind !== 'section') return `${name} was changed.`;
  if (was.piece.name !== now.piece.name) return `${name} is called "${now.piece.name}" now.`;
  return `The text right under "${now.piece.name}" was changed.`;
}

const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
const under = ({ piece }: Part): string => (piece.under === '' ? 'before the first section' : `under "${piece.under}"`);

function itemEdits(was: Part, now: Part, before: FileParts, after: FileParts): OutsideEdit[] {
  const id = now.piece.name;
  const isMoved = was.place !== now.place;
  const places = `it stood ${under(was)} and is ${under(now)} now`;
  const edits: OutsideEdit[] = isMoved ? [{ kind: 'moved', id, message: `${nameOf(was)} was moved; ${places}.` }] : [];
  if (was.words === now.words) return edits;
  const said = fieldChanges(saidIn(was, before), saidIn(now, after));
  if (said.length > 0) edits.push({ kind: 'changed', id, message: `${nameOf(was)}: ${said.join('; ')}.` });
  else if (!isMoved) {
    edits.push({
      kind: 'changed',
      id,
      message: `${nameOf(was)}: text beside its fields, or how it is written, changed.`,
    });
  }
  return edits;
}

/** Everything the item says under a label, as it stands there; also labels that mean nothing here. */
function saidIn({ piece }: Part, { outline }: FileParts): ReadonlyMap<string, string> {
  const fields = readFields(piece, outline.text).toReversed();
  const paragraphs = readParagraphs(piece, outline.text);
  return new Map([
    ['title', piece.title],
    ...(paragraphs === '' ? [] : [['description', paragraphs] as const]),
    ...fields.map(({ label, value }) => [label, value] as const),
  ]);
}

const SHOWN_CHARACTERS_MAX = 80;

function fieldChanges(was: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((label) => {
    const [old, fresh] = [was.get(label) ?? '', now.get(label) ?? ''];
    const verb = label.endsWith('notes') ? 'were' : 'was';
    if (old === fresh) return [];
    if (old === '') return [`the ${label} ${shown(fresh)} ${verb} added`];
    if (fresh === '') return [`the ${label} ${verb} removed`];
    if (onOneLine(old) === onOneLine(fresh)) return [`the line breaks of the ${label} were changed`];
    return [`the ${label} ${verb} changed from ${shown(old)} to ${shown(fresh)}`];
  });
}

const onOneLine = (value: string): string => value.replace(/\s+/g, ' ');

function shown(value: string): string {
  const line = onOneLine(value);
  return `"${line.length > SHOWN_CHARACTERS_MAX ? `${line.slice(0, SHOWN_CHARACTERS_MAX - 3)}...` : line}"`;
}
