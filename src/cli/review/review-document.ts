// The review of a document: read it or what changed in it, then approve it or say what to change.

import type { DocumentDecision, DocumentReview, ReviewHead, VerdictWord } from '../../ports/review.ts';
import { BACK, isPromptExit, LEAVE, type PromptResult } from '../prompt.ts';
import { counted, oneLine } from '../shown-text.ts';
import { answerQuestions, questionNotice } from './answer-questions.ts';
import { askSection, sentComments } from './comment-sections.ts';
import { DocumentDraft } from './document-draft.ts';
import { askEdit } from './edit-document.ts';
import { withoutFrontMatter } from './front-matter.ts';
import { helpLines, type Key, notEmpty, type ReviewTerminal, withNotice } from './review-terminal.ts';
import { diffLines, diffSummary } from './show-diff.ts';
import { markdownLines, outlineLines } from './show-markdown.ts';
import { noticeLines } from './show-notices.ts';
import { hangingLines, heading, type Theme } from './theme.ts';

export type ShownDocument = Pick<ReviewHead, 'round'> & DocumentReview;

const KEYS = [
  { key: 'a', label: 'approve', help: 'it is good as it stands; the workflow goes on' },
  { key: 'c', label: 'request changes', help: 'say in your words what to change; a new version comes back to you' },
  { key: 'r', label: 'answer questions', help: 'what it leaves open; a new version with your answers comes back' },
  { key: 's', label: 'change a section', help: 'name a section and say what it should say; several are sent together' },
  { key: 'w', label: 'send comments', help: 'send your comments on sections' },
  {
    key: 'o',
    label: 'start over',
    help: 'it is written again with your feedback; no part of it is kept as it is',
  },
  {
    key: 'e',
    label: 'edit',
    help: 'change it in $VISUAL or $EDITOR; your edits are sent as change requests, one per section',
  },
  { key: ' ', label: 'more', help: 'the next page' },
  { key: 'f', label: 'full text', help: 'all of it at once' },
  { key: 'd', label: 'what changed', help: 'the differences to the version you saw last' },
  { key: 'i', label: 'issues', help: 'all that its review found, in full' },
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
  draft = new DocumentDraft(),
): Promise<PromptResult<DocumentDecision>> {
  const terminal = withNotice(given, (theme) => [
    ...editNotice(review, theme),
    ...questionNotice(review.questions ?? [], theme),
    ...draftNotice(draft, theme),
  ]);
  const pages = new Pages(terminal, review);
  pages.show(review.before === null ? 'full' : 'diff');
  for (;;) {
    const keys = KEYS.filter(({ key }) => isOffered(key, review, pages, draft)).map((one) =>
      one.key === 'q'
        ? { ...one, help: `nothing is lost: ${goOn} goes on here` }
        : { ...one, ...ownWord(one.key, review) },
    );
    const key = await terminal.key(keys, signal);
    if (key === LEAVE || key === 'q') return LEAVE;
    if (signal.aborted) return BACK;
    if (key === ' ') pages.more();
    if (key === 'f') pages.show('full', 'all');
    if (key === 'd') pages.show('diff');
    if (key === 'l') pages.show('outline');
    if (key === 'i') pages.show('issues');
    if (key === 'h') terminal.say(outsideEditDiff(review, terminal.theme()));
    if (key === '?') terminal.say(helpLines(keys, terminal.theme()));
    const decided = isPromptExit(key) ? BACK : await decisionOf(key, terminal, review, draft, signal);
    if (decided !== BACK) return decided;
  }
}

/** How this document calls its verdicts. */
function ownWord(key: string, { words }: DocumentReview): Partial<VerdictWord> {
  return (key === 'a' ? words?.approve : key === 'c' ? words?.change : undefined) ?? {};
}

/** BACK: the key decides nothing. */
async function decisionOf(
  key: string,
  terminal: ReviewTerminal,
  review: ShownDocument,
  draft: DocumentDraft,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  if (key === 'c') return askChanges(terminal, draft, signal);
  if (key === 'r') return answerQuestions(terminal, review.questions ?? [], signal);
  if (key === 's') return askSection(terminal, review, draft, signal);
  if (key === 'w') return sentComments(draft);
  if (key === 'o') return askStartOver(terminal, signal);
  if (key === 'e') return askEdit(terminal, review, draft, signal);
  if (key !== 'a') return BACK;
  const unsent = unsentWords(draft);
  const { label = 'approve' } = ownWord('a', review);
  const drops = `${unsent} not sent: to ${label} it now drops that.`;
  const doubts = unsent === '' ? review.doubts : [...review.doubts, drops];
  const sure = await isSure(terminal, { ...review, doubts }, signal);
  if (isPromptExit(sure)) return sure;
  return { kind: 'document', verdict: 'approve', ...(review.assumptions.length > 0 && { isConfirmed: true }) };
}

