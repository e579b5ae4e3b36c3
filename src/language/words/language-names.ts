// What a language calls years, months, units and powers of ten, and where its words end, as the platform knows it.

import type { LanguageNames } from '../../documents/evidence/language.ts';
import { once } from '../../documents/lookup/once.ts';

/** The words of a text in a script without blanks, and what stands between them. */
export const segmentsOf = (text: string): readonly string[] =>
  Array.from(segmenter().segment(text), ({ segment }) => segment);

const segmenter = once(() => new Intl.Segmenter('ja', { granularity: 'word' }));

export const languageNames: LanguageNames = {
  year: (language, years) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(years, 'year'),
  measures: (language) => {
    const known = measures.get(language) ?? measuresOf(language);
    measures.set(language, known);
    return known;
  },
};

const measures = new Map<string, ReadonlyMap<string, string>>();

/** One of them, and many. */
const AMOUNTS = [1, 2, 5];
const SCALES = [1e3, 1e6, 1e9, 1e12];

function measuresOf(language: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  // What two units are called alike tells neither.
  const add = (name: string | undefined, meaning: string): void => {
    const word = (name ?? '').trim().toLowerCase();
    if (/^\p{L}{3,}$/u.test(word)) names.set(word, names.get(word) ?? meaning);
  };
  for (let month = 0; month < 12; month++) {
    const day = new Date(Date.UTC(2024, month, 15));
    for (const form of [{ month: 'long' }, { month: 'long', day: 'numeric' }] as const) {
      const parts = new Intl.DateTimeFormat(language, { ...form, timeZone: 'UTC' }).formatToParts(day);
      add(parts.find(({ type }) => type === 'month')?.value, `month ${month + 1}`);
    }
  }
  for (const amount of AMOUNTS) {
    for (const unit of Intl.supportedValuesOf('unit')) {
      const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
      add(format.formatToParts(amount).find(({ type }) => type === 'unit')?.value, unit);
    }
    for (const scale of SCALES) {
      const format = new Intl.NumberFormat(language, { notation: 'compact', compactDisplay: 'long' });
      add(format.formatToParts(amount * scale).find(({ type }) => type === 'compact')?.value, `scale ${scale}`);
    }
  }
  return names;
}
