// A specification that was written without a model, with the sections that a person edited at its preview: their text
// is taken as it is, and what they say beside it stands as an open point.

import { openPoint } from '../../../documents/markdown/filed-text.ts';
import { sectionsOf } from '../../../documents/markdown/headings-of.ts';
import { editSpec } from '../../../documents/spec/edit-spec.ts';
import { EDITED, editedAfter, WRITTEN } from '../../../documents/spec/open-points.ts';
import type { SectionChange } from '../../../ports/review.ts';
import { statementsIn } from '../../features/statements-in.ts';
import { HEADINGS, REVIEW_POINTS } from '../writers/file-spec.ts';
import { filed } from '../writers/file-text.ts';
import { under } from '../writers/revise-spec.ts';

export interface SpecEdits {
  readonly changes: readonly SectionChange[];
  readonly feedback: string;
  /** Said in the interview so far, since what is answered later is filed into the edited text; null: not known here. */
  readonly messages: number | null;
}

export function editedSpec(spec: string, { changes, feedback, messages }: SpecEdits): string {
  const edited = changes.filter(({ text }) => text !== '').reduce(withSection, spec);
  const said = changes.reduce((text, { section, reason }) => withPoint(text, section, reason), edited);
  const value = messages === null ? EDITED : editedAfter(messages);
  return editSpec(withPoint(said, '', feedback), { kind: 'front', name: WRITTEN, value }) ?? said;
}

/** The title's section has the front matter too, and its heading is without its mark. */
function withSection(spec: string, { section, text }: SectionChange): string {
  if (section === 'Title') {
    const first = spec.search(/^## /m);
    const rest = first < 0 ? '' : spec.slice(first);
    return `${text.trim().replace(/^Feature:/m, '# Feature:')}\n\n${rest}`;
  }
  const own = sectionsOf(spec, 2).find(({ heading }) => heading.text === section);
  if (own === undefined) return `${spec.trimEnd()}\n\n## ${section}\n\n${text.trim()}\n`;
  const rest = spec.slice(own.end);
  return `${spec.slice(0, own.start)}\n\n${text.trim()}\n${rest === '' ? '' : `\n${rest}`}`;
}

function withPoint(spec: string, section: string, said: string): string {
  const heading = HEADINGS.some(([, name]) => name === section) ? section : REVIEW_POINTS;
  const lines = statementsIn(said).map((sentence) => `- ${openPoint(filed(sentence))}`);
  return under(spec, heading, lines);
}
