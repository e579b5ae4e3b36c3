// The documents of an article as commands and clients know them.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { DocumentSummary, Texts } from '../../ports/system.ts';

export function summaryOf({ article = '', ledger }: Texts): DocumentSummary {
  const title = /^# +(.{1,300})$/m.exec(article)?.[1]?.trim() ?? null;
  const { counts, status } = objectIn(ledger);
  const numbers = isJsonObject(counts) ? Object.entries(counts).filter(([, count]) => typeof count === 'number') : [];
  return {
    ...{ title, status: typeof status === 'string' ? status : article === '' ? null : 'written', lastModified: null },
    counts: numbers.length === 0 ? null : (Object.fromEntries(numbers) as { [word: string]: number }),
  };
}

function objectIn(text: string | undefined): JsonObject {
  try {
    const value = JSON.parse(text ?? '{}') as Json;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
