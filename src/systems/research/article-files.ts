// The files of an article: itself, its ledger and what it rests on, so that every claim can be checked where it lies.

import { articleHtml } from '../../documents/article/article-html.ts';
import { ledgerText } from '../../documents/evidence/ledger-text.ts';
import { isSourceId } from '../../documents/evidence/source-id.ts';
import { language } from '../../language/words/language.ts';
import type { Sources } from '../../ports/sources.ts';
import type { BestDraft } from './best-draft.ts';
import { textsOf } from './collect-evidence.ts';
import type { FinalOutput } from './merger.ts';

export interface ArticleFile {
  /** From the article's folder. */
  readonly name: string;
  readonly text: string;
}

export async function articleFiles(
  { article, ledger }: BestDraft,
  { sources }: FinalOutput,
  store: Pick<Sources, 'text'>,
): Promise<readonly ArticleFile[]> {
  const { texts } = await textsOf(ledger.sources, store);
  return [
    { name: 'article.md', text: article.markdown },
    { name: 'article.html', text: articleHtml(article.markdown, ledger, language) },
    { name: 'ledger.json', text: `${JSON.stringify(ledger, null, 2)}\n` },
    { name: 'ledger.md', text: ledgerText(ledger) },
    { name: 'sources.json', text: `${JSON.stringify(sources, null, 2)}\n` },
    ...texts.map(({ id, text }) => ({ name: fileName(id), text })),
  ];
}

/** An id that is no id could be a path to anywhere. */
function fileName(id: string): string {
  if (!isSourceId(id)) throw new Error(`Expected the id of a source, found ${JSON.stringify(id.slice(0, 80))}.`);
  return `sources/${id}.txt`;
}
