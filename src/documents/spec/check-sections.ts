// Check 2, title and sections; and check 7, that In Scope is not empty.

import type { SectionRole, SpecOutline, SpecSection } from './outline-spec.ts';
import { scopePoints, titleOf, visionOf } from './read-spec.ts';
import type { SpecProblem } from './spec.ts';

/** A problem, and whether it only warns where `strict` is false. */
export type CheckResult = SpecProblem & { readonly isOurs?: boolean };

export function checkSections(outline: SpecOutline): readonly CheckResult[] {
  return [...checkTitle(outline), ...checkVision(outline), ...checkScope(outline), ...checkRequirements(outline)];
}

function checkTitle(outline: SpecOutline): readonly CheckResult[] {
  const title = sectionOf(outline, 'title');
  if (title !== undefined && titleOf(title.words) !== '') return [];
  const { front, lines, sections } = outline;
  const start = front?.end ?? 0;
  const limit = Math.min(...sections.map(({ line }) => line), lines.length);
  const own = lines.findIndex(({ text }, at) => at >= start && at < limit && /^#(?!#)/.test(text));
  const first = lines.findIndex(({ text }, at) => at >= start && text.trim() !== '');
  const line = title?.line ?? (own >= 0 ? own : Math.max(0, first >= 0 ? first : lines.length - 1));
  const found =
    title !== undefined
      ? 'no words behind it'
      : own >= 0
        ? `"${(lines[own]?.text ?? '').trim().slice(0, 60)}"`
        : 'none';
  const message = `Expected the title as "# Feature: TITLE", found ${found}.`;
  return [{ check: 2, line: line + 1, column: 1, message, fix: 'Write # Feature: and the title.', isOurs: true }];
}

function checkVision(outline: SpecOutline): readonly CheckResult[] {
  const vision = sectionOf(outline, 'vision');
  if (vision === undefined) return [missing(outline, 'Vision', ['scope', 'in-scope', 'requirements'])];
  if (visionOf(outline) !== '') return [];
  const message = 'Expected what the feature is for under ## Vision, found nothing.';
  return [{ check: 2, ...placeOf(vision), message, fix: 'Say in a sentence or two whom it serves and why.' }];
}

function checkScope(outline: SpecOutline): readonly CheckResult[] {
  const scope = sectionOf(outline, 'scope');
  if (scope === undefined) return [missing(outline, 'Scope', ['in-scope', 'out-of-scope', 'requirements'])];
  if (scopePoints(outline, 'in-scope').length > 0) return [];
  const inScope = sectionOf(outline, 'in-scope');
  const found = inScope === undefined ? 'no such heading' : 'nothing there';
  const message = `Expected at least one point under ### In Scope, found ${found}.`;
  const fix = 'Add "- ..." lines under ### In Scope: what will be built.';
  return [{ check: 7, ...placeOf(inScope ?? scope), message, fix }];
}

function checkRequirements(outline: SpecOutline): readonly CheckResult[] {
  const section = sectionOf(outline, 'requirements');
  if (section === undefined) return [missing(outline, 'Requirements', [])];
  if (outline.requirements.length > 0) return [];
  const message = 'Expected requirements under ## Requirements, found none.';
  return [{ check: 2, ...placeOf(section), message, fix: 'Add one as ### R-001: TITLE.' }];
}

/** Where it should stand: before the first of those that follow it, else at the end. */
function missing(outline: SpecOutline, name: string, before: readonly SectionRole[]): CheckResult {
  const { sections, requirements, lines } = outline;
  const next = sections.find(({ role }) => before.includes(role))?.line ?? requirements[0]?.line;
  const line = next ?? lines.findLastIndex(({ text }) => text.trim() !== '');
  return {
    ...{ check: 2, line: Math.max(0, line) + 1, column: 1 },
    message: `Expected a section "## ${name}", found none.`,
    fix: `Add ## ${name}${next === undefined ? ' at the end' : ` before line ${next + 1}`}.`,
  };
}

const sectionOf = ({ sections }: SpecOutline, role: SectionRole): SpecSection | undefined =>
  sections.find((section) => section.role === role);

const placeOf = ({ line }: SpecSection) => ({ line: line + 1, column: 1 });
