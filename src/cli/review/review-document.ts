// The review of a document: read it or what changed in it, then approve it or say what to change.

import { sectionsOf } from '../../documents/markdown/headings-of.ts';
import type { DocumentDecision, DocumentReview, ReviewHead } from '../../ports/review.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { oneLine } from '../shown-text.ts';
import { askEdit } from './edit-document.ts';
import { helpLines, type Key, notEmpty, type ReviewTerminal, withNotice } from './review-terminal.ts';
import { diffLines, diffSummary } from './show-diff.ts';
import { markdownLines, outlineLines } from './show-markdown.ts';
import { noticeLines } from './show-notices.ts';
import { hanging, heading, type Theme } from './theme.ts';

export type ShownDocument = Pick<ReviewHead, 'round'> & DocumentReview;

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
  { key: 'q', label: 'leave', help: 'nothing is lost' },
  { key: '?', label: 'help', help: 'this list' },
] as const satisfies readonly (Key & { readonly help: string })[];

/** `goOn`: the command that comes back here. */
export async function reviewDocument(
  given: ReviewTerminal,
  review: ShownDocument,
  goOn: string,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  const terminal = withNotice(given, (theme) => editNotice(review, theme));
  const pages = new Pages(terminal, review);
  pages.show(review.before === null ? 'full' : 'diff');
  for (;;) {
    const keys = KEYS.filter(({ key }) => isOffered(key, review, pages)).map((one) =>
      one.key === 'q' ? { ...one, help: `nothing is lost: ${goOn} goes on here` } : one,
    );
    const key = await terminal.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === ' ') pages.more();
    if (key === 'f') pages.show('full', 'all');
    if (key === 'd') pages.show('diff');
    if (key === 'l') pages.show('outline');
    if (key === 'h') terminal.say(handDiff(review, terminal.theme()));
    if (key === '?') terminal.say(helpLines(keys, terminal.theme()));
    const decided = isPromptExit(key) ? BACK : await decisionOf(key, terminal, review, signal);
    if (decided !== BACK) return decided;
  }
}

/** BACK: the key decides nothing. */
async function decisionOf(
  key: string,
  terminal: ReviewTerminal,
  review: ShownDocument,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  if (key === 'c') return askChanges(terminal, signal);
  if (key === 's') return askSection(terminal, review, signal);
  if (key === 'o') return askAnew(terminal, signal);
  if (key === 'e') return askEdit(terminal, review, signal);
  if (key !== 'a') return BACK;
  const sure = await isSure(terminal, review, signal);
  if (isPromptExit(sure)) return sure;
  return { kind: 'document', verdict: 'approve', ...(review.assumptions.length > 0 && { isConfirmed: true }) };
}

async function isSure(
  terminal: ReviewTerminal,
  { doubts, assumptions }: DocumentReview,
  signal: AbortSignal,
): Promise<PromptResult<'sure'>> {
  if (doubts.length === 0 && assumptions.length === 0) return 'sure';
  const { paint, width } = terminal.theme();
  terminal.say(['', ...doubts.flatMap((doubt) => hanging(' ', oneLine(doubt), width, paint.yellow))]);
  if (assumptions.length > 0)
    terminal.say([
      ...hanging(' ', 'It rests on these assumptions, which you confirm by approving it:', width, paint.yellow),
      ...assumptions.flatMap((each) => hanging('   - ', oneLine(each), width)),
    ]);
  const keys = [
    { key: 'y', label: doubts.length > 0 ? 'approve it all the same' : 'they hold: approve it' },
    { key: 'b', label: 'back' },
  ];
  const key = await terminal.key(keys, signal);
  if (key === LEAVE) return LEAVE;
  return key === 'y' ? 'sure' : BACK;
}

function isOffered(key: string, { before, edited, canStartOver }: DocumentReview, pages: Pages): boolean {
  if (key === ' ') return pages.hasMore;
  if (key === 'h') return edited !== null;
  if (key === 'o') return canStartOver;
  return key !== 'd' || before !== null;
}

function editNotice({ file, notices, edited }: DocumentReview, theme: Theme): string[] {
  const lines = noticeLines(notices, theme);
  if (edited === null) return lines;
  const what = `${file} was edited by hand since this version was written. The edit is not in what you see, so this`;
  const ways = 'cannot be approved now: put the file back, or request changes; yours is then kept in a file beside it.';
  return [...lines, ...hanging(' ', `${what} ${ways} "h" shows the difference.`, theme.width, theme.paint.yellow)];
}

