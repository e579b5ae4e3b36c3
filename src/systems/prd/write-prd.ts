// The PRD by rules: what code assembled, with the last review's words in the brief's text or listed as open points.

import { headingsOf, sectionsOf } from '../../documents/markdown/headings-of.ts';
import { briefBlock, PRD_SECTIONS } from '../../documents/prd/assemble-prd.ts';
import { isStartOver, type Modification } from '../../documents/prd/brief.ts';
import { excludedIn } from '../../documents/requirements/find-excluded.ts';
import { markRefused } from '../../documents/requirements/mark-refused.ts';
import type { DecidedRequirement } from '../../documents/requirements/requirement.ts';
import { workIn } from './revise-brief.ts';
import { feedbackOf } from './start-over.ts';

const DEPTH_MAX = 6;
const OPEN_POINTS = '### Open Points from Review';
/** Requirements and tables are changed by their own reviews, never here. */
const NOT_BRIEF = /\brequirements?\b|\bREQ-\d|\btraceab|\bdocument status\b/i;

const REFUSED =
  'The review speaks of a requirement that was rejected or put out of scope: it is decided in a requirements review.';

export interface PrdReview {
  readonly feedback: string;
  readonly modifications: readonly Modification[];
}

export function writePrd(
  draft: string,
  brief: string,
  review: PrdReview,
  items: readonly DecidedRequirement[],
  remarks: readonly string[] = [],
): string {
  const { wholes, fixed, parts } = sorted(review.modifications.filter((each) => !isStartOver([each])));
  const base = wholes.at(-1) ?? brief;
  // The draft is as new as a start over makes it: what is left is what was said with it.
  const feedback = feedbackOf(review.feedback, review.modifications);
  const { text, open } = workIn(base, feedback, parts, (said) => !NOT_BRIEF.test(said));
  const told = [...fixed, ...open, ...remarks].map((said) =>
    excludedIn(said, '', items).length === 0 ? said : REFUSED,
  );
  const written = withBrief(draft, text === brief ? null : markRefused(text, items, brief), [...new Set(told)]);
  // What was decided against comes back by no review of the PRD.
  return excludedIn(written, draft, items).length === 0 ? written : withBrief(draft, null, [REFUSED]);
}

/** Changes of the whole brief, of what code writes (told in a sentence), and of parts of the brief. */
function sorted(modifications: readonly Modification[]) {
  const isNamed = (section: string, name: string) =>
    section
      .replace(/^[#\s]+/, '')
      .trim()
      .toLowerCase() === name.toLowerCase();
  const isWhole = ({ section, requestedContent }: Modification) =>
    isNamed(section, PRD_SECTIONS.brief) && requestedContent.trim() !== '';
  const fixedName = ({ section }: Modification) => FIXED.find((name) => isNamed(section, name));
  return {
    wholes: modifications.filter(isWhole).map(({ requestedContent }) => promoted(requestedContent)),
    fixed: [...new Set(modifications.flatMap((each) => fixedName(each) ?? []))].map(unchanged),
    parts: modifications
      .filter((each) => !isWhole(each) && fixedName(each) === undefined)
      .map((each) => ({ ...each, requestedContent: withoutPrd(each) })),
  };
}

const FIXED: readonly string[] = Object.values(PRD_SECTIONS).filter((name) => name !== PRD_SECTIONS.brief);

function unchanged(name: string): string {
  const how = name === PRD_SECTIONS.requirements ? 'requirements are changed in their own review' : 'code writes it';
  return `The review asks for a change in "${name}"; ${how}, so it stands as it was.`;
}

/** The title of the PRD is the brief's after "PRD:". */
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

/** `brief` null: as it stands in the draft. */
function withBrief(draft: string, brief: string | null, open: readonly string[]): string {
  const section = sectionsOf(draft, 2).find(({ heading }) => heading.text === PRD_SECTIONS.brief);
  if (section === undefined || (brief === null && open.length === 0)) return draft;
  const now = brief === null ? draft.slice(section.start, section.end).trim() : briefBlock(brief);
  const list = open.map((said) => `- ${said.replace(/^[#>\-*+\s]+/, '')}`).filter((point) => !now.includes(point));
  // An edited brief may bring the open points of the version before with it, as its last part.
  const title = now.includes(OPEN_POINTS) ? [] : [OPEN_POINTS];
  const points = list.length === 0 ? [] : [...title, list.join('\n')];
  const body = [now, ...points].filter((block) => block !== '').join('\n\n');
  const rest = draft.slice(section.end);
  const written = `${draft.slice(0, section.start)}\n\n${body}\n${rest === '' ? '' : `\n${rest}`}`;
  return brief === null ? written : withPrdTitle(written, brief);
}

/** Under the brief's title, which a review may have changed. */
function withPrdTitle(prd: string, brief: string): string {
  const own = headingsOf(prd).find(({ depth }) => depth === 1);
  const named = headingsOf(brief).find(({ depth }) => depth === 1)?.text ?? '';
  if (own === undefined || named === '' || !own.text.startsWith('PRD: ')) return prd;
  return `${prd.slice(0, own.start)}# PRD: ${named}${prd.slice(own.end)}`;
}
