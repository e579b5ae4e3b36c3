// The front matter of a design document, as code wrote it.

import { readFront, textOf } from '../markdown/front-matter.ts';

export interface DesignFront {
  /** null where the document does not say it. */
  readonly title: string | null;
  /** DRAFT, REVIEW or FINAL, as it is written. */
  readonly status: string | null;
  /** From 1; 0 where the document does not say it. */
  readonly version: number;
  /** Who approved it; null: nobody. */
  readonly approver: string | null;
  /** `without a model`, or with the parts that are; '' where a model wrote it. */
  readonly written: string;
  /** YYYY-MM-DD of its approval, else of its beginning. */
  readonly lastModified: string | null;
}

export function readDesignFront(design: string): DesignFront {
  const front = readFront(design)?.values;
  const value = (name: string): string | null => textOf(front?.get(name));
  return {
    ...{ title: value('title'), status: value('status'), approver: value('approver') },
    version: Math.max(0, Number.parseInt(value('version') ?? '', 10) || 0),
    written: value('written') ?? '',
    lastModified: (value('approved_at') ?? value('created_at'))?.slice(0, 10) ?? null,
  };
}
