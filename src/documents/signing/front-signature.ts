// The signature of a document that says how it stands in YAML front matter: which of its lines an approval writes, what
// they say, and the rest, which is signed.

/** The lines of the front matter that approval writes, and the one that says whether a model wrote it. */
const APPROVAL = /^(?:status|approver|approved_at|signed|run|accepted_issues|written):/;
const FENCE = '---';

export const FRONT_FIELDS = { approver: 'approver', approvedAt: 'approved_at', signed: 'signed', run: 'run' } as const;

interface Front {
  /** null: there is none. */
  readonly front: readonly string[] | null;
  readonly body: readonly string[];
}

/** `text` with plain line ends. */
function frontOf(text: string): Front {
  const lines = text.split('\n');
  const end = lines[0]?.trimEnd() === FENCE ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === FENCE) : -1;
  return end < 0 ? { front: null, body: lines } : { front: lines.slice(1, end), body: lines.slice(end + 1) };
}

/** Whether it says there how it stands, as a document does that is signed so. */
export function hasFrontStatus(text: string): boolean {
  return frontOf(text).front?.some((line) => line.startsWith('status:')) ?? false;
}

export function approvalLines(text: string): readonly string[] {
  return (frontOf(text).front ?? []).filter((line) => APPROVAL.test(line)).map((line) => line.trimEnd());
}

/** All of it but those lines. */
export function withoutApproval(text: string): string {
  const { front, body } = frontOf(text);
  const kept = front?.filter((line) => !APPROVAL.test(line)) ?? null;
  return [...(kept === null ? [] : [FENCE, ...kept, FENCE]), ...body].join('\n');
}

/** '' where it says nothing of it. The first line of a name counts. */
export function frontField(text: string, name: string): string {
  const line = approvalLines(text).find((each) => each.startsWith(`${name}:`));
  const value = line?.slice(name.length + 1).trim() ?? '';
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return value;
  }
}
