// When a document was published, as far as it says so: as `2024`, `2024-03` or `2024-03-09`.

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|' +
  'oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const YEAR = '((?:19|20)\\d\\d)';
const FORMS: readonly (readonly [RegExp, (found: readonly string[]) => string | null])[] = [
  [/(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, ([, year, month, day]) => dated(year, month, day)],
  [new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.? ${MONTH}\\.?,? ${YEAR}\\b`, 'i'), ([, d, m, y]) => dated(y, m, d)],
  [new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? ${YEAR}\\b`, 'i'), ([, m, d, y]) => dated(y, m, d)],
  [new RegExp(`\\b${MONTH}\\.?,? ${YEAR}\\b`, 'i'), ([, month, year]) => dated(year, month)],
  [/(?<!\d)((?:19|20)\d\d)-(\d{2})(?!\d)/, ([, year, month]) => dated(year, month)],
  [/(?<![\d.,])((?:19|20)\d\d)(?![\d]|[.,]\d)/, ([, year]) => dated(year)],
];
/** How many of the forms name a day or a month: a year alone in a text may be anything. */
const EXACT_FORMS = 4;
const DATED = 'published|date|last updated|updated|posted|issued|first published|publication date';
const LABEL = new RegExp(`^[*_ \\t]{0,9}(?:${DATED})\\b[ \\t:*_]{0,9}(?:on[ \\t]{1,3})?`, 'i');
const HEAD_LINES = 40;
const LINE_CHARACTERS = 200;
const TITLE_LINES = 4;
const TITLE_CHARACTERS = 120;

/** Of a value that is a date: front matter, metadata. `D:20240309120000` is PDF's. */
export function plainDate(value: string): string | null {
  const short = value.trim().slice(0, 100);
  const [, year, month, day] = /^(?:D:)?((?:19|20)\d\d)(\d\d)(\d\d)/.exec(short) ?? [];
  return (year === undefined ? null : dated(year, month, day)) ?? firstOf(short, FORMS);
}

/** `2024-03-09-heat.md`, `report_2023.pdf`. */
export function dateInName(name: string): string | null {
  const [, year, month, day] = /(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/.exec(name.slice(0, 300)) ?? [];
  const plain = name.slice(0, 300).replaceAll('_', '-');
  return (year === undefined ? null : dated(year, month, day)) ?? firstOf(plain, FORMS);
}

/** `Published: 9 March 2024` near the top; or a date in the lines above the first paragraph. */
export function dateInText(text: string): string | null {
  const head = text
    .slice(0, HEAD_LINES * LINE_CHARACTERS)
    .split('\n')
    .slice(0, HEAD_LINES);
  const lines = head.map((line) => line.slice(0, LINE_CHARACTERS).trim()).filter((line) => line !== '');
  for (const line of lines) {
    const [label] = LABEL.exec(line) ?? [];
    const found = label === undefined ? null : firstOf(line.slice(label.length, label.length + 40), FORMS);
    if (found !== null) return found;
  }
  for (const line of lines.slice(0, TITLE_LINES)) {
    if (line.length > TITLE_CHARACTERS || /[.!?]$/.test(line)) break;
    const found = firstOf(line, FORMS.slice(0, EXACT_FORMS));
    if (found !== null) return found;
  }
  return null;
}

function firstOf(text: string, forms: typeof FORMS): string | null {
  for (const [form, read] of forms) {
    const found = form.exec(text);
    const date = found === null ? null : read(found);
    if (date !== null) return date;
  }
  return null;
}

function dated(year: string | undefined, month?: string, day?: string): string | null {
  if (year === undefined) return null;
  if (month === undefined) return year;
  const number = /^\d/.test(month)
    ? Number(month)
    : MONTHS.findIndex((name) => name.startsWith(month.toLowerCase().slice(0, 3))) + 1;
  if (number < 1 || number > 12) return null;
  const inMonth = `${year}-${String(number).padStart(2, '0')}`;
  if (day === undefined) return inMonth;
  const isDay = Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), number, 0)).getUTCDate();
  return isDay ? `${inMonth}-${String(Number(day)).padStart(2, '0')}` : null;
}
