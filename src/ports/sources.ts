// Where texts come from: searches, feeds, pages and folders of documents. Types only; what they promise stands here.

import type { Source, SourceText } from '../documents/evidence/source.ts';

/** What a search or a folder can be asked for. */
export type SourceKind = 'web' | 'academic' | 'news' | 'pages' | 'local';

export interface Sources {
  /** What can be asked here, and what is missing: by settings and keys alone, nobody is called. */
  readonly offers: readonly SourceOffer[];
  /** Texts on a topic, the best first, stored. Rejects with SourceFault when nobody could be asked; when one of several
   *  endpoints failed, what the others found is given, with a note. */
  find(kind: Exclude<SourceKind, 'pages' | 'local'>, ask: SourceAsk): Promise<SourceList>;
  /** The pages behind addresses, read and stored. A page that cannot be had is left out, with a note. */
  read(addresses: readonly string[], signal: AbortSignal): Promise<SourceList>;
  /** The documents below a folder, read and stored: Markdown, HTML, text, PDF, DOCX. What cannot be read is left out,
   *  with a note. The folder is absolute; addresses are paths from `project`. Rejects with SourceFault for a folder
   *  that `run` may not read. */
  corpus(folder: string, project: string, signal: AbortSignal, run?: string): Promise<SourceList>;
  /** The same documents with their texts; nothing is stored. */
  documents(folder: string, project: string, signal: AbortSignal): Promise<DocumentList>;
  /** Keeps a text that came from elsewhere: from a client's model, from a worker of the project. */
  keep(given: FoundText): Promise<Source>;
  /** The stored text; rejects with SourceFault where it is gone or was changed since. */
  text(source: Source): Promise<SourceText>;
  /** Asks each configured endpoint for something small. Never rejects. */
  probe(signal: AbortSignal): Promise<readonly SourceProbe[]>;
}

export interface SourceOffer {
  readonly kind: SourceKind;
  /** `Brave Search`, `OpenAlex`, `RSS and Atom feeds`. */
  readonly name: string;
  readonly isConfigured: boolean;
  /** What has to be set, by name: `SIGNOFF_WEB_SEARCH and BRAVE_API_KEY`. */
  readonly settings: string;
  /** The project sets it, and this user has not trusted the project: `settings` says so. */
  readonly isRefused?: true;
  /** Something is set, and it cannot work as it is: `settings` says what to correct. */
  readonly isBroken?: true;
}

export interface SourceAsk {
  readonly topic: string;
  readonly keywords: readonly string[];
  readonly max: number;
  readonly signal: AbortSignal;
}

/** A text that was found, before it is stored. */
export interface FoundText {
  readonly address: string;
  readonly title: string;
  readonly type: string;
  readonly publishedAt: string | null;
  readonly authors: readonly string[];
  readonly publisher: string;
  readonly text: string;
  readonly isWhole: boolean;
}

export interface SourceList {
  /** Their `score` and `reasons` are empty: they are judged together, later. */
  readonly sources: readonly Source[];
  /** What was left out or went wrong, in sentences. */
  readonly notes: readonly string[];
}

export interface DocumentList {
  readonly texts: readonly SourceText[];
  readonly notes: SourceList['notes'];
}

export interface SourceProbe {
  readonly name: string;
  readonly isUp: boolean;
  /** In a sentence; names the setting to change where one is wrong. */
  readonly found: string;
}
