// Reads requirements.md: what was decided, by whom, and what could not be read as meant. Nothing of the text is lost.

import { type Outline, outlineRequirements, type Piece } from './outline-requirements.ts';
import { readItem } from './read-item.ts';
import { readRecord } from './read-record.ts';
import type { DecidedRequirement, FileProblem, RequirementsFile } from './requirement.ts';

/** Never throws. An item whose id stood before, or whose standing nobody can tell, is a problem and not in `items`. */
export function parseRequirements(text: string): RequirementsFile {
  try {
    return readOutline(outlineRequirements(text));
  } catch (fault) {
    const message =
      `Expected Markdown that can be read, found a text the parser gave up on: ${String(fault)}. Simplify it; ` +
      'nothing was changed.';
    return {
      text,
      featureId: null,
      items: [],
      history: [],
      problems: [{ code: 'requirements-unreadable', message, line: 1 }],
    };
  }
}

export function readOutline(outline: Outline): RequirementsFile {
  const { text, pieces } = outline;
  const featureId = readFeatureId(pieces[0], text);
  const problems: FileProblem[] = [];
  if (outline.conflictLine !== null) problems.push(conflictProblem(outline.conflictLine));
  if (featureId === null) {
    const message = 'Expected a line "**Feature ID:** my-feature" before the first section, found none. Add it.';
    problems.push({ code: 'feature-id-missing', message, line: 1 });
  }
  const items = new Map<string, DecidedRequirement>();
  const lines = new Map<string, number>();
  for (const piece of pieces.filter((each) => each.kind === 'item')) {
    const first = lines.get(piece.name);
    if (first !== undefined) {
      const message =
        `Expected ${piece.name} once, found it in line ${first} and again in line ${piece.line}; the first ` +
        'counts. Give one of them a new id, or delete it.';
      problems.push({ code: 'duplicate-requirement', message, line: piece.line });
      continue;
    }
    lines.set(piece.name, piece.line);
    const read = readItem(piece, text);
    problems.push(...read.problems);
    if (read.item !== null) items.set(piece.name, read.item);
  }
  problems.push(...pieces.flatMap(blockProblems), ...supersededProblems([...items.values()], lines));
  const history = pieces.filter((each) => each.kind === 'record').map((piece) => readRecord(piece, text));
  const inOrder = problems.toSorted((a, b) => a.line - b.line);
  return { text, featureId, items: [...items.values()], history, problems: inOrder };
}

export function conflictProblem(line: number): FileProblem {
  const message =
    `Expected no marks of an unresolved merge, found them from line ${line} on. Resolve the merge and ` +
    'remove the marks.';
  return { code: 'merge-unresolved', message, line };
}

function readFeatureId(preamble: Piece | undefined, text: string): string | null {
  if (preamble === undefined) return null;
  for (const node of preamble.nodes) {
    const raw = text.slice(node.position?.start.offset, node.position?.end.offset);
    const id = /^[ \t>*_-]*feature[ _-]?id[*_ \t]*:[*_ \t`"']*([^\s`"'*]+)/im.exec(raw)?.[1];
    if (node.type !== 'code' && node.type !== 'html' && id !== undefined) return id;
  }
  return null;
}

function blockProblems(piece: Piece): FileProblem[] {
  if (piece.kind === 'open') {
    const message =
      `Expected the fence or comment that begins in line ${piece.line} to end, found the end of the file; ` +
      'nothing from there on is read. Close it.';
    return [{ code: 'block-unclosed', message, line: piece.line }];
  }
  if (piece.kind !== 'block' && piece.kind !== 'section') return [];
  if (/^\W*req[\s_-]*\d/i.test(piece.name)) {
    const found = `found "${piece.name}"; it is kept as prose. Correct the id.`;
    const message = `Expected a heading like "### REQ-001: Title", ${found}`;
    return [{ code: 'requirement-id-malformed', message, line: piece.line }];
  }
  if (piece.kind === 'section' || piece.section !== 'history') return [];
  const found = `found "${piece.name}"; it is kept as prose.`;
  const message = `Expected a review's time, like "### 2026-01-31T09:30:00.000Z", ${found}`;
  return [{ code: 'review-time-unreadable', message, line: piece.line }];
}

function supersededProblems(items: readonly DecidedRequirement[], lines: ReadonlyMap<string, number>): FileProblem[] {
  return items.flatMap(({ id, supersededBy }) => {
    if (supersededBy === undefined || (lines.has(supersededBy) && supersededBy !== id)) return [];
    const found = `found ${supersededBy}. Correct the id.`;
    const message = `Expected ${id} to be superseded by another requirement of the file, ${found}`;
    return [{ code: 'superseded-by-unknown', message, line: lines.get(id) ?? 1 }];
  });
}
