// A review of items for tests of what shows it: four verdicts, four fields.

import type { ItemsReview, ItemVerdictKind, ReviewItem } from '../../src/ports/review.ts';

const kind = (value: string, past: string, key: string, sign: string): Omit<ItemVerdictKind, 'needs' | 'isKept'> => ({
  ...{ value, label: value.replaceAll('-', ' '), past, key, sign, help: `it is ${past}` },
});

export const VERDICTS: readonly ItemVerdictKind[] = [
  { ...kind('approve', 'approved', 'a', '✓'), needs: 'nothing', isKept: true },
  { ...kind('reject', 'rejected', 'r', '✗'), needs: 'reason', isKept: false },
  { ...kind('modify', 'modified', 'm', '~'), needs: 'change', isKept: true },
  { ...kind('out-of-scope', 'out of scope', 'o', '○'), needs: 'reason', isKept: false },
];

export const FIELDS = [
  { name: 'title', label: 'Title' },
  { name: 'priority', label: 'Priority', values: ['high', 'medium', 'low'] },
  { name: 'category', label: 'Category' },
  { name: 'description', label: 'Description' },
];

const VALUES = { title: 'Pick documents', priority: 'high', category: 'Offline', description: 'They are picked.' };

export function itemOf(
  id: string,
  values: Partial<typeof VALUES> = {},
  more: Partial<Pick<ReviewItem, 'findings' | 'alike'>> = {},
): ReviewItem {
  const all = { ...VALUES, ...values };
  return {
    ...{ id, title: all.title, text: all.description, facts: [all.priority, all.category], values: all },
    ...{ findings: [], alike: [], ...more },
  };
}

export function itemsReview(items: readonly ReviewItem[], leftOut: ItemsReview['leftOut'] = []): ItemsReview {
  return {
    ...{ kind: 'items', title: 'Items to review', notices: [], noun: ['item', 'items'] },
    ...{ items, verdicts: VERDICTS, fields: FIELDS, leftOut },
  };
}
