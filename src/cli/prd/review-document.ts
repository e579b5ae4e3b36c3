// The review of a document, brief or PRD: read it or what changed in it, then approve it or say what to change.

import { type Modification, WHOLE_DOCUMENT } from '../../documents/brief.ts';
import { sectionsOf } from '../../documents/headings-of.ts';
import { type Asked, BACK, isUnsaid, LEAVE } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { program } from '../started-as.ts';
import { type Desk, helpLines, type Key, notEmpty, withNotice } from './desk.ts';
import { askEdit } from './edit-document.ts';
import { editLines } from './hand-edits.ts';
import { hanging, heading, type Look } from './look.ts';
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
  /** false: the file is made when it is approved. */
  readonly isThere?: boolean;
  /** Sections that no review of this document changes. */
  readonly fixed?: readonly string[];
  /** Those that may be named for a change; the headings that are not fixed when left out. */
  readonly sections?: readonly string[];
  /** What speaks against approving it, which is asked about once more. */
  readonly doubts?: readonly string[];
  /** What it takes for granted, which whoever approves it confirms. */
  readonly assumptions?: readonly string[];
  /** What hands did to the requirements file. */
  readonly edits?: readonly string[];
  /** The file's own text where a hand has changed it. */
  readonly handEdited?: string | null;
}

export interface DocumentVerdict {
  readonly approved: boolean;
  readonly userFeedback?: string;
  readonly modifications?: readonly Modification[];
  readonly reviewSummary: string;
}

const KEYS = [
  { key: 'a', label: 'approve', help: 'it is good as it stands; the workflow goes on' },
  { key: 'c', label: 'request changes', help: 'say in your words what to change; a new version comes back to you' },
  { key: 's', label: 'change a section', help: 'name a section and say what it should say' },
  {
    key: 'o',
    label: 'start over',
    help: 'it is written anew with your feedback; nothing of it is kept for its own sake',
  },
  { key: 'e', label: 'edit', help: 'change it in $VISUAL or $EDITOR; your changes are asked for, section by section' },
  { key: ' ', label: 'more', help: 'the next page' },
  { key: 'f', label: 'full text', help: 'all of it at once' },
  { key: 'd', label: 'what changed', help: 'the differences to the version you saw last' },
  { key: 'h', label: 'the edit by hand', help: 'what the file says otherwise, because someone edited it' },
  { key: 'l', label: 'outline', help: 'its headings' },
  { key: 'q', label: 'leave', help: `nothing is lost: ${program()} prd --resume goes on here` },
  { key: '?', label: 'help', help: 'this list' },
] as const satisfies readonly (Key & { readonly help: string })[];

export async function reviewDocument(
  given: Desk,
  gate: DocumentGate,
  signal: AbortSignal,
): Promise<Asked<DocumentVerdict>> {
  const desk = withNotice(given, (look) => editNotice(gate, look));
  const pages = new Pages(desk, gate);
  pages.show(gate.before === null ? 'full' : 'diff');
  for (;;) {
    const keys = KEYS.filter(({ key }) => isOffered(key, gate, pages));
    const key = await desk.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === ' ') pages.more();
    if (key === 'f') pages.show('full', 'all');
    if (key === 'd') pages.show('diff');
    if (key === 'l') pages.show('outline');
    if (key === 'h') desk.say(handDiff(gate, desk.look()));
    if (key === '?') desk.say(helpLines(keys, desk.look()));
    const given = isUnsaid(key) ? BACK : await answerOf(key, desk, gate, signal);
    if (given !== BACK) return given;
  }
}

/** BACK: the key decides nothing. */
async function answerOf(
  key: string,
  desk: Desk,
  gate: DocumentGate,
  signal: AbortSignal,
): Promise<Asked<DocumentVerdict>> {
  if (key === 'c') return askChanges(desk, signal);
  if (key === 's') return askSection(desk, gate, signal);
  if (key === 'o') return askAnew(desk, signal);
  if (key === 'e') return askEdit(desk, gate, signal);
  if (key !== 'a') return BACK;
  const sure = await isSure(desk, gate, signal);
  if (isUnsaid(sure)) return sure;
  const assumed = gate.assumptions?.length ?? 0;
  const confirmed = assumed === 0 ? '' : ` Assumptions confirmed: ${assumed}.`;
  return { approved: true, reviewSummary: `${gate.what} approved as it stands.${confirmed}` };
}

async function isSure(
  desk: Desk,
  { doubts = [], assumptions = [] }: DocumentGate,
  signal: AbortSignal,
): Promise<Asked<'sure'>> {
  if (doubts.length === 0 && assumptions.length === 0) return 'sure';
  const { paint, width } = desk.look();
  desk.say(['', ...doubts.flatMap((doubt) => hanging(' ', oneLine(doubt), width, paint.yellow))]);
  if (assumptions.length > 0)
    desk.say([
      ...hanging(' ', 'It rests on these assumptions, which you confirm by approving it:', width, paint.yellow),
      ...assumptions.flatMap((each) => hanging('   - ', oneLine(each), width)),
    ]);
  const keys = [
    { key: 'y', label: doubts.length > 0 ? 'approve it all the same' : 'they hold: approve it' },
    { key: 'b', label: 'back' },
  ];
  const key = await desk.key(keys, signal);
  if (key === LEAVE) return LEAVE;
  return key === 'y' ? 'sure' : BACK;
}

