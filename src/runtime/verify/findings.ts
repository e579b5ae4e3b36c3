// What a verification found: what is broken, and what cannot be proved.

export interface VerifyFinding {
  /** The run's id; `seals`, `payloads`, `workflows`, `records`, `spending` or `database` for what belongs to no run. */
  readonly run: string;
  /** The event number (of a seal: its id) from which on nothing is proved; null when no event is concerned. */
  readonly number: number | null;
  readonly message: string;
}

const BROKEN_MAX = 100;
/** Of one run so many are reported one by one. */
const PER_RUN_MAX = 10;
/** So many of what cannot be proved are named. */
const NAMED_MAX = 10;

export class Findings {
  readonly broken: VerifyFinding[] = [];
  brokenCount = 0;
  readonly #unproved = new Map<string, { count: number; readonly names: string[] }>();

  breaks(run: string, number: number | null, message: string): void {
    this.brokenCount++;
    if (this.broken.length < BROKEN_MAX) this.broken.push({ run, number, message });
  }

  /** Several of one run: the first ones, and how many more. */
  breaksAll(run: string, messages: readonly string[]): void {
    for (const message of messages.slice(0, PER_RUN_MAX)) this.breaks(run, null, message);
    const more = messages.length - PER_RUN_MAX;
    if (more > 0) this.breaks(run, null, `Found ${more} more of this run.`);
  }

  /** `what` is reported with how many there are of it, and the first by name. */
  cannotProve(what: string, name?: string): void {
    const known = this.#unproved.get(what) ?? { count: 0, names: [] };
    this.#unproved.set(what, known);
    known.count++;
    if (name !== undefined && known.names.length < NAMED_MAX) known.names.push(name);
  }

  get unproved(): readonly string[] {
    return [...this.#unproved].map(([what, { count, names }]) => {
      const more = names.length > 0 && count > names.length ? ` and ${count - names.length} more` : '';
      return `${what} (${count})${names.length === 0 ? '' : `: ${names.join(', ')}${more}`}`;
    });
  }
}

export const brief = (hash: string): string => (hash === '' ? 'nothing' : hash.slice(0, 12));
