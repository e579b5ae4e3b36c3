// The ledger beside an article that a model wrote: its verdicts are of a judge.

import { dirname, join } from 'node:path';
import { z } from 'zod';
import { hasHeadNote } from '../../documents/evidence/head-note.ts';
import type { Ledger } from '../../documents/evidence/ledger.ts';
import { sourceShape } from '../../ports/source-shape.ts';
import type { OperationDeps } from '../../ports/system-operation.ts';

const text = z.string();
const texts = z.array(text);
const place = z.number().int().min(0);

const entryShape = z.object({
  ...{ id: text, text, section: text, start: place, end: place, cites: texts, reasons: texts },
  kind: z.enum(['fact', 'quotation', 'framing']),
  verdict: z.enum(['supported', 'contradicted', 'insufficient', 'not judged']),
  spans: z.array(z.object({ source: text, start: place, end: place, quote: text })),
  foundBy: z.enum(['word for word', 'judge', 'nobody']),
  judge: z
    .object({ verdict: z.enum(['supported', 'contradicted', 'insufficient']), reasons: texts, worker: text })
    .exactOptional(),
});

const removedShape = z.object({
  ...{ text, section: text, reasons: texts, rewritten: z.null() },
  verdict: z.enum(['supported', 'contradicted', 'insufficient']),
  takenOutBy: z.enum(['code', 'judge']).exactOptional(),
});

const ledgerShape = z.object({
  ...{ version: z.literal(1), article: text, entries: z.array(entryShape), removed: z.array(removedShape) },
  sources: z.array(sourceShape),
  counts: z.object({ claims: place, supported: place, contradicted: place, insufficient: place, not_judged: place }),
});

/** null: no model wrote the article, or somebody else did. A reason: the ledger that it speaks of cannot be read. */
export async function ledgerBeside(
  article: string,
  path: string,
  files: Pick<OperationDeps['files'], 'read' | 'holds'>,
): Promise<Ledger | { readonly reason: string } | null> {
  if (!hasHeadNote(article)) return null;
  const file = join(dirname(path), 'ledger.json');
  const found = (await files.holds(file)) ? await files.read(file).catch(() => null) : null;
  const read = ledgerIn(found);
  if (read !== null) return { ...read, contradictions: [] };
  return {
    reason:
      'The article says that a ledger is beside it, but none can be read there: its claims were compared with the ' +
      'sources.',
  };
}

function ledgerIn(found: string | null): z.output<typeof ledgerShape> | null {
  try {
    return ledgerShape.safeParse(JSON.parse(found ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}
