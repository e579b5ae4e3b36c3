// Whether a text says nothing but what somebody said: each word that carries content comes from a source, or is one of
// the few that every requirement is framed with.

import { contentWords } from '../gaps/content-words.ts';
import { stemOf } from '../words/stem-of.ts';
import { sameStem } from '../words/synonyms.ts';

/** Nothing here names a thing, a person, a figure or an action of any product. */
const FRAME = `
  system shall let offer send give make sure asked want wanted said words trial shows show check checked limit limits
  keep kept try tries try refuse refuses refused given when then who they them somebody not one cannot can
  users use success depends dependency open point assumption confirmed what was for that this it
  while network device there no be is do does done else person trial tried carried step result look looks looked due
  reached functional requirement requirements hold holds still timed takes take longer nearly ago later more exactly
  happen happens work with same seen sees everything needs comply complies`;

const frame = new Set(
  FRAME.split(/\s+/)
    .filter(Boolean)
    .map((word) => sameStem(stemOf(word))),
);

/** The words of `text` that no source holds; [] where it invents nothing. */
export function untracedWords(text: string, sources: readonly string[]): readonly string[] {
  const known = new Set(sources.flatMap((source) => [...contentWords(source)]));
  return [...contentWords(text)].filter((word) => !known.has(word) && !frame.has(word) && !isPartOf(word, known));
}

/** "sign-up" of "sign up". */
const isPartOf = (word: string, known: ReadonlySet<string>): boolean =>
  word.includes('-') &&
  word.split('-').every((part) => part === '' || known.has(sameStem(stemOf(part))) || frame.has(part));
