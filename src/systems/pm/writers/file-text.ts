// People's sentences as lines of a specification: the same words, where Markdown or its parts could be read into them.

import { asText, openPoint } from '../../../documents/markdown/filed-text.ts';
import { withoutControls } from '../../../documents/markdown/without-controls.ts';
import { saysNothing } from '../../../documents/spec/read-list.ts';
import { labelsIn } from '../../../documents/spec/spec-labels.ts';

/** A bold label would be a field, a comment would be left out. */
export function filed(sentence: string): string {
  const plain = withoutControls(sentence).replaceAll('<!--', '<!\\--');
  return asText(plain.replace(/\*\*|__/g, ([mark = '']) => `\\${mark}\\${mark}`));
}

/** On a line of its own in a requirement: the name of a field at its beginning would be that field. */
export function filedLine(sentence: string): string {
  const text = filed(sentence);
  return labelsIn(text).length > 0 ? text.replace(/[:：]/, '\\$&') : text;
}

/** What was said; where that is nothing, the question. */
export function pointsOf(said: readonly string[], question: string, mark = '- '): readonly string[] {
  const open = said.every(saysNothing) ? [`${mark === '' ? '- ' : mark}${openPoint(question)}`] : [];
  return [...said.map((sentence) => `${mark}${filed(sentence)}`), ...open];
}
