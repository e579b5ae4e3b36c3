// Text on its way to a terminal: only what this program itself paints and moves is obeyed, the rest is shown.
//
// Names, replies and documents may hold the same sequences as our own colours. So ours are marks until the last step,
// each with a word that is drawn at random in every process: what was written before cannot contain it.

/** Unicode keeps this character out of all text that is exchanged. */
const MARK = '\ufdd0';
const ESCAPE = '\u001b';
/** Not imported: that would load all of the module's parts, of which `--help` needs none. */
const SECRET = process.getBuiltinModule('node:crypto').randomBytes(16).toString('hex');
const SEQUENCE = String.raw`\[[?\d;]*[A-Za-z]`;
const OURS = new RegExp(`${MARK}(${SEQUENCE})${SECRET}`, 'g');

/** Only these, whatever a package writes that draws its own prompts: colours, moves, erasing, the cursor itself. */
const DRAWING = new RegExp(String.raw`(${ESCAPE}\[(?:[\d;]*[A-HJKm]|\?25[hl])|\r)`);

const CONTROLS = String.raw`\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029`;
const DIRECTIONS = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;
const INVISIBLES = String.raw`\u180e\u200b\u2060-\u2065\u206a-\u206f\ufdd1-\ufdef\ufeff\ufff9-\ufffb`;
const TAGS = String.raw`\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}`;
const JOINER = String.raw`[\u200c\u200d]`;
/** Nearly nothing that is printed has one of these; what has none needs no closer look. */
const SUSPECT = new RegExp(String.raw`[${CONTROLS}${DIRECTIONS}${INVISIBLES}${MARK}\ud800-\udfff]|${JOINER}`);

/** Joiners are part of emoji, and of the writing of these scripts; elsewhere nobody sees them. */
const SCRIPTS = [
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Mong',
];
let hidden: RegExp | null = null;

/** Made when it is first needed: that takes some milliseconds. */
function hiddenPattern(): RegExp {
  if (hidden !== null) return hidden;
  const scripts = SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('');
  const before = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f${scripts}]`;
  const after = String.raw`[\p{Extended_Pictographic}${scripts}]`;
  const strayJoiner = `(?<!${before})${JOINER}|${JOINER}(?!${after})`;
  const others = String.raw`[${CONTROLS}${DIRECTIONS}${INVISIBLES}${TAGS}\p{Cs}]`;
  hidden = new RegExp(`${others}|${strayJoiner}|${MARK}(?!${SEQUENCE}${SECRET})`, 'gu');
  return hidden;
}

/** A sequence of this program's own, such as `[2K`: a mark that the last step turns into what the terminal obeys. */
export function markedSequence(sequence: string): string {
  return MARK + sequence + SECRET;
}

/** What would act on a terminal, turn the direction of text or hide in it is named instead: `<U+202E>`. */
export function visible(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(hiddenPattern(), (found) => `<U+${hex(found.codePointAt(0) ?? 0)}>`);
}

/** For texts that are taken over as they are seen: what cannot be seen is left out. */
export function withoutHidden(text: string): string {
  return SUSPECT.test(text) ? text.replace(hiddenPattern(), '') : text;
}

/** To the first column is what every terminal knows as a carriage return. */
function terminalSequence(sequence: string): string {
  return sequence === '[G' ? '\r' : ESCAPE + sequence;
}

/** The last step before every output. */
export function terminalText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return partsOf(text)
    .map((part, at) => (at % 2 === 1 ? terminalSequence(part) : visible(part)))
    .join('');
}

/** The last step of prompts, whose package draws by itself; the texts in them went through `terminalText` before. */
export function drawnText(text: string): string {
  if (!SUSPECT.test(text)) return text;
  const parts = text.split(DRAWING);
  return parts.map((part, at) => (at % 2 === 1 ? part : terminalText(part))).join('');
}

/** Text and our own sequences in turn: text first and last. */
export function partsOf(painted: string): string[] {
  return painted.split(OURS);
}

/** The same value for every reader of JSON, and nothing in it that acts on a terminal. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  if (!SUSPECT.test(text)) return text;
  return text.replace(hiddenPattern(), (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${hex(found.charCodeAt(at)).toLowerCase()}`).join(''),
  );
}

function hex(code: number): string {
  return code.toString(16).toUpperCase().padStart(4, '0');
}
