// What an article is ordered with, as far as its text depends on it.

export interface ArticleBrief {
  readonly topic: string;
  readonly content_type: 'blog_post' | 'article' | 'research_report';
  /** In words. */
  readonly target_length: number;
  readonly tone: 'casual' | 'professional' | 'academic';
  readonly include_keywords: readonly string[];
  readonly exclude_topics: readonly string[];
  readonly target_audience: string;
  readonly specific_sections: readonly string[];
}

/** What the analysis makes of the passages; what writers follow. */
export interface Outline {
  readonly title: string;
  readonly sections: readonly OutlineSection[];
  /** What the sources say together, each with its passages. */
  readonly insights: readonly { readonly text: string; readonly passages: readonly string[] }[];
}

export interface OutlineSection {
  readonly heading: string;
  /** Ids of passages, in the order in which they are shown. */
  readonly passages: readonly string[];
}
