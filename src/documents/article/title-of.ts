// The title of an article, as its brief names the topic.

import type { ArticleBrief } from '../evidence/article-brief.ts';

/** Without a full stop, with a capital letter. A report says what it is. */
export function titleOf({ topic, content_type }: ArticleBrief): string {
  const plain = topic
    .replace(/\s+/g, ' ')
    .replace(/[#*_`[\]<>]/g, '')
    .trim()
    .replace(/[.:;,]{1,5}$/, '');
  const title = plain.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const isNamed = /\b(?:report|review|study|overview)\b/i.test(title);
  return content_type === 'research_report' && !isNamed && title.length <= 60 ? `${title}: a research report` : title;
}
