// What code finds of a claim in the sentences of sources: that it stands there word for word, that it differs, that its
// figures and names stand there, or that it is not to be found. Whether other words mean the same is for a judge.

import { compareSentences } from './compare-sentences.ts';
import { compareWording } from './compare-wording.ts';
import { findQuote, type plainText } from './find-quote.ts';
import type { Language } from './language.ts';
import type { ClaimFinding, LedgerSpan } from './ledger.ts';
import { objectTo } from './object-to.ts';
import { isInitialsOf } from './same-name.ts';
import { isSamePart, stands } from './same-part.ts';
import { type ReadSentence, readSentence, type SentencePart } from './sentence-parts.ts';
import type { Source } from './source.ts';

/** A sentence of a source with what stands around it. */
export interface Stretch {
  readonly span: LedgerSpan;
  readonly text: string;
  readonly heading: string;
  readonly before: string;
  readonly after: string;
  readonly source: Source;
  /** The whole text of its source, for quotations. */
  readonly whole: () => ReturnType<typeof plainText>;
}

export interface FoundClaim {
  readonly finding: ClaimFinding;
  readonly reasons: readonly string[];
  readonly spans: readonly LedgerSpan[];
}

interface ReadStretch extends Stretch {
  readonly sentence: ReadSentence;
  /** With its heading, its source's title, and the sentences beside it. */
  readonly around: ReadSentence;
}

const AGREES: ClaimFinding = 'figures and names agree, wording not judged';
const NOT_FOUND = 'not found';
/** Of the content words of a claim without figures and names. */
const WORDS_MIN = 0.5;
const NOTHING: FoundClaim = { finding: NOT_FOUND, reasons: ['No source says anything like it.'], spans: [] };

/** `near` are those that share most words with it, the best first. */
export function findClaim(
  text: string,
  near: readonly Stretch[],
  { languages, language }: { readonly languages: readonly string[]; readonly language: Language },
): FoundClaim {
  if (near.length === 0) return NOTHING;
  const claim = readSentence(text, languages, language);
  const read = near.map((stretch): ReadStretch => {
    const { heading, before, after, source } = stretch;
    const { title, publisher, publishedAt, authors } = source;
    const beside = [stretch.text, before, after, heading, title, publisher, publishedAt ?? '', ...authors].join('\n');
    const [sentence, around] = [stretch.text, beside].map((each) => readSentence(each, languages, language));
    return { ...stretch, sentence: sentence ?? claim, around: around ?? claim };
  });
  const quoted = quotationProblem(text, claim, read);
  if (quoted !== null) return quoted;
  const compared = read.map((stretch) => ({ stretch, result: compareSentences(claim, stretch.sentence) }));
  const holds = compared.some(({ result }) => result === 'holds');
  for (const { stretch, result } of holds ? [] : compared)
    if (result !== null && result !== 'holds')
      return { finding: 'differs', reasons: [result.reason], spans: [stretch.span] };
  const worded = read.map((stretch) => ({ stretch, result: compareWording(claim, stretch.sentence, stretch.around) }));
  for (const { stretch, result } of worded.some((each) => each.result === 'same') ? [] : worded)
    if (result !== null && result !== 'same')
      return { finding: 'differs', reasons: [result.reason], spans: [stretch.span] };
  return agreementOf(text, claim, read, language);
}

const QUOTED = /[“"„«]([^“”"„«»]{1,4000})[”"“»]/g;

/** `[T]he`: a letter in another case. */
const BRACKETED = /\[(\p{L}{1,2})\](?=\p{L})/gu;

/** A quotation that no source has is another one, or none. */
function quotationProblem(text: string, claim: ReadSentence, read: readonly ReadStretch[]): FoundClaim | null {
  const quotes = [...text.matchAll(QUOTED)].map(([, quote = '']) =>
    quote.replace(BRACKETED, '$1').replace(/\[[^[\]]{0,200}\]/g, '…'),
  );
  const parts = quotes.flatMap((quote) => quote.split(/…|\.{3,}/)).filter((part) => /\p{L}/u.test(part));
  const missing = parts.find((part) => !read.some(({ whole }) => findQuote(part, whole()) !== null));
  if (missing === undefined) return null;
  const words = claim.parts.filter(({ kind }) => kind === 'word');
  const near = read.find(
    ({ sentence, text: said }) => /[“"„«]/.test(said) && shareOf(words, sentence.parts) >= WORDS_MIN,
  );
  const reasons = [`No source has the words "${shortened(missing)}".`];
  return near === undefined
    ? { finding: NOT_FOUND, reasons, spans: read.slice(0, 1).map(({ span }) => span) }
    : { finding: 'differs', reasons, spans: [near.span] };
}

const shortened = (quote: string): string => (quote.length > 120 ? `${quote.slice(0, 119)}…` : quote);

function agreementOf(text: string, claim: ReadSentence, read: readonly ReadStretch[], language: Language): FoundClaim {
  const exactParts = claim.parts.filter(({ kind }) => kind !== 'word' && kind !== 'small' && kind !== 'denial');
  const words = claim.parts.filter(({ kind }) => kind === 'word');
  const agreeing = read.find(({ sentence, around, ...stretch }) =>
    exactParts.length === 0
      ? shareOf(words, sentence.parts) >= WORDS_MIN
      : exactParts.every((part) => isHeld(part, claim, around)) &&
        objectTo(text, contextOf(stretch, language)).length === 0,
  );
  const spans = (agreeing === undefined ? read.slice(0, 1) : [agreeing]).map(({ span }) => span);
  if (agreeing !== undefined)
    return { finding: AGREES, reasons: ['Nobody compared its wording with the words of the source.'], spans };
  const missing = exactParts.find((part) => !read.some(({ around }) => isHeld(part, claim, around)));
  const why =
    exactParts.length === 0
      ? 'half of its words'
      : missing === undefined
        ? 'all its figures and names'
        : `"${missing.text}"`;
  return { finding: NOT_FOUND, reasons: [`No passage of the sources that is like it has ${why}.`], spans };
}

function isHeld(part: SentencePart, claim: ReadSentence, around: ReadSentence): boolean {
  if (stands(part, claim, around)) return true;
  if (part.kind === 'name') return isInitialsOf(part.text, around.text.match(/\p{L}+/gu) ?? []);
  // One of several is counted by the reader.
  return part.kind === 'figure' && part.values.includes(1) && !/\d/.test(part.text);
}

const shareOf = (words: readonly SentencePart[], others: readonly SentencePart[]): number =>
  words.filter((word) => others.some((other) => isSamePart(word, other))).length / Math.max(1, words.length);

const contextOf = (
  { span, text, heading, before, after, source }: Stretch,
  language: Language,
): Parameters<typeof objectTo>[1] => ({
  passages: [{ id: 'e1', source: span.source, start: span.start, end: span.end, text, heading, before }],
  ...{ sources: [source], beside: [before, after].filter((each) => each !== ''), language },
});
