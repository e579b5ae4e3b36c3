// A proposed requirement as it is reviewed: its text, what the lint found in it, and how the person decided.

import type { AlikePair, Finding } from '../../documents/finding.ts';
import type { ItemVerdict, Requirement } from '../../documents/requirement.ts';
import { counted, fit, oneLine, pad, severalLines } from '../shown-text.ts';
import { hanging, heading, type Look, paragraph } from './look.ts';
import { diffLines } from './show-diff.ts';

/** A proposal that repeats a decided one and is therefore not reviewed. */
export type LeftOut = {
  readonly id: string;
  readonly title: string;
  readonly of: string;
  readonly kind: string;
};

/** The other one beside this one. */
export function alikeLines(item: Requirement, alike: readonly AlikePair[], { paint, width }: Look): string[] {
  return alike.flatMap(({ of, differs, ofTitle, ofDescription, ofStanding }) => {
    const what = differs.length === 0 ? '' : `, but differs in ${differs.join(', ')}`;
    const standing = ofStanding === null ? 'also proposed' : ofStanding;
    return [
      '',
      ...hanging('   = ', `Much like ${of} (${standing})${what}:`, width, paint.yellow),
      ...hanging(`     ${pad(item.id, 9)}`, oneLine(item.description), width),
      ...hanging(`     ${pad(of, 9)}`, oneLine(`${ofTitle}: ${ofDescription}`), width),
    ];
  });
}

export type Verdicts = ReadonlyMap<string, ItemVerdict>;

export function requirementLines(item: Requirement, place: string, findings: readonly Finding[], look: Look): string[] {
  const { paint, width } = look;
  const facts = [item.priority, item.category, place].filter((fact) => fact !== '').map(oneLine);
  return [
    ...heading(`${item.id}  ${item.title}`, '', look),
    ...hanging(' ', facts.join(' · '), width, paint.dim),
    '',
    ...severalLines(item.description).flatMap((line) => hanging('   ', line, width)),
    ...findingsLines(findings, look),
  ];
}

export function findingsLines(findings: readonly Finding[], look: Look): string[] {
  return findings.length === 0 ? [] : ['', ...findings.flatMap((finding, at) => findingLines(finding, at + 1, look))];
}

function findingLines({ rule, found, message, suggestion }: Finding, number: number, { paint, width }: Look): string[] {
  const about = found === '' ? '' : ` "${fit(oneLine(found), 60)}":`;
  return [
    ...hanging('   ! ', `${rule}${about === '' ? ':' : about} ${oneLine(message)}`, width, paint.yellow),
    ...(suggestion === '' ? [] : hanging(`   ${number} → `, oneLine(suggestion), width)),
  ];
}

export function verdictText(verdict: ItemVerdict): string {
  if (verdict.verdict === 'approve') return 'approved';
  if (verdict.verdict === 'modify') return `modified (${Object.keys(verdict.change).join(', ')}): ${verdict.notes}`;
  return `${verdict.verdict === 'reject' ? 'rejected' : 'out of scope'}: ${verdict.reason}`;
}

/** What a modification does to the text, for whoever is about to send it. */
export function changeLines(item: Requirement, verdict: ItemVerdict, look: Look): string[] {
  if (verdict.verdict !== 'modify') return [];
  const fields = ['title', 'description', 'priority', 'category'] as const;
  const text = (of: Partial<Requirement>): string => fields.map((name) => of[name] ?? item[name]).join('\n');
  const lines = diffLines(text(item), text({ ...item, ...verdict.change }), { ...look, width: look.width - 3 });
  return lines.map((line) => `   ${line}`);
}

/** All of them with their verdicts, numbered, and the counts. */
export function summaryLines(
  proposed: readonly Requirement[],
  verdicts: Verdicts,
  findingsOf: (item: Requirement) => readonly Finding[],
  look: Look,
): string[] {
  const { paint, width } = look;
  const lines = proposed.flatMap((item, at) => {
    const verdict = verdicts.get(item.id);
    const isKept = verdict?.verdict === 'approve' || verdict?.verdict === 'modify';
    const now = verdict?.verdict === 'modify' ? { ...item, ...verdict.change } : item;
    const rules = isKept ? findingsOf(now).map(({ rule }) => rule) : [];
    const mark = rules.length === 0 ? ' ' : '!';
    const lead = `${String(at + 1).padStart(4)} ${mark}${signOf(verdict)} ${oneLine(item.id)}  `;
    const said = verdict === undefined ? 'not decided' : oneLine(verdictText(verdict));
    return [
      ...hanging(lead, oneLine(now.title), width),
      ...(rules.length === 0 ? [] : paragraph(`the lint: ${rules.join(', ')}`, 8, width, paint.yellow)),
      ...(verdict?.verdict === 'approve' ? [] : paragraph(said, 8, width, paint.dim)),
    ];
  });
  return [...heading('Your review', countsText(countsOf(proposed, verdicts)), look), '', ...lines];
}

function signOf(verdict: ItemVerdict | undefined): string {
  if (verdict === undefined) return '·';
  return { approve: '✓', reject: '✗', modify: '~', 'out-of-scope': '○' }[verdict.verdict];
}

export interface ReviewCounts {
  readonly approved: number;
  readonly modified: number;
  readonly rejected: number;
  readonly outOfScope: number;
  readonly open: number;
}

export function countsOf(proposed: readonly Requirement[], verdicts: Verdicts): ReviewCounts {
  const count = (word: ItemVerdict['verdict']): number =>
    proposed.filter(({ id }) => verdicts.get(id)?.verdict === word).length;
  const open = proposed.filter(({ id }) => !verdicts.has(id)).length;
  return {
    ...{ approved: count('approve'), modified: count('modify'), rejected: count('reject') },
    ...{ outOfScope: count('out-of-scope'), open },
  };
}

export function countsText({ approved, modified, rejected, outOfScope, open }: ReviewCounts): string {
  const words = { approved, modified, rejected, 'out of scope': outOfScope, 'to decide': open };
  const told = Object.entries(words).filter(([, count]) => count > 0);
  return told.map(([word, count]) => `${count} ${word}`).join(', ') || 'none';
}

/** What repeats another proposal of the same batch was not decided before. */
export function leftOutLines(leftOut: readonly LeftOut[], { paint, width }: Look): string[] {
  if (leftOut.length === 0) return [];
  const head = `${counted(leftOut.length, 'proposal')} left out, because another says it already:`;
  return [
    '',
    ...paragraph(head, 1, width, paint.dim),
    ...leftOut.flatMap(({ id, title, of, kind }) =>
      paragraph(`${id} ${title}: says ${kind === 'exact' ? '' : 'nearly '}the same as ${of}`, 3, width, paint.dim),
    ),
  ];
}
