// Headings of a draft that state something are judged like claims. One that no passage supports is replaced by what it
// is about, or taken out.

import { beforeVerb, headingStates } from '../evidence/heading-states.ts';
import { judgeClaim } from '../evidence/judge-claim.ts';
import type { RemovedClaim } from '../evidence/ledger.ts';
import type { Passage } from '../evidence/passage.ts';
import { readCitations } from '../evidence/read-citations.ts';
import { textBlocks } from '../evidence/text-blocks.ts';
import type { ArticleBrief } from './article-brief.ts';
import { FACET_KINDS } from './facet-kinds.ts';
import { shareOf, termsOf } from './terms-of.ts';
import { titleOf } from './title-of.ts';

export interface JudgedHeadings {
  readonly draft: string;
  readonly removed: readonly RemovedClaim[];
}

export function judgeHeadings(draft: string, brief: ArticleBrief, passages: readonly Passage[]): JudgedHeadings {
  const known = knownHeadings(brief, passages);
  const topic = termsOf(brief.topic);
  const removed: RemovedClaim[] = [];
  const taken = new Set<string>();
  const parts: string[] = [];
  let from = 0;
  for (const { kind, start, end, heading } of textBlocks(draft)) {
    if (kind !== 'heading') continue;
    const { text } = readCitations(heading);
    const line = draft.lastIndexOf('\n', start - 1) + 1;
    const isTitle = /^\s*# /.test(draft.slice(line, start)) && parts.length === 0;
    const isKept = known.has(bagOf(text)) || !headingStates(text, topic) || isSaid(text, passages);
    if (isKept && text.length <= LENGTH_MAX) {
      taken.add(text.toLowerCase());
      if (text === heading) continue;
    }
    const plain = isKept && text.length <= LENGTH_MAX ? text : isTitle ? titleOf(brief) : subjectIn(text, taken);
    const mark = draft.slice(line, start);
    parts.push(draft.slice(from, line), plain === null ? '' : `${mark.includes('#') ? mark : '## '}${plain}`);
    from = end;
    if (!isKept || text.length > LENGTH_MAX) removed.push(removedOf(text, plain));
  }
  return { draft: [...parts, draft.slice(from)].join(''), removed };
}

const LENGTH_MAX = 300;

const removedOf = (text: string, rewritten: string | null): RemovedClaim => ({
  ...{ text: text.slice(0, LENGTH_MAX), section: '', verdict: 'insufficient', rewritten },
  reasons: ['It is a heading that states something, and no passage was found that says it.'],
});

const USUAL = [
  'Introduction',
  'Conclusion',
  'Further points',
  'Also worth knowing',
  'What the sources say',
  'Findings',
];

/** Those that were ordered, that the sources have, and that our own writers use. */
function knownHeadings(brief: ArticleBrief, passages: readonly Passage[]): ReadonlySet<string> {
  const own = FACET_KINDS.flatMap(({ headings }) => Object.values(headings));
  const ordered = [titleOf(brief), brief.topic, ...brief.specific_sections];
  const all = new Set([...USUAL, ...own, ...ordered, ...passages.map(({ heading }) => heading)]);
  return new Set([...all].map(bagOf));
}

/** A question of a page is turned around in a heading: the order of words does not count. */
const bagOf = (heading: string): string =>
  (
    heading
      .slice(0, 1000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .toSorted()
    .join(' ');

/** `Heat pumps` of `Heat pumps killed 5,000 people`; null where there is nothing plain before the verb. */
function subjectIn(heading: string, taken: Set<string>): string | null {
  const subject = beforeVerb(heading).replace(/^(?:how|why)\s/i, '');
  const isPlain = /^\p{L}[\p{L} '’-]{2,60}$/u.test(subject) && termsOf(subject).size > 0;
  if (!isPlain || taken.has(subject.toLowerCase())) return null;
  taken.add(subject.toLowerCase());
  return subject.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

const TRIES = 5;

function isSaid(heading: string, passages: readonly Passage[]): boolean {
  const terms = termsOf(heading);
  const near = passages
    .map(({ text }) => ({ text, share: shareOf(terms, termsOf(text)) }))
    .filter(({ share }) => share >= 0.5)
    .sort((one, other) => other.share - one.share)
    .slice(0, TRIES);
  const claim = `${heading.replace(/^(?:how|why)\s/i, '').replace(/[.!?]{1,3}$/, '')}.`;
  return near.some(({ text }) => judgeClaim(claim, [text]).verdict === 'supported');
}
