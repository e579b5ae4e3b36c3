// The PRD without a model: what code assembled, with what reviews said taken into the brief's text or filed there as
// open points.

import { headingsOf, sectionsOf } from '../../documents/markdown/headings-of.ts';
import { PRD_SECTIONS } from '../../documents/markdown/prd-sections.ts';
import { briefBlock } from '../../documents/prd/assemble-prd.ts';
import { isStartOver, type Modification } from '../../documents/prd/brief.ts';
import { excludedIn } from '../../documents/prd/find-excluded.ts';
import { markRefused } from '../../documents/prd/mark-refused.ts';
import { briefProblems } from '../../documents/prd/parse-brief.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { type BriefReview, fileReview } from './file-review.ts';

const DEPTH_MAX = 6;

/** `reviews`: the oldest first; what a later one edits is what stands. */
export function writePrd(
  assembled: string,
  brief: string,
  reviews: readonly BriefReview[],
  items: readonly DecidedRequirement[],
): string {
  // What was decided against comes back by no text that somebody gives.
  const isAllowed = (text: string, before: string): boolean =>
    problemsOf(text).length <= problemsOf(before).length && excludedIn(text, brief, items).length === 0;
  const text = reviews.reduce((now, review) => fileReview(now, inBrief(review), isAllowed), brief);
  const marked = markRefused(text, items, brief);
  return marked === brief ? assembled : withBrief(assembled, marked);
}

/** The PRD has the status and the utterance itself: its part of the brief goes without. */
const problemsOf = (brief: string): readonly string[] =>
  briefProblems(brief).filter((problem) => !/"## (?:Status|User Utterance)"/.test(problem));

/** The PRD's section of the brief is the brief, its title stands behind "PRD:", and the other sections are code's: what
 *  is said of them is filed, and changes nothing there. */
function inBrief({ feedback, modifications }: BriefReview): BriefReview {
  const changes = modifications.map((each): Modification => {
    const { section, modificationReason: reason, requestedContent: given } = each;
    const name = section
      .replace(/^[#\s]+/, '')
      .trim()
      .toLowerCase();
    if (isStartOver([each])) return { ...each, requestedContent: '' };
    if (name === BRIEF) return { ...each, requestedContent: promoted(given) };
    if (CODES.includes(name)) return { ...each, modificationReason: given.trim() || reason, requestedContent: '' };
    return { ...each, requestedContent: withoutPrd(each) };
  });
  return { feedback, modifications: changes };
}

const BRIEF = PRD_SECTIONS.brief.toLowerCase();
const CODES = Object.values<string>(PRD_SECTIONS)
  .map((name) => name.toLowerCase())
  .filter((name) => name !== BRIEF);

const withoutPrd = ({ section, requestedContent }: Modification): string =>
  /^\s*title\s*$/i.test(section) ? requestedContent.trim().replace(/^#*\s*PRD:\s*/i, '') : requestedContent;

/** The brief's headings as they are in its own file: below the PRD's they are deeper. */
function promoted(block: string): string {
  const headings = headingsOf(block);
  const up = Math.min(...headings.map(({ depth }) => depth), DEPTH_MAX) - 1;
  return headings.reduceRight(
    (text, { depth, text: said, start, end }) =>
      `${text.slice(0, start)}${'#'.repeat(Math.max(1, depth - up))} ${said}${text.slice(end)}`,
    block,
  );
}

function withBrief(draft: string, brief: string): string {
  const section = sectionsOf(draft, 2).find(({ heading }) => heading.text === PRD_SECTIONS.brief);
  if (section === undefined) return draft;
  const rest = draft.slice(section.end);
  const written = `${draft.slice(0, section.start)}\n\n${briefBlock(brief)}\n${rest === '' ? '' : `\n${rest}`}`;
  return withPrdTitle(written, brief);
}

/** Under the brief's title, which a review may have changed. */
function withPrdTitle(prd: string, brief: string): string {
  const own = headingsOf(prd).find(({ depth }) => depth === 1);
  const named = headingsOf(brief).find(({ depth }) => depth === 1)?.text ?? '';
  if (own === undefined || named === '' || !own.text.startsWith('PRD: ')) return prd;
  return `${prd.slice(0, own.start)}# PRD: ${named}${prd.slice(own.end)}`;
}
