// The documents that a system's runs make: their kinds, and what operations show, judge and export of them.

import type { ItemFinding } from './review.ts';

/** Files that runs of a system write, one folder for each thing they are about. */
export interface DocumentKinds {
  /** The folder in a project that holds those folders. */
  readonly folder: string;
  /** What one of those folders is for: `feature`. */
  readonly noun: string;
  /** How one may be called. */
  readonly name: RegExp;
  /** From the first to the last that is written. */
  readonly kinds: readonly DocumentKind[];
  /** The one that is shown where nobody names one; left out: the last that is written. */
  readonly main?: string;
  /** The one whose items are judged, superseded and exported; left out: none has items. */
  readonly items?: string;
  /** The command that checks documents that nobody signs; `{folder}` is where they are. */
  readonly checkedBy?: string;
  /** What a list says of one folder, from the texts that are there. */
  summarise(texts: Texts): Promise<DocumentSummary>;
  /** Which documents that nobody signs are not what the signed one says of them, in sentences. */
  changedSince?(texts: Texts): Promise<readonly string[]>;
  /** Findings in the texts; left out: nothing judges them. */
  lint?(texts: Texts): Promise<DocumentLint>;
  /** Says in a document that another of its items has taken the place of one. */
  supersede?(texts: Texts, id: string, by: string): Promise<SupersedeResult>;
  /** Layouts of other tools, by name, and the files they come to; none where nothing was decided yet. */
  readonly layouts?: readonly string[];
  exportAs?(layout: string, name: string, texts: Texts, number: number): Promise<ExportResult>;
}

/** The new text of the document with the items. */
export type SupersedeResult = { readonly text: string } | { readonly refused: readonly string[] };

export interface ExportResult {
  /** How many items they hold. */
  readonly items: number;
  /** What an item is called: `section`; `requirement` when left out. */
  readonly noun?: string;
  readonly files: readonly ExportedFile[];
}

export interface DocumentKind {
  /** `brief`: as commands call it. */
  readonly name: string;
  /** `feature-brief`: as it is called over MCP. */
  readonly resource: string;
  readonly file: string;
  /** The field of the run's record that holds it while it is not written. */
  readonly keptIn?: string;
  /** Where a person signs it: the gate that shows it (`keptIn`), and the form in which it says so. Left out: nobody
   *  does. */
  readonly signed?: { readonly step: string; readonly form: SignedForm };
}

/** Fields of a section "Document Status" or "Status", or of YAML front matter. */
export type SignedForm = 'prd' | 'brief' | 'design';

export type Texts = { readonly [name: string]: string | undefined };

export interface DocumentSummary {
  readonly title: string | null;
  readonly status: string | null;
  readonly lastModified: string | null;
  /** `12 approved, 1 rejected`: by word. */
  readonly counts: { readonly [word: string]: number } | null;
}

export interface DocumentLint {
  readonly judged: number;
  readonly findings: readonly (ItemFinding & { readonly id: string })[];
  readonly notJudged: readonly { readonly id: string; readonly language: string; readonly message: string }[];
  readonly problems: readonly { readonly code: string; readonly message: string; readonly line: number }[];
}

export interface ExportedFile {
  readonly path: string;
  readonly text: string;
}