function handDiff({ file, text, edited }: DocumentReview, theme: Theme): string[] {
  const changed = diffLines(text, edited ?? text, { ...theme, width: theme.width - 1 });
  return [
    ...heading(`${file} as it was edited by hand`, 'against the version you review', theme),
    '',
    ...(changed.length > 0 ? changed : ['Only line ends or blank space differ.']).map((line) => ` ${line}`),
  ];
}

type View = 'full' | 'diff' | 'outline';
const FEW = 2;

class Pages {
  readonly #terminal: ReviewTerminal;
  readonly #review: ShownDocument;
  #lines: readonly string[] = [];
  #at = 0;

  constructor(terminal: ReviewTerminal, review: ShownDocument) {
    this.#terminal = terminal;
    this.#review = review;
  }

  get hasMore(): boolean {
    return this.#at < this.#lines.length;
  }

  show(view: View, extent: 'page' | 'all' = 'page'): void {
    const theme = this.#terminal.theme();
    this.#terminal.say([...heading(this.#review.title, this.#note(view), theme), '']);
    this.#lines = this.#linesOf(view, { ...theme, width: theme.width - 1 }).map((line) => ` ${line}`.trimEnd());
    this.#at = 0;
    this.more(extent);
  }

  more(extent: 'page' | 'all' = 'page'): void {
    const rows = extent === 'all' ? null : this.#terminal.page();
    const remaining = this.#lines.length - this.#at;
    // A page for a line or two is not worth a key.
    const page = rows === null || remaining <= rows + FEW ? remaining : rows;
    const now = this.#lines.slice(this.#at, this.#at + page);
    this.#at += now.length;
    const left = this.#lines.length - this.#at;
    const { paint } = this.#terminal.theme();
    this.#terminal.say(left > 0 ? [...now, paint.dim(` … ${this.#at} of ${this.#lines.length} lines`)] : now);
  }

  #note(view: View): string {
    const { round, before, text, path, isWritten } = this.#review;
    const turn = round > 1 ? `round ${round}, ` : '';
    if (view === 'diff' && before !== null) return `${turn}what changed since you saw it: ${diffSummary(before, text)}`;
    return `${turn}${isWritten ? '' : 'will be '}${path}`;
  }

  #linesOf(view: View, theme: Theme): readonly string[] {
    const { text, before } = this.#review;
    if (view === 'outline') return outlineLines(text, theme);
    if (view === 'full' || before === null) return markdownLines(text, theme);
    const changed = diffLines(before, text, theme);
    return changed.length > 0 ? changed : ['Nothing changed in it.'];
  }
}

async function askSection(
  terminal: ReviewTerminal,
  review: DocumentReview,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  const headings = sectionsOf(review.text, 2).map(({ heading }) => heading.text);
  const names = review.sections ?? headings.filter((name) => !review.fixed.some(({ section }) => section === name));
  const named = (line: string): string | undefined =>
    names.find((name) => name.toLowerCase() === line.trim().toLowerCase()) ?? names[Number(line.trim()) - 1];
  terminal.say(['', ...names.map((name, at) => `   ${at + 1}  ${oneLine(name)}`)]);
  const check = (line: string): string | undefined =>
    named(line) === undefined ? `Expected 1 to ${names.length}, or the name of a section.` : undefined;
  const which = await terminal.line('Which section?', { check }, signal);
  if (isPromptExit(which)) return which;
  const why = await terminal.line('What should change in it?', { check: notEmpty }, signal);
  if (isPromptExit(why)) return why;
  const changes = [{ section: named(which) ?? '', reason: why.trim(), text: '' }];
  return { kind: 'document', verdict: 'change', feedback: why.trim(), changes };
}

async function askAnew(terminal: ReviewTerminal, signal: AbortSignal): Promise<PromptResult<DocumentDecision>> {
  const feedback = await terminal.line('What should be different?', { check: notEmpty }, signal);
  if (isPromptExit(feedback)) return feedback;
  return { kind: 'document', verdict: 'start-over', feedback: feedback.trim() };
}

async function askChanges(terminal: ReviewTerminal, signal: AbortSignal): Promise<PromptResult<DocumentDecision>> {
  const feedback = await terminal.line(
    'What should change?',
    { placeholder: 'in your words', check: notEmpty },
    signal,
  );
  if (isPromptExit(feedback)) return feedback;
  return { kind: 'document', verdict: 'change', feedback: feedback.trim() };
}
