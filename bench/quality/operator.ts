// What a mutation operator is, and the small edits of text that operators are made of.

import type { DesignTexts, PartName } from '../../src/documents/design/part.ts';

export interface Mutation {
  readonly texts: DesignTexts;
  /** What the finding's message must name. */
  readonly about: string;
}

export interface Operator {
  readonly name: string;
  /** The rule that must find the fault. */
  readonly rule: string;
  /** Rules that may speak too, because the fault makes what they say true. */
  readonly also: readonly string[];
  /** Every place of the design where it can be applied; one is chosen by the design's name. */
  mutations(texts: DesignTexts): readonly Mutation[];
}

export const withPart = (texts: DesignTexts, part: PartName, text: string): DesignTexts => ({ ...texts, [part]: text });

/** One mutation for each match; `edit` gives the new text of the match and what the fault is about, or null. */
export function atMatches(
  texts: DesignTexts,
  part: PartName,
  pattern: RegExp,
  edit: (match: RegExpExecArray) => readonly [text: string, about: string] | null,
): readonly Mutation[] {
  const text = texts[part];
  return [...text.matchAll(pattern)].flatMap((match) => {
    const edited = edit(match);
    if (edited === null) return [];
    const changed = text.slice(0, match.index) + edited[0] + text.slice(match.index + match[0].length);
    return [{ texts: withPart(texts, part, changed), about: edited[1] }];
  });
}

/** The text of a heading of the second rank up to the next one. */
export const sectionPattern = (titles: string): RegExp =>
  new RegExp(`^## (${titles})\\n[\\s\\S]*?(?=^## |$(?![\\s\\S]))`, 'gm');

/** A statement that makes a table, with its name and its lines. */
export const CREATE_TABLE = /CREATE TABLE (\w+) \(\n([\s\S]*?)\n\)[^;\n]*;/g;
