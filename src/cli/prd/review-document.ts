// The review of a document, brief or PRD: read it or what changed in it, then approve it or say what to change.

import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { type Desk, helpLines, type Key, notEmpty } from './desk.ts';
import { heading, type Look } from './look.ts';
import { type Modification, sectionChanges } from './section-changes.ts';
import { diffLines, diffSummary } from './show-diff.ts';
import { markdownLines, outlineLines } from './show-markdown.ts';

export interface DocumentGate {
  /** `Feature brief`, `PRD`. */
  readonly what: string;
  /** What it is called in an editor. */
  readonly file: string;
  readonly text: string;
  /** The version that was looked at last; null in the first round. */
  readonly before: string | null;
  readonly round: number;
  readonly path: string;
}

export interface DocumentVerdict {
  readonly approved: boolean;
  readonly userFeedback?: string;
  readonly modifications?: readonly Modification[];
  readonly reviewSummary: string;
}

const REASON = 'Edited in the review.';

const KEYS = [
  { key: 'a', label: 'approve', help: 'it is good as it stands; the workflow goes on' },
  { key: 'c', label: 'request changes', help: 'say in your words what to change; a new version comes back to you' },
  { key: 'e', label: 'edit', help: 'change it in $VISUAL or $EDITOR; your changes are asked for, section by section' },
  { key: ' ', label: 'more', help: 'the next page' },
  { key: 'f', label: 'full text', help: 'all of it' },
  { key: 'd', label: 'what changed', help: 'the differences to the version you saw last' },
  { key: 'l', label: 'outline', help: 'its headings' },
  { key: 'q', label: 'leave', help: 'nothing is lost: signoff prd --resume goes on here' },
  { key: '?', label: 'help', help: 'this list' },
] as const satisfies readonly (Key & { readonly help: string })[];

export async function reviewDocument(
  desk: Desk,
  gate: DocumentGate,
  signal: AbortSignal,
): Promise<Asked<DocumentVerdict>> {
  const pages = new Pages(desk, gate);
  pages.show(gate.before === null ? 'full' : 'diff');
  for (;;) {
    const keys = KEYS.filter(({ key }) => (key === ' ' ? pages.hasMore : key !== 'd' || gate.before !== null));
    const key = await desk.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === 'a') return { approved: true, reviewSummary: `${gate.what} approved as it stands.` };
    if (key === ' ') pages.more();
    if (key === 'f') pages.show('full');
    if (key === 'd') pages.show('diff');
    if (key === 'l') pages.show('outline');
    if (key === '?') desk.say(helpLines(keys, desk.look()));
    const given = key === 'c' ? await askChanges(desk, signal) : key === 'e' ? await askEdit(desk, gate, signal) : BACK;
    if (given !== BACK) return given;
  }
}

class Pages {
  readonly #desk: Desk;
  readonly #gate: DocumentGate;
  #lines: readonly string[] = [];
  #at = 0;

  constructor(desk: Desk, gate: DocumentGate) {
    this.#desk = desk;
    this.#gate = gate;
  }

  get hasMore(): boolean {
    return this.#at < this.#lines.length;
  }

  show(view: 'full' | 'diff' | 'outline'): void {
    const look = this.#desk.look();
    this.#desk.say([...heading(this.#gate.what, this.#note(view), look), '']);
    this.#lines = this.#linesOf(view, { ...look, width: look.width - 1 }).map((line) => ` ${line}`.trimEnd());
    this.#at = 0;
    this.more();
  }

  more(): void {
    const page = this.#desk.page() ?? this.#lines.length;
    const now = this.#lines.slice(this.#at, this.#at + page);
    this.#at += now.length;
    const left = this.#lines.length - this.#at;
    const { paint } = this.#desk.look();
    this.#desk.say(left > 0 ? [...now, paint.dim(` … ${this.#at} of ${this.#lines.length} lines`)] : now);
  }

  #note(view: 'full' | 'diff' | 'outline'): string {
    const { round, before, text, path } = this.#gate;
    const turn = round > 1 ? `round ${round}, ` : '';
    if (view === 'diff' && before !== null) return `${turn}what changed since you saw it: ${diffSummary(before, text)}`;
    return `${turn}${path}`;
  }

  #linesOf(view: 'full' | 'diff' | 'outline', look: Look): readonly string[] {
    const { text, before } = this.#gate;
    if (view === 'outline') return outlineLines(text, look);
    if (view === 'full' || before === null) return markdownLines(text, look);
    const changed = diffLines(before, text, look);
    return changed.length > 0 ? changed : ['Nothing changed in it.'];
  }
}

async function askChanges(desk: Desk, signal: AbortSignal): Promise<Asked<DocumentVerdict>> {
  const feedback = await desk.line('What should change?', { placeholder: 'in your words', check: notEmpty }, signal);
  if (isUnsaid(feedback)) return feedback;
  return { approved: false, userFeedback: feedback.trim(), reviewSummary: 'Changes requested.' };
}

async function askEdit(desk: Desk, gate: DocumentGate, signal: AbortSignal): Promise<Asked<DocumentVerdict>> {
  let { text } = gate;
  for (;;) {
    const edited = await desk.edit(text, gate.file);
    const look = desk.look();
    if ('problem' in edited) {
      desk.say([` ${look.paint.yellow(oneLine(edited.problem))}`]);
      return BACK;
    }
    ({ text } = edited);
    const changes = sectionChanges(gate.text, text, REASON);
    if (changes.length === 0) {
      desk.say([' You changed nothing in it.']);
      return BACK;
    }
    desk.say([...heading('Your changes', changes.map(({ section }) => section).join(', '), look), '']);
    desk.say(diffLines(gate.text, text, look));
    const keys = [
      { key: 's', label: 'send' },
      { key: 'e', label: 'edit again' },
      { key: 'b', label: 'back' },
    ];
    const key = await desk.key(keys, signal);
    if (key === LEAVE) return LEAVE;
    if (key === 'b' || key === BACK) return BACK;
    if (key === 's') return sent(desk, gate, text, signal);
  }
}

async function sent(
  desk: Desk,
  gate: DocumentGate,
  text: string,
  signal: AbortSignal,
): Promise<Asked<DocumentVerdict>> {
  const why = await desk.line('Why?', { placeholder: 'optional, told to whoever writes the next version' }, signal);
  if (isUnsaid(why)) return why;
  const said = why.trim();
  const modifications = sectionChanges(gate.text, text, said === '' ? REASON : said);
  const names = modifications.map(({ section }) => section).join(', ');
  return {
    approved: false,
    ...(said !== '' && { userFeedback: said }),
    modifications,
    reviewSummary: `Changes requested in ${names}.`,
  };
}