function isOffered(key: string, { before, handEdited = null }: DocumentGate, pages: Pages): boolean {
  if (key === ' ') return pages.hasMore;
  if (key === 'h') return handEdited !== null;
  return key !== 'd' || before !== null;
}

function editNotice({ file, edits = [], handEdited = null }: DocumentGate, look: Look): string[] {
  const lines = editLines(edits, look).filter((line) => line !== '');
  if (handEdited === null) return lines;
  const what = `${file} was edited by hand since this version was written. The edit is not in what you see, so this`;
  const ways = 'cannot be approved now: put the file back, or request changes; yours is then kept in a file beside it.';
  return [...lines, ...hanging(' ', `${what} ${ways} "h" shows the difference.`, look.width, look.paint.yellow)];
}

function handDiff({ file, text, handEdited = null }: DocumentGate, look: Look): string[] {
  const changed = diffLines(text, handEdited ?? text, { ...look, width: look.width - 1 });
  return [
    ...heading(`${file} as it was edited by hand`, 'against the version you review', look),
    '',
    ...(changed.length > 0 ? changed : ['Only line ends or blank space differ.']).map((line) => ` ${line}`),
  ];
}

type View = 'full' | 'diff' | 'outline';
const FEW = 2;

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

  show(view: View, extent: 'page' | 'all' = 'page'): void {
    const look = this.#desk.look();
    this.#desk.say([...heading(this.#gate.what, this.#note(view), look), '']);
    this.#lines = this.#linesOf(view, { ...look, width: look.width - 1 }).map((line) => ` ${line}`.trimEnd());
    this.#at = 0;
    this.more(extent);
  }

  more(extent: 'page' | 'all' = 'page'): void {
    const rows = extent === 'all' ? null : this.#desk.page();
    const remaining = this.#lines.length - this.#at;
    // A page for a line or two is not worth a key.
    const page = rows === null || remaining <= rows + FEW ? remaining : rows;
    const now = this.#lines.slice(this.#at, this.#at + page);
    this.#at += now.length;
    const left = this.#lines.length - this.#at;
    const { paint } = this.#desk.look();
    this.#desk.say(left > 0 ? [...now, paint.dim(` … ${this.#at} of ${this.#lines.length} lines`)] : now);
  }

  #note(view: View): string {
    const { round, before, text, path, isThere = true } = this.#gate;
    const turn = round > 1 ? `round ${round}, ` : '';
    if (view === 'diff' && before !== null) return `${turn}what changed since you saw it: ${diffSummary(before, text)}`;
    return `${turn}${isThere ? '' : 'will be '}${path}`;
  }

  #linesOf(view: View, look: Look): readonly string[] {
    const { text, before } = this.#gate;
    if (view === 'outline') return outlineLines(text, look);
    if (view === 'full' || before === null) return markdownLines(text, look);
    const changed = diffLines(before, text, look);
    return changed.length > 0 ? changed : ['Nothing changed in it.'];
  }
}

async function askSection(desk: Desk, gate: DocumentGate, signal: AbortSignal): Promise<Asked<DocumentVerdict>> {
  const headings = sectionsOf(gate.text, 2).map(({ heading }) => heading.text);
  const names = gate.sections ?? headings.filter((name) => !gate.fixed?.includes(name));
  const named = (line: string): string | undefined =>
    names.find((name) => name.toLowerCase() === line.trim().toLowerCase()) ?? names[Number(line.trim()) - 1];
  desk.say(['', ...names.map((name, at) => `   ${at + 1}  ${oneLine(name)}`)]);
  const check = (line: string): string | undefined =>
    named(line) === undefined ? `Expected 1 to ${names.length}, or the name of a section.` : undefined;
  const which = await desk.line('Which section?', { check }, signal);
  if (isUnsaid(which)) return which;
  const why = await desk.line('What should change in it?', { check: notEmpty }, signal);
  if (isUnsaid(why)) return why;
  const modifications = [{ section: named(which) ?? '', modificationReason: why.trim(), requestedContent: '' }];
  return { approved: false, userFeedback: why.trim(), modifications, reviewSummary: 'Changes requested.' };
}

async function askAnew(desk: Desk, signal: AbortSignal): Promise<Asked<DocumentVerdict>> {
  const feedback = await desk.line('What should be different?', { check: notEmpty }, signal);
  if (isUnsaid(feedback)) return feedback;
  const reason = feedback.trim();
  const modifications = [{ section: WHOLE_DOCUMENT, modificationReason: reason, requestedContent: '' }];
  return { approved: false, userFeedback: reason, modifications, reviewSummary: 'To be started over.' };
}

async function askChanges(desk: Desk, signal: AbortSignal): Promise<Asked<DocumentVerdict>> {
  const feedback = await desk.line('What should change?', { placeholder: 'in your words', check: notEmpty }, signal);
  if (isUnsaid(feedback)) return feedback;
  return { approved: false, userFeedback: feedback.trim(), reviewSummary: 'Changes requested.' };
}
