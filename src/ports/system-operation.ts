// What a system can be asked besides its runs: an operation of its own, which faces render as they render any other.
// Types only.

import type { ExportedFile } from '../documents/export/export-documents.ts';
import type { Json, JsonObject } from '../json.ts';
import type { ProjectFiles } from './project-files.ts';
import type { Sources } from './sources.ts';

/** An operation as lists and help know it, without its code. */
export interface OperationEntry {
  /** One word, or two as in `research verify`. A system that ships gives commands of these names: no command, system or
   *  other operation may have them. Those of a project's own systems are one word behind the system's name. */
  readonly name: string;
  /** One line, for lists and help. */
  readonly summary: string;
  /** A command that shows it, behind the program's name. */
  readonly example?: string;
}

export interface SystemOperation extends OperationEntry {
  readonly input: readonly OperationField[];
  /** The schema of what it gives. */
  readonly output: JsonObject;
  /** How long it may take, in milliseconds: 30,000 when left out. Longer is a fault of the system. */
  readonly limitMs?: number;
  /** It only reads: files that it makes are in its result, and written by the caller. What it throws is a fault;
   *  what the caller can mend is a refusal. */
  run(deps: OperationDeps, input: OperationInput): Promise<OperationResult>;
  /** What it gave, for people; `width` is that of the terminal, null where nobody looks. */
  show(output: Json, width: number | null): Promise<readonly string[]>;
}

export interface OperationField {
  /** camelCase; `json` and `project` are given by the caller. */
  readonly name: string;
  readonly kind: 'text' | 'number' | 'flag';
  readonly help: string;
  readonly isRequired?: boolean;
  /** Given by its place on a command line; the first field only. */
  readonly isPlaced?: boolean;
}

export interface OperationDeps {
  /** An absolute path. */
  readonly project: string;
  /** Of that project. */
  readonly files: ProjectFiles;
  /** Aborted when its time is over: nobody waits for the result any more. */
  readonly signal: AbortSignal;
  /** Reads folders of documents, PDF and DOCX among them; left out where only text files are read. */
  sources?(): Promise<Sources>;
}

/** Each is of its field's kind; a flag that is not given is left out. */
export type OperationInput = { readonly [field: string]: string | number | boolean | undefined };

export type OperationResult =
  | {
      readonly output: Json;
      /** It looked for faults and found some: the exit code tells programs. */
      readonly hasFindings?: boolean;
      /** Files it makes. None is written where one may not be. `folder` (absolute) and `files` ({path, outcome:
       *  written, replaced or unchanged}) are added to `output`. */
      readonly write?: FilesToWrite;
    }
  | { readonly refused: { readonly code: string; readonly message: string } };

export interface FilesToWrite {
  /** From the folder the caller is in, or absolute. */
  readonly folder: string;
  readonly files: readonly ExportedFile[];
  /** Files that are there with another text are replaced; else nothing is written and they are named. */
  readonly isForced: boolean;
}
