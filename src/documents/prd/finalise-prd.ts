// Marks a PRD as finalized: status, date, who signed what and when, and not a byte of anything else. What nobody
// signed, in a rehearsal, stays a draft.

import { headingsOf, oneLine, sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import { type Signature, signatureFields } from '../signing/signature.ts';

export interface Finalisation extends Signature {
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** Doing it again with the same values changes nothing. */
export function finalisePrd(content: string, { date, ...signature }: Finalisation): string {
  const section = sectionsOf(content, 2).find(({ heading }) => heading.text === PRD_SECTIONS.status);
  const stamps: (readonly [string, string])[] = [
    ['Last Modified', oneLine(date)],
    ['Status', signature.signed === '' ? 'draft' : 'finalized'],
    ...signatureFields(signature),
  ];
  if (section === undefined) return withSection(content, stamps);
  const body = stamps.reduce(
    (text, [name, value], at) => stamped(text, name, value, stamps[at - 1]?.[0]),
    content.slice(section.start, section.end),
  );
  return content.slice(0, section.start) + body + content.slice(section.end);
}

/** The field's line with the new value; where there is none it comes after the field before it, or after the last. */
function stamped(body: string, name: string, value: string, before: string | undefined): string {
  const line = `- **${name}**: ${value}`;
  const own = lineOf(name).exec(body);
  if (own !== null) return body.slice(0, own.index) + line + body.slice(own.index + own[0].length);
  const end = body.includes('\r\n') ? '\r\n' : '\n';
  const above = (before === undefined ? null : lineOf(before).exec(body)) ?? lineOf('Author').exec(body);
  if (above === null) return `${end}${end}${line}${body === '' ? end : body}`;
  const at = above.index + above[0].length;
  return body.slice(0, at) + end + line + body.slice(at);
}

const lineOf = (name: string): RegExp => new RegExp(String.raw`^[-*+] \*\*${name}\*\*:[^\r\n]*`, 'm');

/** A PRD without the section: it comes after the title. */
function withSection(content: string, stamps: readonly (readonly [string, string])[]): string {
  const title = headingsOf(content).find(({ depth }) => depth === 1);
  const at = title?.end ?? 0;
  const block = [`## ${PRD_SECTIONS.status}`, '', ...stamps.map(([name, value]) => `- **${name}**: ${value}`)].join(
    '\n',
  );
  return at === 0 ? `${block}\n\n${content}` : `${content.slice(0, at)}\n\n${block}\n${content.slice(at)}`;
}
