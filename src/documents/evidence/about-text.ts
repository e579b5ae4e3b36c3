// What sources disagree on, as words that can stand behind "The sources disagree on": a noun, `when`, `whether`.

import type { DateMention } from './read-dates.ts';
import type { Quantity } from './read-quantities.ts';
import type { Statement, StatementWord } from './read-statement.ts';

/** Longer clauses are told by their nouns. */
const CLAUSE_MAX = 100;

/** `the seasonal performance factor of air-source heat pumps`. */
export function aboutFigure(statement: Statement, figure: Quantity, shared: readonly StatementWord[]): string {
  const clause = statement.words.find(({ end }) => end > figure.start)?.clause;
  const chunks = chunksOf(
    statement,
    statement.words.filter((word) => word.clause === clause),
  );
  const counted = chunks.find(({ start }) => start >= figure.end && start <= figure.end + 8);
  if (figure.dimension === 'count' && counted !== undefined && PLURAL.test(counted.text))
    return `the number of ${counted.text}`;
  if (figure.dimension === 'share' && figure.following[0] === 'of' && counted !== undefined && !isName(counted))
    return `the share of ${counted.text}`;
  const isShared = ({ words }: Chunk): boolean => words.some((word) => shared.includes(word));
  const isPer = ({ start }: Chunk): boolean =>
    /\b(?:per|each|every) $/i.test(statement.text.slice(0, start)) ||
    statement.quantities.some(
      (each) => / of (?:the )?$/.test(statement.text.slice(each.end, start).slice(0, 9)) && start < each.end + 9,
    );
  const before = chunks.filter((chunk) => chunk.end <= figure.start && !isPer(chunk));
  const verb = statement.words.findLast(
    (word) => word.clause === clause && word.kind === 'verb' && word.end <= figure.start,
  );
  const subject = before.findLast((chunk) => isShared(chunk) && chunk.end < (verb?.start ?? 0));
  const measured = before.findLast((chunk) => isShared(chunk) && chunk.start > (verb?.end ?? figure.start));
  if (subject !== undefined && measured !== undefined && !measured.text.includes(' of '))
    return `the ${measured.text} of ${subject.text}`;
  const amount = chunks.find(({ start }) => /^ of (?:the )?$/.test(statement.text.slice(figure.end, start)));
  if (amount !== undefined && isShared(amount) && !isName(amount)) return `the amount of ${amount.text}`;
  const whole = before.find(isShared);
  if (whole?.text.includes(' ') !== true) return quoted(statement, clause ?? 0) ?? aboutWords(statement, shared);
  return MEASURE.test(whole.text) ? `the ${whole.text}` : `the figure for ${whole.text}`;
}

/** The clause itself, where nothing shorter says it. */
function quoted(statement: Statement, clause: number): string | null {
  const words = statement.words.filter((word) => word.clause === clause);
  const told = clauseText(statement, words, null);
  return told === null ? null : `"${told}"`;
}

const MEASURE =
  /^(?:\p{L}+ ){0,2}(?:length|cost|price|share|number|amount|size|rate|age|height|weight|area|emissions|record)\b/u;

/** `when the language was merged in version 7.2`. */
export function aboutDate(statement: Statement, date: DateMention, shared: readonly StatementWord[]): string {
  const clause = statement.words.find(({ end }) => end > date.start)?.clause;
  const words = statement.words.filter((word) => word.clause === clause);
  const told = clauseText(statement, words, date);
  return told === null ? aboutWords(statement, shared) : `when ${told}`;
}

/** `whether short naps improve memory`; the words are those of the clause that affirms it. */
export function aboutDenial(statement: Statement, clause: number, shared: readonly StatementWord[]): string {
  const words = statement.words.filter((word) => word.clause === clause);
  const told = wholeText(statement) ?? clauseText(statement, words, null);
  return told === null ? aboutWords(statement, shared) : `whether ${told}`;
}

const WHICH = /, (?:[a-z]+ )?(?:which|who|whose|where|whom) [^,]{1,80},(?= )/g;
const FIRST = /^((?:In|On|At|Per|For|During|After|Among) [^,]{2,40}), (.+)$/s;

