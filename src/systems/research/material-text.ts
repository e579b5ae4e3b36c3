// What workers get, as text for a prompt: the brief, the sources, the passages with their ids. Bounded; what
// does not fit is counted, never dropped in silence. All of it is people's or strangers' text: it stands in fences,
// also where it is one line.

import type { Outline } from '../../documents/evidence/article-brief.ts';
import type { Contradiction, RemovedClaim } from '../../documents/evidence/ledger.ts';
import type { Passage } from '../../documents/evidence/passage.ts';
import type { Source } from '../../documents/evidence/source.ts';
import { shortSourceId } from '../../documents/evidence/source-id.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import { fenced } from '../../engine/fenced.ts';
import type { Brief } from './brief.ts';
import type { CheckedClaim } from './draft-findings.ts';
import { disagreementId } from './fact-check.ts';
import { faultText } from './send-back.ts';

/** Some 15,000 tokens. */
const EVIDENCE_CHARACTERS_MAX = 60_000;
const SOURCES_CHARACTERS_MAX = 16_000;
const REMOVED_CHARACTERS_MAX = 12_000;
const CONTRADICTIONS_MAX = 20;

export function briefText(brief: Brief, clarifications: readonly { question: string; answer: string }[] = []): string {
  const { topic, content_type, target_length, tone, research_depth, target_audience } = brief;
  const { include_keywords, exclude_topics, specific_sections, preferred_sources, min_sources } = brief;
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['Words that it must use', include_keywords],
    ['It must not be about', exclude_topics],
    ['Sections that it must have', specific_sections],
    ['Preferred sources', preferred_sources],
  ];
  const lines = [
    `Topic: ${topic}`,
    `Kind of text: ${content_type.replaceAll('_', ' ')}, ${target_length} words, ${tone} tone`,
    `Research: ${research_depth}, at least ${min_sources} sources`,
    ...(target_audience === '' ? [] : [`Who reads it: ${target_audience}`]),
    ...lists.flatMap(([name, all]) => (all.length === 0 ? [] : [`${name}: ${all.join('; ')}`])),
    ...clarifications.map(({ question, answer }) => `${question} ${answer}`),
  ];
  return fenced(lines.map(oneLine).join('\n'), 'text');
}

/** `s1a2b3c4d5e Title (academic, 2024), Publisher: address`, the most worth first. */
export function sourcesText(sources: readonly Source[]): string {
  const lines = sources.map(({ id, title, type, publishedAt, publisher, address, score }) => {
    const facts = [type, publishedAt ?? 'undated', `worth ${score.toFixed(2)}`].join(', ');
    const by = publisher === '' ? '' : `, ${oneLine(publisher)}`;
    return `${shortSourceId(id)} ${oneLine(title)} (${facts})${by}: ${oneLine(address)}`;
  });
  return within(lines, SOURCES_CHARACTERS_MAX, 'source');
}

/** `[e12] (s1a2b3c4d5e, 2024, under "Costs") words of the source`; where they begin with a word that refers back, the
 *  sentence before them is on a line below. */
// A line of a source that looks like another passage stays within the line of its own.
export function passagesText(passages: readonly Passage[], sources: readonly Source[]): string {
  const dates = new Map(sources.map(({ id, publishedAt }) => [id, publishedAt ?? 'undated']));
  const lines = passages.map((passage) => {
    const { id, source, text, heading } = passage;
    const under = heading === '' ? '' : `, under "${oneLine(heading)}"`;
    const shown = `[${id}] (${shortSourceId(source)}, ${dates.get(source) ?? 'undated'}${under}) ${oneLine(text)}`;
    return [shown, ...contextOf(passage)].join('\n');
  });
  return within(lines, EVIDENCE_CHARACTERS_MAX, 'passage');
}

const REFERRING = [
  ...['it', 'its', 'they', 'their', 'them', 'he', 'she', 'his', 'her', 'this', 'these', 'those', 'that', 'such'],
  ...['both', 'neither', 'then', 'there', 'here', 'since then', 'until then', 'after that', 'before that'],
  ...['of (?:these|those|them)', 'the (?:same|latter|former|others?)'],
].join('|');
const REFERS_BACK = new RegExp(
  String.raw`^(?:(?:but|and|however|yet|so|thus|therefore|also|still),? )?(?:${REFERRING})\b`,
  'i',
);

/** The sentence before, where the words refer to it. It is no passage: nothing may be cited by it. */
function contextOf({ id, text, before = '' }: Pick<Passage, 'id' | 'text'> & { readonly before?: string }) {
  return before.trim() !== '' && REFERS_BACK.test(text.trim())
    ? [`  (what stands before [${id}], to understand it, not to be cited: "${oneLine(before)}")`]
    : [];
}

export function outlineText(outline: Outline | null, summary = ''): string {
  const short = summary === '' ? [] : [`Summary of the sources: ${oneLine(summary)}`];
  if (outline === null)
    return short.length === 0 ? '(There is none: find the order yourself.)' : fenced(short.join('\n'), 'text');
  const sections = outline.sections.map(({ heading, passages }) => `## ${heading}\n${passages.join(', ')}`);
  const insights = outline.insights.map(({ text, passages }) => `- ${text} [${passages.join(', ')}]`);
  const found = insights.length === 0 ? [] : ['Insights:', ...insights];
  return fenced([`# ${outline.title}`, ...sections, ...found, ...short].join('\n'), 'text');
}

export function contradictionsText(contradictions: readonly Contradiction[]): string {
  if (contradictions.length === 0) return '(None were found.)';
  const lines = contradictions.slice(0, CONTRADICTIONS_MAX).map(({ spans }, at) => {
    const said = spans.map(({ source, quote }) => `${shortSourceId(source)}: "${oneLine(quote)}"`).join(' / ');
    return `${disagreementId(at)}: ${said}`;
  });
  return fenced(lines.join('\n'), 'text');
}

/** Sentences of the last draft that were taken out, with the reasons. */
export function removedText(removed: readonly RemovedClaim[]): string {
  const lines = removed.map((each) => `- ${oneLine(faultText(each))}`);
  return lines.length === 0 ? '(There are none.)' : within(lines, REMOVED_CHARACTERS_MAX, 'sentence');
}

/** Claims of a draft, each with the words of the passages that it cites below it. */
export function claimsText(claims: readonly CheckedClaim[]): string {
  if (claims.length === 0) return '(There is none.)';
  const lines = claims.flatMap(({ id, text, passages }) => [
    `${id}: ${oneLine(text)}`,
    ...passages.flatMap(({ id: cited, text: words, before, heading, from }) => [
      `  [${cited}] (${oneLine(from)}${heading === '' ? '' : `, under "${oneLine(heading)}"`}) ${oneLine(words)}`,
      ...(before.trim() === '' ? [] : [`    before it: "${oneLine(before)}"`]),
    ]),
  ]);
  return fenced(lines.join('\n'), 'text');
}

function within(lines: readonly string[], charactersMax: number, noun: string): string {
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= charactersMax;
  });
  const left = lines.length - kept.length;
  if (lines.length === 0) return `(There is no ${noun}.)`;
  return fenced([...kept, ...(left > 0 ? [`(${left} more ${noun}s do not fit here.)`] : [])].join('\n'), 'text');
}
