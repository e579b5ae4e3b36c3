// An article from a draft: its sentences stay as they are, or are taken out with the reason. Nothing is replaced, and
// headings are not claims.

import type { ArticleBrief } from '../evidence/article-brief.ts';
import { headNote, withNote } from '../evidence/head-note.ts';
import type { Contradiction, Ledger, RemovedClaim } from '../evidence/ledger.ts';
import { type FoundClaim, writtenLedger } from '../evidence/written-ledger.ts';
import { applyEdits } from './apply-edits.ts';
import { numberCitations, type PlacedClaim, placeClaims, withoutDraftMarks, withReferences } from './build-article.ts';
import { normaliseDraft } from './draft-claims.ts';
import type { ArticleEdit } from './edit.ts';
import { inertMarkdown } from './inert-markdown.ts';
import { readProse } from './read-prose.ts';
import { addressesOf, type SettledClaim, type SettleInput, settleClaims } from './settle-claims.ts';
import { tidyMarkdown } from './tidy-markdown.ts';
import { titleOf } from './title-of.ts';
import { withoutUncited } from './unread-text.ts';
import { withoutLeads } from './without-leads.ts';
import { wordCount } from './word-count.ts';

export interface WrittenInput extends SettleInput {
  readonly brief: ArticleBrief;
  /** Of an editor. */
  readonly edits: readonly ArticleEdit[];
  /** Those that a judge confirmed. */
  readonly contradictions: readonly Contradiction[];
  /** `sha256:` and the digest of a text. */
  readonly hash: (text: string) => string;
  /** What stands below the title in place of what was checked. */
  readonly note?: string;
  /** Names of workers that no model did. */
  readonly without?: readonly string[];
}

export interface WrittenArticle {
  readonly markdown: string;
  /** Without the note below the title. */
  readonly body: string;
  readonly title: string;
  /** Without the title, the note below it, the list of references and citations. */
  readonly word_count: number;
  readonly ledger: Ledger;
  /** In sentences: edits that were not applied and why. */
  readonly notes: readonly string[];
}

/** The note is filled in when its sentences are counted. */
const NOT_COUNTED = headNote({ wordForWord: 0, judged: 0, notJudged: 0, takenOut: 0 });

export function assembleWritten(input: WrittenInput): WrittenArticle {
  const { brief, passages, sources, texts, contradictions, hash, language } = input;
  const cleaned = normaliseDraft(input.draft, language);
  const titled = /^\s*# \S/.test(cleaned.text) ? cleaned.text : `# ${titleOf(brief)}\n\n${cleaned.text.trimStart()}`;
  const first = settleClaims({ ...input, draft: titled });
  const kept = withoutFaults(titled, first);
  const { draft, refused } = applyEdits(kept, input.edits, (paragraph) => [
    settleClaims({ ...input, draft: normaliseDraft(paragraph, language).text, judged: [] }).filter(isFaulty).length,
  ]);
  const edited = normaliseDraft(draft, language);
  const settled = settleClaims({ ...input, draft: edited.text });
  const { noted, placesOf, cited, others } = placeWhole(edited.text, settled, { passages, sources, language });
  const found = placesOf.map((places) => foundIn(places.flatMap((at) => settled[at] ?? [])));
  const faults = [...first, ...settled].flatMap(({ fault }) => fault ?? []);
  const count = (by: SettledClaim['foundBy']): number => found.filter(({ foundBy }) => foundBy === by).length;
  const counts = { wordForWord: count('word for word'), judged: count('judge'), notJudged: count('nobody') };
  const note = input.note ?? headNote({ ...counts, takenOut: faults.length }, input.without);
  const markdown = noted.replace(NOT_COUNTED, () => note);
  const text = markdown.replace(`> ${note}\n\n`, '');
  const removed: readonly RemovedClaim[] = [...faults, ...cleaned.removed, ...edited.removed, ...others];
  const given = { found, removed, contradictions, passages, texts, hash, sources: cited, language };
  const { title, sentences } = readProse(text, language);
  return {
    ...{ markdown, body: text, title: title === '' ? titleOf(brief) : title },
    word_count: sentences.reduce((sum, sentence) => sum + wordCount(sentence.text), 0),
    ledger: writtenLedger(markdown, given),
    notes: refused.map((each) => `An edit was not applied: ${each}`),
  };
}

const ROUNDS = 4;

/** What is cut at the end may take a citation with it: its source is then no reference. */
function placeWhole(
  draft: string,
  settled: readonly SettledClaim[],
  given: Pick<WrittenInput, 'passages' | 'sources' | 'language'>,
) {
  const others = new Map<string, RemovedClaim>();
  const lost = new Set<number>();
  for (let round = 1; ; round++) {
    const claims = settled.map((each, at) => ({ ...placedOf(each), ...(lost.has(at) && { body: null }) }));
    const built = placeClaims(draft, claims, given);
    const unmarked = withoutDraftMarks(built.body);
    const inert = withoutUncited(inertMarkdown(unmarked.markdown, addressesOf(given.sources)), given.language);
    for (const each of [...inert.removed, ...unmarked.marks]) others.set(`${each.reasons.join()} ${each.text}`, each);
    const whole = numberCitations(withNote(withReferences(inert.text, built.cited), NOT_COUNTED), given.language);
    const there = new Set(whole.placesOf.flat());
    const gone = built.places.filter((at) => !there.has(at));
    for (const at of gone) {
      lost.add(at);
      const { text = '', section = '' } = settled[at]?.claim ?? {};
      others.set(text, { text, section, verdict: 'insufficient', reasons: [NO_SENTENCE], rewritten: null });
    }
    if (gone.length === 0 || round === ROUNDS)
      return { noted: whole.markdown, placesOf: whole.placesOf, cited: built.cited, others: [...others.values()] };
  }
}

const NO_SENTENCE = 'It is no sentence in the article.';

/** Of several that are one sentence to readers, as far as each of them was found. */
function foundIn(settled: readonly SettledClaim[]): FoundClaim {
  const [only] = settled;
  const marks = [...new Set(settled.flatMap(({ claim }) => claim.marks))];
  if (only !== undefined && settled.length === 1) return { marks, foundBy: only.foundBy, judge: only.judge };
  return { marks, foundBy: 'nobody', judge: null };
}

const isFaulty = ({ fault }: SettledClaim): boolean => fault !== null;

const placedOf = ({ claim, fault }: SettledClaim): PlacedClaim => {
  const { body, stop, marks } = claim;
  return { claim, body: fault === null ? body : null, stop, marks };
};

/** The line break behind the last sentence of a paragraph stays: a heading or the next paragraph follows. */
function withoutFaults(draft: string, settled: readonly SettledClaim[]): string {
  const faults = settled.filter(isFaulty).toReversed();
  if (faults.length === 0) return draft;
  const left = faults.reduce(
    (text, { claim: { start, end } }) => text.slice(0, start) + text.slice(end).replace(/^ +/, ''),
    draft,
  );
  return tidyMarkdown(withoutLeads(tidyMarkdown(left)));
}
