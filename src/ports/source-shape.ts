// A source as it is read from a file: every field is checked, and its id is made from its hash.

import { z } from 'zod';
import type { Source } from '../documents/evidence/source.ts';
import { sourceId } from '../documents/evidence/source-id.ts';

const line = z.string().max(5_000);
const lines = z.array(line).max(5_000);

export const sourceFields = {
  ...{ address: line, title: line, type: line, publishedAt: line.nullable(), authors: lines, publisher: line },
  ...{ also: lines, retrievedAt: line, isWhole: z.boolean() },
  ...{ words: z.number().int().min(0), score: z.number().min(0).max(1), reasons: lines },
};

/** An id in the file does not count. */
export const sourceShape = z
  .object({ hash: z.string(), ...sourceFields })
  .transform(({ hash, ...fields }, context): Source => {
    const id = sourceId(hash);
    if (id !== null) return { id, hash, ...fields };
    context.addIssue({ code: 'custom', message: 'Expected the hash of a text.' });
    return z.NEVER;
  });