async function isSure(
  terminal: ReviewTerminal,
  review: DocumentReview,
  signal: AbortSignal,
): Promise<PromptResult<'sure'>> {
  const { doubts, assumptions } = review;
  const { label = 'approve' } = ownWord('a', review);
  if (doubts.length === 0 && assumptions.length === 0) return 'sure';
  const { paint, width } = terminal.theme();
  terminal.say(['', ...doubts.flatMap((doubt) => hangingLines(' ', oneLine(doubt), width, paint.yellow))]);
  if (assumptions.length > 0)
    terminal.say([
      ...hangingLines(' ', 'It rests on these assumptions, which you confirm by approving it:', width, paint.yellow),
      ...assumptions.flatMap((each) => hangingLines('   - ', oneLine(each), width)),
    ]);
  const keys = [
    { key: 'y', label: doubts.length > 0 ? `${label} it all the same` : `they hold: ${label} it` },
    { key: 'b', label: 'back' },
  ];
  const key = await terminal.key(keys, signal);
  if (key === LEAVE) return LEAVE;
  return key === 'y' ? 'sure' : BACK;
}

function isOffered(
  key: string,
  { before, edited, canStartOver, issues = [], questions = [], isEditedOnly = false }: DocumentReview,
  pages: Pages,
  draft: DocumentDraft,
): boolean {
  if (isEditedOnly && ['c', 'r', 's', 'w'].includes(key)) return false;
  if (key === 'r') return questions.length > 0;
  if (key === 'w') return draft.comments.length > 0;
  if (key === ' ') return pages.hasMore;
  if (key === 'i') return issues.length > 0;
  if (key === 'h') return edited !== null;
  if (key === 'o') return canStartOver;
  return key !== 'd' || before !== null;
}

function editNotice({ file, notices, edited }: DocumentReview, theme: Theme): string[] {
  const lines = noticeLines(notices, theme);
  if (edited === null) return lines;
  const what = `${file} was edited by hand since this version was written. The edit is not in what you see, so this`;
  const ways = 'cannot be approved now: put the file back, or request changes; yours is then kept in a file beside it.';
  return [...lines, ...hangingLines(' ', `${what} ${ways} "h" shows the difference.`, theme.width, theme.paint.yellow)];
}

/** '' where nothing is. */
function unsentWords({ text, comments }: DocumentDraft): string {
  const said = [
    ...(comments.length > 0 ? [counted(comments.length, 'comment')] : []),
    ...(text === null ? [] : ['your edit']),
  ].join(' and ');
  return said === ''
    ? ''
    : `Kept for this version, ${said} ${comments.length > 1 || / and /.test(said) ? 'are' : 'is'}`;
}

function draftNotice(draft: DocumentDraft, { paint, width }: Theme): string[] {
  const unsent = unsentWords(draft);
  const ways = [
    ...(draft.text === null ? [] : ['"e" goes on with it']),
    ...(draft.comments.length > 0 ? ['"w" sends them'] : []),
  ];
  return unsent === '' ? [] : hangingLines(' ', `${unsent} not sent yet: ${ways.join(', ')}.`, width, paint.yellow);
}

function outsideEditDiff({ file, text, edited }: DocumentReview, theme: Theme): string[] {
  const changed = diffLines(text, edited ?? text, { ...theme, width: theme.width - 1 });
  return [
    ...heading(`${file} as it was edited by hand`, 'against the version you review', theme),
    '',
    ...(changed.length > 0 ? changed : ['Only line ends or blank space differ.']).map((line) => ` ${line}`),
  ];
}

type View = 'full' | 'diff' | 'outline' | 'issues';
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
    if (view === 'issues') return `${turn}what its review found: ${counted(this.#review.issues?.length ?? 0, 'issue')}`;
    if (view === 'diff' && before !== null) {
      const [old, now] = [withoutFrontMatter(before).body, withoutFrontMatter(text).body];
      return `${turn}what changed since you saw it: ${diffSummary(old, now)}`;
    }
    return `${turn}${isWritten ? '' : 'will be '}${path}`;
  }

  #linesOf(view: View, theme: Theme): readonly string[] {
    const { text, before, issues = [] } = this.#review;
    if (view === 'issues') return issues.flatMap((issue) => hangingLines('- ', oneLine(issue), theme.width));
    if (view === 'outline') return outlineLines(text, theme);
    const { facts, body } = withoutFrontMatter(text);
    const head = facts === '' ? [] : [...hangingLines('', facts, theme.width, theme.paint.dim), ''];
    if (view === 'full' || before === null) return [...head, ...markdownLines(body, theme)];
    const changed = diffLines(withoutFrontMatter(before).body, body, theme);
    return changed.length > 0 ? changed : ['Nothing changed in it.'];
  }
}

async function askStartOver(terminal: ReviewTerminal, signal: AbortSignal): Promise<PromptResult<DocumentDecision>> {
  const feedback = await terminal.line('What should be different?', { check: notEmpty }, signal);
  if (isPromptExit(feedback)) return feedback;
  return { kind: 'document', verdict: 'start-over', feedback: feedback.trim() };
}

/** Comments on sections that are not sent yet go with it. */
async function askChanges(
  terminal: ReviewTerminal,
  { comments }: DocumentDraft,
  signal: AbortSignal,
): Promise<PromptResult<DocumentDecision>> {
  const feedback = await terminal.line(
    'What should change?',
    { placeholder: 'in your words', check: notEmpty },
    signal,
  );
  if (isPromptExit(feedback)) return feedback;
  const changes = comments.length === 0 ? {} : { changes: comments };
  return { kind: 'document', verdict: 'change', feedback: feedback.trim(), ...changes };
}