/** A sentence of one clause, or with one that says which: `boys profited more in the trial`. */
function wholeText(statement: Statement): string | null {
  const own = statement.text.replace(WHICH, '').replace(/[.:;](?:\s.*)?$/s, '');
  const [, lead = '', rest = own] = FIRST.exec(own) ?? [];
  const first = statement.words.find(({ start }) => start >= statement.text.indexOf(rest.slice(0, 12)));
  const text = `${lowered(rest, first)}${lead === '' ? '' : ` ${lowered(lead, undefined)}`}`;
  const isPlain = !/[,"()“”]|\b(?:I|we|our|you|your|it|they|he|she|there)\b/i.test(text) && first?.kind !== 'verb';
  const isWhole = text.length <= CLAUSE_MAX && text.split(' ').length > 2 && !LEADS.test(first?.lower ?? '');
  return isPlain && isWhole ? text : null;
}

/** Nouns that both have: `underfloor heating and heat pumps`. */
export function aboutWords(statement: Statement, shared: readonly StatementWord[]): string {
  const chunks = chunksOf(statement, statement.words).filter(({ words }) =>
    words.some((word) => shared.includes(word)),
  );
  // Those that say most first; one word alone says nothing.
  const texts = chunks.map(({ text }) => text).filter((text) => text.length > 2);
  const all = [
    ...texts.filter((text) => text.includes(' ')),
    ...texts.filter((text) => !text.includes(' ')),
    ...chunksOf(statement, statement.words).map(({ text }) => text),
  ];
  const [first = shared[0]?.text ?? 'this', second] = [...new Set(all)];
  return second === undefined ? first : `${first} and ${second}`;
}

const isName = ({ words }: Chunk): boolean => words.every((word) => word.isName);

const PLURAL = /(?:[^s]s|people|men|women|children)$/;

interface Chunk {
  readonly text: string;
  readonly words: readonly StatementWord[];
  readonly start: number;
  readonly end: number;
}

const IN_CHUNK = /^(?:adjective|noun|name)$/;

/** Nouns with what stands before them; `days of sick leave` is one. */
function chunksOf({ text, quantities }: Statement, words: readonly StatementWord[]): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let run: StatementWord[] = [];
  const close = (): void => {
    const head = run.findLastIndex(({ kind, isName }) => isName || kind === 'noun' || kind === 'name');
    const own = run.slice(0, head + 1).filter(({ kind }) => kind !== 'mark');
    run = [];
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return;
    const before = chunks.at(-1);
    const isOf =
      before !== undefined && /^ of (?:the |a |an |their |its |all )?$/.test(text.slice(before.end, first.start));
    const start = isOf ? before.start : first.start;
    if (isOf) chunks.pop();
    const all = isOf ? [...before.words, ...own] : own;
    chunks.push({ text: text.slice(start, last.end), words: all, start, end: last.end });
  };
  for (const [at, word] of words.entries()) {
    // `percent` of `4 percent of the lines` is of the figure.
    if (quantities.some(({ start, end }) => word.start >= start && word.end <= end)) {
      close();
      continue;
    }
    const isJoint = word.text === '-' && run.length > 0;
    // `an air-source heat pump in`: behind a noun with an article a bare verb is one, too.
    const isNoun =
      word.kind === 'verb' && word.lower === word.base && run.at(-1)?.kind === 'noun' && isEnd(words[at + 1]?.kind);
    if (IN_CHUNK.test(word.kind) || word.isName || isJoint) run.push(word);
    else if (isNoun) run.push({ ...word, kind: 'noun' });
    else close();
  }
  close();
  return chunks.map((chunk) => ({ ...chunk, text: lowered(chunk.text, chunk.words[0]) }));
}

const isEnd = (kind: string | undefined): boolean =>
  kind === undefined || /^(?:preposition|mark|auxiliary)$/.test(kind);

const lowered = (text: string, first: StatementWord | undefined): string =>
  first?.isName === true ? text : text.replace(/^\p{Lu}(?=\p{Ll}|\s)/u, (letter) => letter.toLowerCase());

const LEADS = /^(?:but|and|that|because|so|while|whereas|although|though|if|when|since|,|:|;)$/;
const RELATIVE = /^(?:which|who|whose|where|whom|what|why|how|it|he|she|they|this|these|there)$/;

const VERBS = /^(?:verb|auxiliary)$/;

/** A clause as it stands, without its first and last marks and the date; null where it says nothing alone. */
function clauseText(statement: Statement, given: readonly StatementWord[], date: DateMention | null): string | null {
  const from = given.findIndex(({ lower }) => !LEADS.test(lower));
  const words = given.slice(Math.max(0, from));
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || RELATIVE.test(first.lower)) return null;
  // `the steam collected, needs less`: the end of one clause and the rest of another.
  const isMiddle = first !== statement.words[0] && !/[,:;]$/.test(statement.text.slice(0, first.start).trimEnd());
  if ((isMiddle && !LEADS.test(given[0]?.lower ?? '')) || VERBS.test(first.kind)) return null;
  if (!words.some(({ kind }) => kind === 'verb' || kind === 'auxiliary')) return null;
  const whole = statement.text.slice(first.start, last.end);
  const cut = date === null ? whole : withoutDate(statement, first.start, last.end, date);
  const text = lowered(cut.replace(/(?:, [a-z]+)?[\s.,;:!?]{0,9}$/, '').replace(/^[\s,]{1,9}/, ''), first);
  const isOther = /[:"()]/.test(text);
  return isOther || text.length > CLAUSE_MAX || text.split(' ').length < 3 ? null : text;
}

function withoutDate({ text }: Statement, start: number, end: number, date: DateMention): string {
  const before = text
    .slice(start, date.start)
    .replace(/,? ?\b(?:in|on|since|by|from|at|of|during)(?: the)?(?: (?:year|end|beginning)(?: of)?)? ?$/i, '');
  const behind = text.slice(date.end, end);
  // `were switched on, in October 2017, we have lost ground`: the next clause.
  return before.split(' ').length > 2 && behind.startsWith(',') ? before : `${before}${behind}`;
}
