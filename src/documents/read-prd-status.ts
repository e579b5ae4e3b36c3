// Reads the status block of a PRD.

import { PRD_SECTIONS } from './assemble-prd.ts';
import { sectionsOf } from './headings-of.ts';

export interface PrdStatus {
  readonly author: string;
  /** YYYY-MM-DD. */
  readonly lastModified: string;
  readonly status: string;
  readonly approver?: string;
}

/** null where there is no such block. */
export function readPrdStatus(content: string): PrdStatus | null {
  const section = sectionsOf(content, 2).find(({ heading }) => heading.text === PRD_SECTIONS.status);
  if (section === undefined) return null;
  const body = content.slice(section.start, section.end);
  const fieldOf = (name: string): string =>
    new RegExp(String.raw`^[-*+] \*\*${name}\*\*:([^\r\n]*)`, 'm').exec(body)?.[1]?.trim() ?? '';
  const approver = fieldOf('Approver');
  return {
    ...{ author: fieldOf('Author'), lastModified: fieldOf('Last Modified'), status: fieldOf('Status') },
    ...(approver !== '' && { approver }),
  };
}
