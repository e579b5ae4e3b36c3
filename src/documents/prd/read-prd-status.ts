// Reads the status block of a PRD.

import { sectionsOf } from '../markdown/headings-of.ts';
import { PRD_SECTIONS } from '../markdown/prd-sections.ts';
import { fieldOf } from '../signing/signature.ts';

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
  const approver = fieldOf(body, 'Approver');
  return {
    ...{
      author: fieldOf(body, 'Author'),
      lastModified: fieldOf(body, 'Last Modified'),
      status: fieldOf(body, 'Status'),
    },
    ...(approver !== '' && { approver }),
  };
}
