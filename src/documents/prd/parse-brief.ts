// Reads a feature brief: its title, its sections, and the points that goals, scope and success criteria make.

import { bareName } from '../markdown/bare-name.ts';
import { type Bullet, bulletsOf, plain } from '../markdown/bullets-of.ts';
import { headingsOf, sectionsOf } from '../markdown/headings-of.ts';
import { BRIEF_SECTIONS, type Brief, type BriefSection } from './brief.ts';
import { isOpenQuestion } from './open-questions.ts';
import { isReviewPoint } from './read-open-points.ts';

/** The headings and labels of the two lists of a scope, in small letters and without hyphens. */
const SCOPE_NAMES: { readonly [list in 'in' | 'out']: readonly string[] } = {
  in: ['in scope', 'included'],
  out: ['out of scope', 'not in scope', 'not included', 'excluded', 'non goals'],
};

export function parseBrief(markdown: string): Brief {
  const title = plain(headingsOf(markdown).find(({ depth }) => depth === 1)?.text ?? '');
  const sections: { [section in BriefSection]?: string } = {};
  const extra: Bullet[] = [];
  for (const { heading, start, end } of sectionsOf(markdown, 2)) {
    const name = sectionNamed(heading.text);
    const body = markdown.slice(start, end).trim();
    if (name !== null) sections[name] = [sections[name], body].filter(Boolean).join('\n\n');
    else if (scopeLabel(heading.text) !== null) extra.push(...pointsOf(`### ${heading.text}\n\n${body}`));
  }
  const scope = [...pointsOf(sections.Scope ?? ''), ...extra].flatMap(placed);
  return {
    title,
    sections,
    goals: texts(pointsOf(sections.Goals ?? '')),
    inScope: scope.filter(({ isIn }) => isIn).map(({ text }) => text),
    outOfScope: scope.filter(({ isIn }) => !isIn).map(({ text }) => text),
    successCriteria: texts(pointsOf(sections['Success Criteria'] ?? '')),
  };
}

/** What a brief must have and this one has not, as sentences; [] = nothing is missing. */
export function briefProblems(markdown: string): readonly string[] {
  const title = headingsOf(markdown).find(({ depth }) => depth === 1);
  const problems = title === undefined || plain(title.text) === '' ? ['Expected a title ("# Title"), found none.'] : [];
  const sections = sectionsOf(markdown, 2);
  for (const name of BRIEF_SECTIONS) {
    const found = sections.filter(({ heading }) => bareName(heading.text) === name.toLowerCase());
    const first = found[0];
    if (first === undefined) problems.push(`Expected a section "## ${name}", found none.`);
    else if (markdown.slice(first.start, first.end).trim() === '') {
      problems.push(`Expected text in the section "## ${name}", found it empty.`);
    }
    if (found.length > 1) problems.push(`Expected one section "## ${name}", found ${found.length}.`);
  }
  return problems;
}

/** The section a heading names, whatever its case, number or colon; null: none of a brief's. */
export function sectionNamed(heading: string): BriefSection | null {
  const name = bareName(heading);
  return BRIEF_SECTIONS.find((section) => section.toLowerCase() === name) ?? null;
}

/** Which list of the scope a label such as "Out of Scope:" opens; null: it is no such label. */
export function scopeLabel(text: string): 'in' | 'out' | null {
  const name = bareName(text).replaceAll('-', ' ');
  return SCOPE_NAMES.out.includes(name) ? 'out' : SCOPE_NAMES.in.includes(name) ? 'in' : null;
}

/** Without what is asked or left open: nobody wants it yet. */
const pointsOf = (markdown: string): readonly Bullet[] =>
  bulletsOf(markdown).filter(({ text }) => !isOpenQuestion(text) && !isReviewPoint(text));

/** In scope, unless the label before it or above it says otherwise. */
function placed({ text, under }: Bullet): { readonly text: string; readonly isIn: boolean }[] {
  const [, before = ''] = /^([^:]{1,40}):\s/.exec(text) ?? [];
  const own = scopeLabel(before);
  const said = own === null ? text : text.slice(before.length + 1).trim();
  const list = own ?? under.map(scopeLabel).find((label) => label !== null) ?? 'in';
  const group = under.find((each) => scopeLabel(each) === null && bareName(each) !== 'scope');
  return said === '' ? [] : [{ text: group === undefined ? said : `${group}: ${said}`, isIn: list === 'in' }];
}

const texts = (bullets: readonly Bullet[]): string[] =>
  bullets.map(({ text, under }) => (under[0] === undefined ? text : `${under[0]}: ${text}`));
