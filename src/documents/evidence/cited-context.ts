// What a claim of a draft is compared with: the passages that it cites, their sources, and the sentences beside them.

import type { Language } from './language.ts';
import type { CitedContext } from './object-to.ts';
import type { Passage } from './passage.ts';
import { sentencesOf } from './sentences-of.ts';
import type { Source, SourceText } from './source.ts';

export interface CitedTexts {
  readonly passages: readonly Passage[];
  readonly sources: readonly Source[];
  readonly texts: readonly SourceText[];
  readonly language: Language;
}

/** The next sentence begins within so many characters, or it is not read. */
const BEHIND_MAX = 2000;

/** By the ids of passages; one that is not there is left out. */
export function citedContexts(given: CitedTexts): (ids: readonly string[]) => CitedContext {
  const { passages, sources, texts, language } = given;
  const byId = new Map(passages.map((passage) => [passage.id, passage]));
  const sourceById = new Map(sources.map((source) => [source.id, source]));
  const textById = new Map(texts.map(({ id, text }) => [id, text]));
  const behind = new Map<string, string>();
  const behindOf = ({ id, source, end }: Passage): string => {
    const known = behind.get(id) ?? nextSentence(textById.get(source) ?? '', end, language);
    behind.set(id, known);
    return known;
  };
  return (ids) => {
    const cited = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      passages: cited,
      sources: [...new Set(cited.map(({ source }) => source))].flatMap((id) => sourceById.get(id) ?? []),
      beside: cited.flatMap((passage) => [passage.before, behindOf(passage)]).filter((text) => text !== ''),
      language,
    };
  };
}

/** What stands under the next heading is not beside it. */
function nextSentence(text: string, end: number, language: Language): string {
  const [next] = sentencesOf(text.slice(end, end + BEHIND_MAX), language);
  return next === undefined || next.heading !== '' ? '' : next.text;
}
