// Edits of the draft's language, by rules.

import { editsOf } from '../../../documents/article/edits-of.ts';
import { grammarOf } from '../../../documents/article/grammar-of.ts';
import type { Json } from '../../../json.ts';
import type { OfflineWriter } from '../../../ports/provider.ts';
import { materialOf } from './material.ts';

const EDITS_MAX = 200;

export const editor: OfflineWriter = {
  ...{ workflow: 'research-execution', step: 'editor' },
  write(facts) {
    const { brief, draft } = materialOf(facts);
    const edits = editsOf(draft, brief).slice(0, EDITS_MAX) as unknown as Json;
    return { edits, grammar: grammarOf(draft).score };
  },
};
