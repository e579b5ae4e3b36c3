// Sentences of a model's draft that may not stay go back to their writer once, with the reason and the words of the
// passages that they cite. After that they are taken out.

import { normaliseDraft } from '../../documents/article/draft-claims.ts';
import { settleClaims } from '../../documents/article/settle-claims.ts';
import type { RemovedClaim } from '../../documents/evidence/ledger.ts';
import type { Passage } from '../../documents/evidence/passage.ts';
import type { Source } from '../../documents/evidence/source.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import type { JsonObject } from '../../json.ts';
import { language } from '../../language/words/language.ts';
import type { AcceptCall } from '../../ports/action.ts';
import { textsOf } from './collect-evidence.ts';
import { marksIn } from './draft-marks.ts';
import { listOf, objectOf, type ResearchDeps, sourcesOf } from './research-deps.ts';

const LISTED_MAX = 40;
const SHOWN_MAX = 400;
const TASKS_MAX = 1000;

/** The tasks whose drafts went back, in this process: another one, or a later, sends a draft back once more. */
export class SentBack {
  #tasks = new Set<string>();

  /** true the first time for a task. */
  add(task: string): boolean {
    if (this.#tasks.has(task)) return false;
    if (this.#tasks.size >= TASKS_MAX) this.#tasks = new Set([...this.#tasks].slice(TASKS_MAX / 2));
    this.#tasks.add(task);
    return true;
  }
}

/** Reasons for the writer; []: nothing is to be mended, or was sent back before. */
export async function reasonsToMend(
  call: AcceptCall,
  content: string,
  deps: ResearchDeps,
  sentBack: SentBack,
): Promise<readonly string[]> {
  const material = objectOf(objectOf(call.input).material);
  const passages = listOf<Passage & JsonObject>(material.passages);
  const sources = listOf<Source & JsonObject>(material.sources);
  const marks = new Set(marksIn(content));
  const cited = new Set(passages.filter(({ id }) => marks.has(id)).map(({ source }) => source));
  const { texts } = await textsOf(
    sources.filter(({ id }) => cited.has(id)),
    await sourcesOf(call, deps),
  );
  const draft = normaliseDraft(content, language).text;
  const settled = settleClaims({ draft, passages, sources, texts, judged: [], language });
  const faults = settled.flatMap(({ fault }) => fault ?? []);
  if (faults.length === 0 || !sentBack.add(call.idempotencyKey)) return [];
  const left = faults.length - LISTED_MAX;
  return [
    `${count(faults.length)} of the draft cannot stay. Mend each, or leave it out; all others stay as they are. ` +
      'What cannot stay in the next draft is taken out.',
    ...faults.slice(0, LISTED_MAX).map(faultText),
    ...(left > 0 ? [`And ${left} more of the same kinds.`] : []),
  ];
}

const count = (sentences: number): string => (sentences === 1 ? '1 sentence' : `${sentences} sentences`);
const shown = (text: string): string => oneLine(text).slice(0, SHOWN_MAX);

/** `"The sentence." Why. It cites: "words of the passage"`. */
export function faultText({ text, reasons, cited = [] }: RemovedClaim): string {
  const words = cited.map((each) => `"${shown(each)}"`).join(' / ');
  return `"${shown(text)}" ${reasons.join(' ')}${words === '' ? '' : ` It cites: ${words}`}`;
}
