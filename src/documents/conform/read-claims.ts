// Sentences that say where a state leads: "in X state ... returns to Y", or "transitions to Y" under the heading "X".
// Only what can be read by rule counts: a sentence whose state is not sure claims nothing.

import type { DocumentLine } from './document-lines.ts';
import { isForbiddenHeading } from './list-sources.ts';
import { type Mention, type MentionedNames, mentionsIn, stateOfHeading } from './state-mentions.ts';
import { type Claim, CONFORM_LIMITS } from './transition.ts';

const MOVES =
  /\b(?:transition(?:s|ed)?|returns?|go(?:es)?|moves?|resets?|falls?|loops?|proceeds?)(?: back)? (?:in)?to(?: the)? $/i;
const ENTERS = /\b(?:back to|enters?)(?: the)? $/i;
const DENIED = /\b(?:not|never|cannot|can't|don't|doesn't|won't|no longer|without|instead of|rather than|unless)\b/i;
const BETWEEN = /^(?: state| phase)?(?:,? (?:it|then|also|can|may|will|always|automatically)){0,3} ?$/i;
const ITEM = /^(\s{0,40})(\d{1,3}[.)]|[-*+])\s/;
const CHOICES = /\b(?:ways|either|one of|alternatives?|options?|any of)\b/i;
const NEXT = /^[\s*_-]{0,20}(?:next|following) (?:state|phase|step)s?[\s*_]{0,5}:/i;
const ARROW_BEFORE = /(?:→|⇒|->|=>) ?$/;

/** Longer paragraphs and lists are read in pieces. */
const BLOCK_LINES_MAX = 500;

/** A move to a state, before it is known where from. */
interface Move {
  readonly line: DocumentLine;
  readonly to: string;
  /** By its own sentence. */
  readonly from: string | null;
  /** Its sentence speaks of another state, so that nothing else may say which it is. */
  readonly isUnsure: boolean;
  readonly at: number;
}

export function readClaims(
  lines: readonly DocumentLine[],
  names: MentionedNames,
  isSkipped: (line: number) => boolean,
): readonly Claim[] {
  const claims: Claim[] = [];
  const isProse = ({ number, isMark, fence, text }: DocumentLine): boolean =>
    !isMark && fence === null && !isSkipped(number) && text.trim() !== '';
  for (let at = 0; at < lines.length && claims.length <= CONFORM_LIMITS.claims; at++) {
    const first = lines[at];
    if (first === undefined || !isProse(first)) continue;
    let end = at + 1;
    for (let next = lines[end]; end - at < BLOCK_LINES_MAX && next !== undefined && isProse(next); next = lines[end])
      end++;
    const block = lines.slice(at, end);
    if (!isForbiddenHeading(first.headings)) claims.push(...claimsOf(block, introOf(lines, at), names));
    at = end - 1;
  }
  return claims;
}

/** The text before a block, past one blank line. */
function introOf(lines: readonly DocumentLine[], at: number): string {
  const before = [lines[at - 1], lines[at - 2]].find((line) => line !== undefined && line.text.trim() !== '');
  return before === undefined || before.isMark ? '' : before.text.slice(0, CONFORM_LIMITS.lineCharacters);
}

/** Of lines without a blank one between them. */
function claimsOf(block: readonly DocumentLine[], intro: string, names: MentionedNames): readonly Claim[] {
  const headed = headingState(block[0]?.headings ?? [], names);
  const claims: Claim[] = [];
  const open: Move[] = [];
  let inState: string | null = null;
  let isNext = false;
  for (const line of block) {
    const mentions = mentionsIn(line.text, names);
    inState = stateOfLine(line.text, mentions) ?? inState;
    const isLabel = NEXT.test(line.text);
    isNext = isLabel || (isNext && ITEM.test(line.text));
    if (isNext && headed !== null) {
      const targets = mentions.filter(({ start }) => isLabel || ARROW_BEFORE.test(line.text.slice(0, start).slice(-4)));
      for (const { key } of targets) claims.push(claim(line, headed, key));
      continue;
    }
    for (const move of movesIn(line, mentions)) {
      const from = move.from ?? (move.isUnsure ? null : (inState ?? headed));
      if (from !== null) claims.push(claim(line, from, move.to));
      else if (!move.isUnsure) open.push(move);
    }
  }
  return [...claims, ...stepClaims(block, intro, open)].filter(({ from, to }) => from !== to);
}

