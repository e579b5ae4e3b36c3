// A brief that someone has written, with which a run begins. It is reviewed and signed like any other.

import { sectionsOf } from '../../documents/markdown/headings-of.ts';
import { briefProblems, parseBrief, sectionNamed } from '../../documents/prd/parse-brief.ts';
import { FEATURE_ID, ID_MAX } from '../features/feature-id.ts';

export interface GivenBrief {
  readonly markdown: string;
  /** What was asked for, as the brief quotes it. */
  readonly utterance: string;
  /** What its folder might be called. */
  readonly featureId: string;
}

const ID_MIN = 3;

/** `folder`: of the file, where it lies among documents. A text says what is wrong. */
export function readGivenBrief(text: string, folder: string, utterance: string | undefined): GivenBrief | string {
  const markdown = asDraft(text);
  const wrong = briefProblems(markdown);
  if (wrong.length > 0) return wrong.join(' ');
  const { title, sections } = parseBrief(markdown);
  const quoted = (sections['User Utterance'] ?? '').replace(/^[ \t]*>[ \t]?/gm, '').trim();
  return {
    markdown,
    utterance: utterance?.trim() || quoted || title,
    featureId: FEATURE_ID.test(folder) ? folder : idOf(title),
  };
}

/** What another run says of its approval does not hold for this one. */
function asDraft(text: string): string {
  const status = sectionsOf(text, 2).find(({ heading }) => sectionNamed(heading.text) === 'Status');
  if (status === undefined) return text;
  const rest = text.slice(status.end);
  return `${text.slice(0, status.start)}\n\nDraft\n${rest === '' ? '' : `\n${rest}`}`;
}

function idOf(title: string): string {
  const words = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  const short = words.slice(0, ID_MAX).replace(/-[^-]*$/, words.length > ID_MAX ? '' : '$&');
  return short.length < ID_MIN ? 'feature' : short;
}
