// Keeps what was read in a passage: each is compared with dozens of others.

import type { ComparedPassage } from './compared-passage.ts';

export function perPassage<Value>(read: (passage: ComparedPassage) => Value): (passage: ComparedPassage) => Value {
  const kept = new WeakMap<ComparedPassage, { readonly value: Value }>();
  return (passage) => {
    const before = kept.get(passage);
    if (before !== undefined) return before.value;
    const value = read(passage);
    kept.set(passage, { value });
    return value;
  };
}