/** Steps one after the other: what a step enters is the state of the next. Lists of alternatives, in which most items
 *  enter a state, are none. */
function stepClaims(block: readonly DocumentLine[], intro: string, moves: readonly Move[]): readonly Claim[] {
  const items = block.filter(({ text }) => /^\s{0,3}\d{1,3}[.)]\s/.test(text));
  const isAlternative = CHOICES.test(intro) || CHOICES.test(block[0]?.text.slice(0, 200) ?? '');
  if (items.length < 3 || moves.length < 2 || isAlternative) return [];
  const itemOf = (line: number): number => items.findLastIndex(({ number }) => number <= line);
  const entering = new Set(moves.map(({ line }) => itemOf(line.number)));
  if (entering.size * 2 > items.length) return [];
  return moves.slice(1).map(({ line, to }, before) => claim(line, moves[before]?.to ?? to, to));
}

function claim(line: DocumentLine, from: string, to: string): Claim {
  return {
    ...{ from, to, line: line.number, heading: line.headings.at(-1) ?? '', isForbidden: false },
    quote: quoted(line.text),
  };
}

export function quoted(text: string): string {
  const bare = text
    .slice(0, 400)
    .replace(/^\s{0,40}(?:[-*+]|\d{1,3}[.)])\s/, '')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return bare.length > 120 ? `${bare.slice(0, 117).trimEnd()}...` : bare;
}

function headingState(headings: readonly string[], names: MentionedNames): string | null {
  for (const heading of [...headings].reverse()) {
    const state = stateOfHeading(heading, names);
    if (state !== null) return state;
    if (mentionsIn(heading, names).length > 0) return null;
  }
  return null;
}

/** "In X state", "The X state ...", "X state ..." at the beginning of what it says. */
function stateOfLine(text: string, mentions: readonly Mention[]): string | null {
  const found = mentions.find(({ start, end }) => {
    if (!/^ (?:state|phase)\b/i.test(text.slice(end, end + 8))) return false;
    const before = text.slice(Math.max(0, start - 60), start).replace(/[*`]/g, '');
    return (
      /\b(?:in|while|during)(?: the)? $/i.test(before) || /^\s{0,40}(?:[-*+]\s|\d{1,3}[.)]\s)?(?:the )?$/i.test(before)
    );
  });
  return found?.key ?? null;
}

function movesIn(line: DocumentLine, mentions: readonly Mention[]): readonly Move[] {
  const { text } = line;
  const moves: Move[] = [];
  const targets = new Set<Mention>();
  for (const mention of mentions) {
    const before = text.slice(Math.max(0, mention.start - 60), mention.start).replace(/[*`]/g, '');
    const verb = MOVES.exec(before) ?? ENTERS.exec(before);
    if (verb === null) continue;
    targets.add(mention);
    const verbStart = mention.start - (before.length - verb.index);
    const sentence = sentenceStart(text, verbStart);
    if (DENIED.test(text.slice(Math.max(sentence, verbStart - 200), verbStart))) continue;
    const isOwn = (each: Mention): boolean =>
      each.start >= sentence && each.end <= verbStart && each.key !== mention.key;
    const own = mentions.filter((each) => isOwn(each) && !targets.has(each));
    const from = subjectOf(text, own, verbStart);
    moves.push({ line, to: mention.key, from, isUnsure: from === null && own.length > 0, at: mention.start });
  }
  return moves;
}

function sentenceStart(text: string, before: number): number {
  const stops = ['. ', '; ', '! ', '? '].map((stop) => text.lastIndexOf(stop, before - 1));
  return Math.max(0, ...stops.map((at) => (at === -1 ? 0 : at + 2)));
}

/** "X transitions to", "from X", "in X state". */
function subjectOf(text: string, own: readonly Mention[], verb: number): string | null {
  const last = own.at(-1);
  if (last === undefined) return null;
  const between = text.slice(last.end, Math.max(last.end, verb)).replace(/[*`]/g, '');
  if (BETWEEN.test(between)) return last.key;
  const sure = own.filter(({ start, end }) => {
    const before = text.slice(Math.max(0, start - 20), start).replace(/[*`]/g, '');
    const isIn =
      /\b(?:in|while|during)(?: the)? $/i.test(before) && /^ (?:state|phase)\b/i.test(text.slice(end, end + 8));
    return isIn || /\bfrom(?: the)? $/i.test(before);
  });
  return sure.length === 1 && own.length === 1 ? (sure[0]?.key ?? null) : null;
}
