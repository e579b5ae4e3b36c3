// The front matter of a design document, as code wrote it.

export interface DesignFront {
  /** null where the document does not say it. */
  readonly title: string | null;
  /** DRAFT, REVIEW or FINAL, as it is written. */
  readonly status: string | null;
  /** YYYY-MM-DD of its approval, else of its beginning. */
  readonly lastModified: string | null;
}

export function readFront(design: string): DesignFront {
  const front = /^---\n([\s\S]*?)\n---\n/.exec(design)?.[1] ?? '';
  const value = (name: string): string | null =>
    front
      .split('\n')
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2) ?? null;
  return {
    ...{ title: textIn(value('title')), status: value('status') },
    lastModified: (textIn(value('approved_at')) ?? textIn(value('created_at')))?.slice(0, 10) ?? null,
  };
}

function textIn(value: string | null): string | null {
  if (value === null) return null;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
