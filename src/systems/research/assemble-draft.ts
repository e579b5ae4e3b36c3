// The article of an execution: what its writers wrote without what may not stay, and the ledger of it.

import { hash } from 'node:crypto';
import { assembleWritten } from '../../documents/article/assemble-written.ts';
import type { ArticleEdit } from '../../documents/article/edit.ts';
import { readDraft } from '../../documents/article/read-draft.ts';
import { digestNote } from '../../documents/evidence/head-note.ts';
import type { Ledger } from '../../documents/evidence/ledger.ts';
import type { JsonObject } from '../../json.ts';
import { language } from '../../language/words/language.ts';
import type { Sources } from '../../ports/sources.ts';
import type { WorkerResult } from './agent-state.ts';
import type { Brief } from './brief.ts';
import { textsOf } from './collect-evidence.ts';
import { type DraftParts, type Evidence, wholeDraft } from './execution-results.ts';
import { confirmedBy, judgedBy } from './fact-check.ts';
import { listOf } from './research-deps.ts';

export interface AssembledDraft {
  /** As the writers wrote it, with the marks of its passages. */
  readonly draft: string;
  readonly article: {
    readonly title: string;
    readonly markdown: string;
    readonly word_count: number;
    readonly headings: readonly string[];
    readonly hasIntroduction: boolean;
    readonly hasConclusion: boolean;
  };
  readonly ledger: Ledger;
  readonly notes: readonly string[];
}

export interface DraftInput {
  readonly brief: Brief;
  readonly evidence: Evidence;
  readonly quality_results: readonly WorkerResult[];
  /** No model wrote it: it is a digest. */
  readonly isDigest: boolean;
  /** Names of the workers that no model did. */
  readonly without: readonly string[];
}

export async function assembleDraft(
  parts: DraftParts,
  { brief, evidence, quality_results, isDigest, without }: DraftInput,
  store: Pick<Sources, 'text'>,
): Promise<AssembledDraft> {
  const { sources, passages, contradictions } = evidence;
  const { texts } = await textsOf(sources, store);
  const draft = wholeDraft(parts);
  const given = { brief, draft, passages, sources, texts, hash: digest, edits: editsIn(quality_results) };
  const judged = judgedBy(quality_results, draft);
  const { markdown, title, word_count, ledger, notes, body } = assembleWritten({
    ...{ ...given, judged, without, language },
    contradictions: confirmedBy(quality_results, contradictions),
    ...(isDigest && { note: digestNote(judged.length > 0) }),
  });
  const { lead, sections } = readDraft(body);
  const headings = sections.flatMap(({ heading, text }) =>
    /^references$/i.test(heading) || text.trim() === '' ? [] : [heading],
  );
  return {
    ...{ draft, ledger, notes },
    article: {
      ...{ title, markdown, word_count, headings: headings.filter((heading) => !isConclusion(heading)) },
      ...{ hasIntroduction: lead.text.trim() !== '', hasConclusion: headings.some(isConclusion) },
    },
  };
}

const digest = (text: string): string => `sha256:${hash('sha256', text, 'hex')}`;
const isConclusion = (heading: string): boolean => /^conclusions?$/i.test(heading);

const editsIn = (results: readonly WorkerResult[]): readonly ArticleEdit[] =>
  listOf<ArticleEdit & JsonObject>(results.find(({ worker }) => worker === 'editor')?.edits);
