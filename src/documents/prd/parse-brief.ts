// Reads a feature brief: its title, its sections, and the points that goals, scope and success criteria make.

import { bareName } from '../markdown/bare-name.ts';
import { type Bullet, bulletsOf, plain } from '../markdown/bullets-of.ts';
import { headingsOf, sectionsOf } from '../markdown/headings-of.ts';
import { BRIEF_SECTIONS, type Brief, type BriefSection } from './brief.ts';
import { isOpenQuestion } from './open-questions.ts';
import { isReviewPoint } from './read-open-points.ts';

const anyOf = (...forms: readonly RegExp[]): RegExp => new RegExp(forms.map(({ source }) => source).join('|'), 'i');

/** Other names people give the same sections. */
const NAMES: readonly (readonly [RegExp, BriefSection])[] = [
  [/^status$/, 'Status'],
  [/^(?:original )?(?:user )?utterance$/, 'User Utterance'],
  [/^(?:overview|summary|description)$/, 'Overview'],
  [/^(?:goals?|objectives?|goals (?:and|&) objectives)$/, 'Goals'],
  [/^scope$/, 'Scope'],
  [/^(?:success (?:criteria|criterion|metrics|measures)|metrics|acceptance criteria)$/, 'Success Criteria'],
];
const OUT = anyOf(
  /^(?:explicitly )?(?:out[- ]of[- ]scope|(?:is |are )?not (?:in scope|included|part of|planned|covered))/i,
  /^(?:exclu(?:ded|des|sions?)|non[- ]?goals?|won['’]t|will not|later|future|deferred)/i,
  /^(?:it )?does(?: not|n['’]t) (?:include|cover)|^(?:outside|beyond) (?:the )?scope/i,
);
const IN = /^(?:in[- ]scope|within (?:the )?scope|inclu(?:ded|des|sions?)|(?:this|it) includes|part of)/i;
/** Before a single point. */
const LABEL = /^(out[- ]of[- ]scope|not in scope|not included|excluded|in[- ]scope|included)\s*(?::|[-–—]\s)\s*/i;

export function parseBrief(markdown: string): Brief {
  const title = plain(headingsOf(markdown).find(({ depth }) => depth === 1)?.text ?? '');
  const sections: { [section in BriefSection]?: string } = {};
  const extra: Bullet[] = [];
  for (const { heading, start, end } of sectionsOf(markdown, 2)) {
    const name = sectionNamed(heading.text);
    const body = markdown.slice(start, end).trim();
    if (name !== null) sections[name] = [sections[name], body].filter(Boolean).join('\n\n');
    else if (IN.test(plain(heading.text)) || OUT.test(plain(heading.text))) {
      extra.push(...pointsOf(`### ${heading.text}\n\n${body}`));
    }
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
  return NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Which list of the scope a label such as "Not included:" opens; null: it is no such label. */
export function scopeLabel(text: string): 'in' | 'out' | null {
  const bare = plain(text).replace(/(?:(?<!\s)\s+)?:.*$/s, '');
  if (bare.length > 40) return null;
  return OUT.test(bare) ? 'out' : IN.test(bare) ? 'in' : null;
}

/** Without what is asked or left open: nobody wants it yet. */
const pointsOf = (markdown: string): readonly Bullet[] =>
  bulletsOf(markdown).filter(({ text }) => !isOpenQuestion(text) && !isReviewPoint(text));

function placed({ text, under }: Bullet): { readonly text: string; readonly isIn: boolean }[] {
  const own = LABEL.exec(text)?.[1];
  const bare = text.replace(LABEL, '').trim();
  if (bare === '') return [];
  const label = [own ?? '', ...under].find((each) => IN.test(each) || OUT.test(each)) ?? '';
  const isOut = OUT.test(label) || /\b(?:is|are) (?:out of scope|not included)$/i.test(text);
  const said = bare.replace(/(?<!\s)\s+(?:is|are) (?:out of scope|not included)$/i, '');
  const group = under.find((each) => !IN.test(each) && !OUT.test(each) && !/^scope$/i.test(each));
  return [{ text: group === undefined ? said : `${group}: ${said}`, isIn: !isOut }];
}

const texts = (bullets: readonly Bullet[]): string[] =>
  bullets.map(({ text, under }) => (under[0] === undefined ? text : `${under[0]}: ${text}`));
