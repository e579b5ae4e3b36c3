// What comparing sentences needs to know of languages: the caller gives it.

export interface LanguageWord {
  /** As written. */
  readonly text: string;
  /** `noun`, `determiner`, ... */
  readonly kind: string;
  /** Small letters: `buy` of `bought`. */
  readonly base: string;
  /** Of the lexicon, which has no names. */
  readonly isKnown: boolean;
}

/** What languages call things. */
export interface LanguageNames {
  /** A year by its distance from the present one: `last year` for en and -1. */
  readonly year: (language: string, years: number) => string;
  /** Months, units and powers of ten, in small letters; `stunden` and `stunde` have the same value. */
  readonly measures: (language: string) => ReadonlyMap<string, string>;
}

export interface Language {
  /** The words of a text, read as English. */
  readonly words: (text: string) => readonly LanguageWord[];
  /** All of a text that is written without blanks, word by word. */
  readonly cut: (run: string) => readonly string[];
  /** Behind each sentence; a line ends one, and so may an abbreviation. */
  readonly ends: (text: string) => readonly number[];
  readonly isEnglish: (text: string) => boolean;
  /** A code such as `de`; null: it cannot be told. */
  readonly tell: (text: string) => string | null;
  /** Codes of those that a text may be in, the likeliest first. */
  readonly guess: (text: string) => readonly string[];
  /** Whether it can stand alone in an article, and is no title. */
  readonly statesSomething: (sentence: string) => boolean;
  /** Left out: unknown. */
  readonly names?: LanguageNames | undefined;
}
