// What is decided or written in a review and not sent yet, in a file beside the store: leaving loses nothing.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../json.ts';
import type { ItemVerdict, ReviewHead } from '../../ports/review.ts';
import { readText } from '../../runtime/read-text.ts';
import { replaceFile } from '../replace-file.ts';
import { type DraftWords, NO_WORDS } from '../review/document-draft.ts';

export type DraftVerdicts = Readonly<Record<string, ItemVerdict>>;

/** The task that is decided, and what is shown in it. */
type DraftPlace = Pick<ReviewHead, 'run' | 'task' | 'shown'>;

const FOLDER = 'drafts';

export class Drafts {
  readonly #folder: string;

  /** `place`: the store's. What is in a database server has no folder: the project's own is taken. */
  constructor(place: string, project: string) {
    const beside = place.includes('://') ? join(project, '.signoff') : dirname(place);
    this.#folder = join(beside, FOLDER);
  }

  /** Verdicts on something else than is shown now count for nothing. */
  read(place: DraftPlace): DraftVerdicts {
    const { verdicts } = this.#keptFor(place);
    return isJsonObject(verdicts) ? (verdicts as DraftVerdicts) : {};
  }

  keep(place: DraftPlace, verdicts: DraftVerdicts): void {
    this.#write(place, { verdicts });
  }

  /** What was written in the review of a document. */
  readWords(place: DraftPlace): DraftWords {
    const { text, comments } = this.#keptFor(place);
    return {
      text: typeof text === 'string' ? text : null,
      comments: Array.isArray(comments) ? (comments as unknown as DraftWords['comments']) : NO_WORDS.comments,
    };
  }

  keepWords(place: DraftPlace, { text, comments }: DraftWords): void {
    if (text === null && comments.length === 0) this.drop(place);
    else this.#write(place, { text, comments: comments.map((comment) => ({ ...comment })) });
  }

  #keptFor({ run, task, shown }: DraftPlace): JsonObject {
    try {
      const found: unknown = jsonIn(this.#file(run, task));
      if (isJsonObject(found) && found.shown === shown) return found;
    } catch {
      // None there, or not ours: the review begins at its beginning.
    }
    return {};
  }

  /** Never half: a kill in the middle leaves the old one. */
  #write({ run, task, shown }: DraftPlace, kept: JsonObject): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    replaceFile(this.#file(run, task), JSON.stringify({ shown, ...kept }), 0o600);
  }

  /** Verdicts of the run that are kept and not sent. */
  count(run: string): number {
    try {
      const own = readdirSync(this.#folder).filter((name) => name.startsWith(`${nameOf(run)}-`));
      return own.reduce((sum, name) => sum + verdictsIn(join(this.#folder, name)), 0);
    } catch {
      return 0;
    }
  }

  drop({ run, task }: DraftPlace): void {
    rmSync(this.#file(run, task), { force: true });
  }

  #file(run: string, task: number): string {
    return join(this.#folder, `${nameOf(run)}-${task}.json`);
  }
}

const nameOf = (run: string): string => run.replace(/[^\w-]/g, '_');

function verdictsIn(file: string): number {
  const found: unknown = jsonIn(file);
  return isJsonObject(found) && isJsonObject(found.verdicts) ? Object.keys(found.verdicts).length : 0;
}

function jsonIn(file: string): unknown {
  const read = readText(file);
  return 'text' in read ? JSON.parse(read.text) : null;
}
