// What research found, in a feature brief: a section of its own behind the others, written by code, with the source
// of each finding and its words.

import { oneLine, sectionsOf } from '../markdown/headings-of.ts';

export interface BriefFinding {
  readonly claim: string;
  /** Of the source. */
  readonly title: string;
  readonly address: string;
  /** Its words. */
  readonly passage: string;
}

const FINDINGS_SECTION = 'Findings';
const MARK = /\[(F\d{1,3}(?:, ?F\d{1,3}){0,20})\]/g;

/** `F1: ...`, a line each; words that are the source's own are not said twice. */
export function findingLines(findings: readonly BriefFinding[]): readonly string[] {
  return findings.map(({ claim, title, address, passage }, at) => {
    const [said, words] = [oneLine(claim), oneLine(passage)];
    const where = `Source: ${oneLine(title)} (${oneLine(address)})`;
    return said === words ? `F${at + 1}: "${said}" ${where}` : `F${at + 1}: ${said} ${where}: "${words}"`;
  });
}

/** The brief with these findings, in the place of what it says of them; as it is where there are none. */
export function withFindings(brief: string, findings: readonly BriefFinding[], article: string): string {
  if (findings.length === 0) return brief;
  const section = sectionsOf(brief, 2).find(({ heading }) => isFindings(heading.text));
  const rest = section === undefined ? brief : `${brief.slice(0, section.heading.start)}${brief.slice(section.end)}`;
  const from =
    article === '' ? 'Research found:' : `Research found (${article}/article.md, with its ledger beside it):`;
  const list = findingLines(findings).map((line) => `- ${line}`);
  return `${rest.trimEnd()}\n\n## ${FINDINGS_SECTION}\n\n${from}\n\n${list.join('\n')}\n`;
}

export const hasFindings = (brief: string): boolean =>
  sectionsOf(brief, 2).some(({ heading }) => isFindings(heading.text));

/** Marks such as `[F12]` of findings that are not there. */
export function unknownFindings(brief: string, count: number): readonly string[] {
  const marks = [...brief.matchAll(MARK)].flatMap(([, ids = '']) => ids.split(/, ?/));
  return [...new Set(marks)].filter((id) => Number(id.slice(1)) < 1 || Number(id.slice(1)) > count);
}

const isFindings = (heading: string): boolean => heading.trim().toLowerCase() === FINDINGS_SECTION.toLowerCase();
