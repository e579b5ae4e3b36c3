// What stands below the title of an article: how many of its sentences were checked, and by whom, or that no model
// wrote it. Sentences of code, which claim nothing about the topic.

export interface CheckCounts {
  readonly wordForWord: number;
  readonly judged: number;
  readonly notJudged: number;
  readonly takenOut: number;
}

/** `without` names the workers that no model did. */
export const headNote = (
  { wordForWord, judged, notJudged, takenOut }: CheckCounts,
  without: readonly string[] = [],
): string =>
  `Checked against its sources, see the [ledger](ledger.md): word for word ${wordForWord}, supported by the judge ` +
  `${judged}, not judged ${notJudged}, taken out ${takenOut}.` +
  (without.length === 0 ? '' : ` Without a model: ${without.join(', ')}.`);

const DIGEST = 'Written without a model: whole sentences of the sources, word for word, see the [ledger](ledger.md).';
const JUDGED = ' A model compared them with their passages.';

export const digestNote = (isJudged: boolean): string => (isJudged ? DIGEST + JUDGED : DIGEST);

const WITHOUT_COUNTS = headNote({ wordForWord: 0, judged: 0, notJudged: 0, takenOut: 0 });

/** Word for word, figures and names of workers aside. */
export function isHeadNote(markdown: string): boolean {
  const note = markdown.trim();
  return note === DIGEST || note === DIGEST + JUDGED || isCheckNote(note);
}

const isCheckNote = (note: string): boolean =>
  note.replace(/\d{1,6}/g, '0').replace(/(?<=\.) Without a model: [^.\n]{1,400}\.$/, '') === WITHOUT_COUNTS;

/** Of a model's article: a ledger with the verdicts of a judge is beside it. */
export const hasHeadNote = (article: string): boolean =>
  article.split('\n').some((line) => line.startsWith('> ') && isCheckNote(line.slice(2).trim()));

/** Below the title, as a quoted paragraph. */
export function withNote(markdown: string, note: string): string {
  const [title = '', ...rest] = markdown.split('\n');
  const below = /^# /.test(title) ? rest : [title, ...rest];
  const head = /^# /.test(title) ? [title, ''] : [];
  return [...head, `> ${note}`, '', below.join('\n').trimStart()].join('\n');
}
