// Facets that most subjects have, in the order in which they are told: how sources head them, what their sentences
// speak of, and how an article of each tone calls them.

import type { ArticleBrief } from './article-brief.ts';
import { longPattern } from './long-pattern.ts';

export interface FacetKind {
  readonly name: string;
  readonly headings: Readonly<Record<ArticleBrief['tone'], string>>;
  /** Found in a heading of a source. */
  readonly inHeading: RegExp;
  /** Found in a sentence without a heading that helps. */
  readonly inText: RegExp;
}

function kind(name: string, headings: readonly [string, string, string], inHeading: RegExp, inText: RegExp): FacetKind {
  const [casual, professional, academic] = headings;
  return { name, headings: { casual, professional, academic }, inHeading, inText };
}

export const FACET_KINDS: readonly FacetKind[] = [
  kind(
    'background',
    ['The basics', 'Background', 'Background and definitions'],
    longPattern(
      String.raw`\b(?:background|definitions?|basics|fundamentals|what (?:is|are)|introduction to
      |terms?|concepts?|context|overview)\b`,
      'i',
    ),
    /\b(?:is|are) (?:an?|the) [a-z]+ (?:that|which|of)\b|\brefers? to\b|\bis known as\b/gi,
  ),
  kind(
    'history',
    ['How it began', 'History', 'Historical development'],
    /\b(?:history|histories|origins?|beginnings?|early (?:years|days|use)|timeline|founding|invention|how it began)\b/i,
    /\b(?:invented|founded|patented|century|originally|first (?:built|used|described|opened)|dates back)\b/gi,
  ),
  kind(
    'causes',
    ['Why it happens', 'Causes', 'Causes'],
    /\b(?:causes?|reasons?|why|triggers?|origins of|risk factors|drivers)\b/i,
    /\b(?:caused by|because of|causes?|triggers?|due to|leads? to|result of)\b/gi,
  ),
  kind(
    'working',
    ['How it works', 'How it works', 'Principles and mechanisms'],
    longPattern(
      String.raw`\b(?:how (?:it|they|does .{1,40}|do .{1,40}) works?\b|mechanisms?|principles?
        |operation|function(?:ing)?|how .{1,40} works?|working)\b`,
      'i',
    ),
    /\b(?:works? by|consists? of|converts?|mechanism|principle|by means of|passes|flows)\b/gi,
  ),
  kind(
    'types',
    ['The different kinds', 'Types', 'Types and classification'],
    /\b(?:types?|kinds?|forms?|varieties|classification|categories|variants?)\b/i,
    /\b(?:types of|kinds of|forms of|classified|categories|variants?)\b/gi,
  ),
  kind(
    'uses',
    ['Where it is used', 'Uses', 'Applications'],
    /\b(?:uses?|applications?|use cases?|adoption|practice|deployment|markets?|in the field|spread)\b/i,
    /\b(?:used (?:in|for|by|to)|applications?|adopted|installed|deployed|market|sales)\b/gi,
  ),
  kind(
    'benefits',
    ['What speaks for it', 'Benefits', 'Benefits'],
    /\b(?:benefits?|advantages?|strengths?|promise|gains|opportunit(?:y|ies)|pros)\b/i,
    /\b(?:benefits?|advantages?|improves?|reduces?|saves?|lowers?|cheaper|faster|safer)\b/gi,
  ),
  kind(
    'evidence',
    ['What studies show', 'Evidence', 'Evidence and findings'],
    longPattern(
      String.raw`\b(?:evidence|findings?|results?|studies|trials?|effectiveness|efficacy|performance
      |efficiency|measurements?|benchmarks?|data)\b`,
      'i',
    ),
    /\b(?:study|studies|trials?|survey|measured|found that|participants|on average|researchers)\b/gi,
  ),
  kind(
    'costs',
    ['What it costs', 'Costs', 'Costs and economics'],
    /\b(?:costs?|prices?|pricing|economics?|finance|financing|funding|money|expenses|revenues?)\b/i,
    /\b(?:costs?|prices?|paid|expensive|dollars?|euros?|pounds|budget|subsid(?:y|ies))\b|[$€£]/gi,
  ),
  kind(
    'treatment',
    ['What helps', 'Treatment', 'Treatment'],
    /\b(?:treatments?|therap(?:y|ies)|prevention|medication|management of|drugs?|care)\b/i,
    /\b(?:treat(?:s|ed|ment)|therapy|dose|drug|prescribed|prevents?)\b/gi,
  ),
  kind(
    'environment',
    ['What it does to the environment', 'Environmental effects', 'Environmental impact'],
    /\b(?:environment(?:al)?|climate|emissions|ecolog(?:y|ical)|sustainab(?:le|ility)|carbon|pollution|recycling)\b/i,
    /\b(?:emissions?|carbon|pollution|recycl(?:ed|ing)|habitats?|wildlife|greenhouse)\b/gi,
  ),
  kind(
    'limits',
    ['Where the limits are', 'Limits and risks', 'Limitations and risks'],
    longPattern(
      String.raw`\b(?:limits?|limitations?|risks?|drawbacks?|disadvantages?|challenges?|problems?
      |barriers|safety|side effects|adverse|criticism|hazards?|weaknesses|cons|obstacles
      |issues)\b`,
      'i',
    ),
    longPattern(
      String.raw`\b(?:however|risks?|drawbacks?|limits?|limited|problems?|fails?|failure|danger(?:ous)?
      |side effects|difficult|lack)\b`,
      'gi',
    ),
  ),
  kind(
    'policy',
    ['What the rules say', 'Rules and policy', 'Regulation and policy'],
    /\b(?:policy|policies|regulations?|laws?|legislation|standards?|rules|governance|legal|politics)\b/i,
    longPattern(
      String.raw`\b(?:laws?|legal(?:ly)?|legislation|statut(?:e|ory)|courts?|regulations?|government|parliament|banned
      |prohibit(?:s|ed)?|subsid(?:y|ies)|standards?|directive)\b`,
      'gi',
    ),
  ),
  kind(
    'consequences',
    ['What came of it', 'Consequences', 'Consequences'],
    longPattern(
      String.raw`\b(?:consequences?|aftermath|impacts?|effects?|legacy|decline|outcome|influence
      |significance|end of|closure|afterwards?|today|now)\b`,
      'i',
    ),
    /\b(?:consequences?|aftermath|legacy|as a result|led to|afterwards|closed|abandoned)\b/gi,
  ),
  kind(
    'outlook',
    ['What comes next', 'Outlook', 'Outlook'],
    longPattern(
      String.raw`\b(?:outlook|future|forecasts?|prospects?|next steps|ahead|trends?|open questions
      |research needs|what(?:'s| is| comes) next|plans|expectations)\b`,
      'i',
    ),
    /\b(?:will|expected to|forecast|projected|future|by 20[3-9]\d|plans? to|coming (?:years|decades))\b/gi,
  ),
];

export const kindOfHeading = (heading: string): FacetKind | null =>
  FACET_KINDS.find(({ inHeading }) => inHeading.test(heading)) ?? null;

/** The kind whose words a sentence has most of; null: none of them. */
export function kindOfText(text: string): FacetKind | null {
  let best: FacetKind | null = null;
  let most = 0;
  for (const facet of FACET_KINDS) {
    const found = text.match(facet.inText)?.length ?? 0;
    if (found > most) [best, most] = [facet, found];
  }
  return best;
}
