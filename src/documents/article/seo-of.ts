// What search engines and hurried readers look at: the lengths of title and description, headings, and keywords.

import type { ArticleBrief } from './article-brief.ts';
import { type ArticleCheck, type ArticleFinding, asScore } from './finding.ts';
import { type Prose, readProse } from './read-prose.ts';
import { hasTerms, termsOf } from './terms-of.ts';

const TITLE: readonly [number, number] = [15, 65];
const DESCRIPTION: readonly [number, number] = [70, 160];
const SECTION_WORDS_MAX = 400;

export interface SeoCheck extends ArticleCheck {
  /** Made of the first sentences; what a page can give as its description. */
  readonly description: string;
  readonly keywords: readonly { readonly keyword: string; readonly count: number }[];
}

export function seoOf(markdown: string, brief: Pick<ArticleBrief, 'topic' | 'include_keywords'>): SeoCheck {
  const prose = readProse(markdown);
  const description = descriptionOf(prose);
  const keywords = keywordsIn(prose, brief);
  const checks = [...titleChecks(prose, brief), ...headingChecks(prose), ...keywordChecks(prose, keywords)];
  const [low, high] = DESCRIPTION;
  checks.push(
    check(
      'description-length',
      description.length >= low && description.length <= high,
      `The first sentences give a description of ${description.length} characters; ${low} to ${high} are shown whole.`,
    ),
  );
  const findings = checks.flatMap(({ finding }) => finding ?? []);
  const passed = checks.filter(({ finding }) => finding === null).length;
  return { score: asScore(checks.length === 0 ? 0 : passed / checks.length), findings, description, keywords };
}

interface Check {
  readonly finding: ArticleFinding | null;
}

const check = (
  rule: string,
  isFine: boolean,
  message: string,
  place?: { text: string; start: number; end: number },
): Check => ({
  finding: isFine
    ? null
    : { rule, sentence: place?.text ?? '', start: place?.start ?? 0, end: place?.end ?? 0, message },
});

function titleChecks({ title, headings }: Prose, { topic }: Pick<ArticleBrief, 'topic'>): Check[] {
  const [low, high] = TITLE;
  const count = headings.filter(({ depth }) => depth === 1).length;
  return [
    check(
      'title-length',
      title.length >= low && title.length <= high,
      `The title has ${title.length} characters; ${low} to ${high} are shown whole.`,
    ),
    check('one-title', count === 1, `There are ${count} titles; a page has one.`),
    check('title-topic', hasTerms(termsOf(title), firstTerms(topic)), 'The title does not name the topic.'),
  ];
}

/** The topic's own words; of a long one the first four. */
const firstTerms = (topic: string): ReadonlySet<string> => new Set([...termsOf(topic)].slice(0, 4));

function headingChecks({ headings, sentences }: Prose): Check[] {
  const sections = headings.filter(({ depth }) => depth === 2);
  const skipped = headings.find(({ depth }, at) => depth > (headings[at - 1]?.depth ?? depth) + 1);
  const twice = sections.find(
    ({ text }, at) => sections.findIndex((other) => other.text.toLowerCase() === text.toLowerCase()) < at,
  );
  const words = new Map<string, number>();
  for (const { heading, text } of sentences) words.set(heading, (words.get(heading) ?? 0) + text.split(' ').length);
  const long = headings.find(({ text }) => (words.get(text) ?? 0) > SECTION_WORDS_MAX);
  return [
    check(
      'headings',
      sections.length >= 2,
      `There are ${sections.length} sections; two or more help readers to find their way.`,
    ),
    check('heading-levels', skipped === undefined, `"${skipped?.text}" skips a level of headings.`, skipped),
    check('heading-twice', twice === undefined, `"${twice?.text}" heads two sections.`, twice),
    check(
      'long-section',
      long === undefined,
      `"${long?.text}" has more than ${SECTION_WORDS_MAX} words without another heading.`,
      long,
    ),
  ];
}

function keywordsIn(
  { sentences }: Prose,
  { include_keywords }: Pick<ArticleBrief, 'include_keywords'>,
): SeoCheck['keywords'] {
  return include_keywords.map((keyword) => {
    const wanted = termsOf(keyword);
    return { keyword, count: sentences.filter(({ text }) => hasTerms(termsOf(text), wanted)).length };
  });
}

/** Each is there, and none in more than one sentence of three. */
function keywordChecks({ sentences }: Prose, keywords: SeoCheck['keywords']): Check[] {
  return keywords.flatMap(({ keyword, count }) => [
    check('keyword', count > 0, `The keyword "${keyword}" is not in the text.`),
    check(
      'keyword-often',
      sentences.length < 6 || count <= sentences.length / 3,
      `The keyword "${keyword}" is in ${count} of ${sentences.length} sentences.`,
    ),
  ]);
}

function descriptionOf({ sentences }: Prose): string {
  let text = '';
  for (const sentence of sentences.slice(0, 3)) {
    const longer = text === '' ? sentence.text : `${text} ${sentence.text}`;
    if (longer.length > DESCRIPTION[1]) break;
    text = longer;
  }
  if (text !== '') return text;
  const first = sentences[0]?.text.slice(0, DESCRIPTION[1] - 1) ?? '';
  return first === '' ? '' : `${first.replace(/\s+\S*$/, '')}…`;
}
