// Reads an expression's tokens before jsep does: refuses what jsep would let through or drown in.

export const EXPRESSION_CHARACTERS_MAX = 2000;
export const EXPRESSION_DEPTH_MAX = 100;

/** The first thing wrong with `text`, or null. What passes is one whole expression as far as tokens can tell. */
export function scanExpression(text: string): string | null {
  if (text.length > EXPRESSION_CHARACTERS_MAX) {
    return `Expected at most 2,000 characters, found ${text.length}.`;
  }
  const scan: Scan = { open: [], afterValue: false, afterNumber: false, last: '', prefixes: 0 };
  let at = 0;
  while (at < text.length) {
    const token = tokenAt(text, at);
    if (typeof token === 'string') return token;
    const wrong = token.kind === 'space' ? null : accept(scan, token, at);
    if (wrong !== null) return wrong;
    at += token.text.length;
  }
  if (scan.open.length > 0) return `Expected ${CLOSING[scan.open.at(-1) ?? 'group']} before the end, found nothing.`;
  if (!scan.afterValue) {
    return scan.last === ''
      ? 'Expected an expression, found nothing.'
      : `Expected a value after "${scan.last}", found nothing.`;
  }
  return null;
}

type Bracket = 'group' | 'call' | 'list' | 'index';
interface Token {
  readonly kind: 'space' | 'word' | 'number' | 'text' | 'sign';
  readonly text: string;
}
interface Scan {
  readonly open: Bracket[];
  afterValue: boolean;
  afterNumber: boolean;
  last: string;
  /** Prefix signs in a row: jsep recurses once for each. */
  prefixes: number;
}

const CLOSING: Record<Bracket, string> = { group: '")"', call: '")"', list: '"]"', index: '"]"' };
const SPACE = /[ \t\n\r]+/y;
const WORD = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}$_]*/uy;
const NUMBER = /(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const TEXT = /'(?:[^'\\]|\\[\s\S])*'|"(?:[^"\\]|\\[\s\S])*"/y;
const ESCAPE = /\\[^nrtbfv\\'"/]/;
const REFUSED = /\*\*|\?\?|\?\.|=>|\+\+|--|<<|>>|[?:^~{}`;]|&(?!&)|\|(?!\|)|(?<![=!<>])=(?!=)/y;
const SIGN = /===|!==|==|!=|<=|>=|&&|\|\||[<>!+\-*/%()[\].,]/y;
const PREFIX = new Set(['!', '+', '-']);

const REASONS: Readonly<Record<string, string>> = {
  '?.': 'a missing path is undefined anyway: write "." instead',
  '?': 'write two conditions instead of "a ? b : c"',
  '??': 'use "||"',
  '=': 'nothing can be assigned here; compare with "==="',
  '&': 'use "&&"',
  '|': 'use "||"',
  '{': 'objects cannot be written here',
  '`': 'write text in \' or " quotes',
  ';': 'only one expression is allowed',
};

function tokenAt(text: string, at: number): Token | string {
  const space = match(SPACE, text, at);
  if (space !== null) return { kind: 'space', text: space };
  const refused = match(REFUSED, text, at);
  if (refused !== null) {
    const reason = REASONS[refused];
    const why = reason === undefined ? '' : ` (${reason})`;
    return `Expected an operator of the language, found "${refused}"${place(at)}${why}.`;
  }
  const word = match(WORD, text, at);
  if (word !== null) return { kind: 'word', text: word };
  const number = match(NUMBER, text, at);
  if (number !== null) return numberToken(number, at);
  const quoted = match(TEXT, text, at);
  if (quoted !== null) return textToken(quoted, at);
  const sign = match(SIGN, text, at);
  if (sign !== null) return { kind: 'sign', text: sign };
  const found = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (found === "'" || found === '"')
    return `Expected a closing ${found} for the text that begins${place(at)}, found none.`;
  const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `Expected an expression, found the character ${JSON.stringify(found)} (U+${code})${place(at)}.`;
}

function numberToken(text: string, at: number): Token | string {
  if (!Number.isFinite(Number(text))) return `Expected a number, found ${text}${place(at)}, which is too large.`;
  return { kind: 'number', text };
}

// jsep reads "\u0041" as "u0041" without a word; better refused than misread.
function textToken(text: string, at: number): Token | string {
  const odd = ESCAPE.exec(text.replaceAll('\\\\', ''));
  if (odd !== null) return `Expected \\n, \\t, \\\\, \\' or \\" in text, found "${odd[0]}"${place(at)}.`;
  return { kind: 'text', text };
}

function accept(scan: Scan, token: Token, at: number): string | null {
  const wrong = token.kind === 'sign' ? acceptSign(scan, token.text, at) : acceptValue(scan, token, at);
  scan.last = token.text;
  scan.afterNumber = token.kind === 'number';
  return wrong;
}

function acceptValue(scan: Scan, token: Token, at: number): string | null {
  if (scan.last === '.' && token.kind !== 'word') return `Expected a name after ".", found ${token.text}${place(at)}.`;
  if (scan.afterValue) {
    const sign = token.kind === 'word' ? SIGNS.get(token.text.toLowerCase()) : undefined;
    if (sign !== undefined) return `Expected an operator, found "${token.text}"${place(at)} (write "${sign}").`;
    return `Expected an operator before ${shown(token.text)}, found none${place(at)}.`;
  }
  scan.afterValue = true;
  scan.prefixes = 0;
  return null;
}

/** What people write for an operator. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['is', '==='],
  ['equals', '==='],
]);

function acceptSign(scan: Scan, sign: string, at: number): string | null {
  if (sign === '(' || sign === '[') return open(scan, sign, at);
  if (sign === ')' || sign === ']') return close(scan, sign, at);
  if (sign === '.' && (scan.afterNumber || !scan.afterValue))
    return `Expected a path before ".", found none${place(at)}.`;
  if (scan.last === '.') return `Expected a name after ".", found "${sign}"${place(at)}.`;
  if (sign === '!' ? scan.afterValue : !scan.afterValue && !PREFIX.has(sign)) {
    return sign === '!'
      ? `Expected an operator before "!", found none${place(at)}.`
      : `Expected a value before "${sign}", found none${place(at)}.`;
  }
  if (sign === ',' && !['call', 'list'].includes(scan.open.at(-1) ?? '')) {
    return `Expected one expression, found ","${place(at)}.`;
  }
  scan.prefixes = scan.afterValue ? 0 : scan.prefixes + 1;
  if (scan.prefixes > EXPRESSION_DEPTH_MAX) return tooDeep(at);
  scan.afterValue = false;
  return null;
}

function open(scan: Scan, sign: '(' | '[', at: number): string | null {
  if (scan.last === '.') return `Expected a name after ".", found "${sign}"${place(at)}.`;
  if (sign === '(') scan.open.push(scan.afterValue ? 'call' : 'group');
  else scan.open.push(scan.afterValue ? 'index' : 'list');
  scan.afterValue = false;
  scan.prefixes = 0;
  return scan.open.length > EXPRESSION_DEPTH_MAX ? tooDeep(at) : null;
}

function close(scan: Scan, sign: ')' | ']', at: number): string | null {
  const opened = scan.open.pop();
  if (opened === undefined || CLOSING[opened] !== `"${sign}"`) {
    return `Expected ${opened === undefined ? 'no closing bracket' : CLOSING[opened]}, found "${sign}"${place(at)}.`;
  }
  const empty = (opened === 'call' && scan.last === '(') || (opened === 'list' && scan.last === '[');
  if (!scan.afterValue && !empty) return `Expected a value before "${sign}", found none${place(at)}.`;
  scan.afterValue = true;
  return null;
}

function match(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const tooDeep = (at: number): string =>
  `Expected at most ${EXPRESSION_DEPTH_MAX} levels of nesting, found more${place(at)}.`;
const place = (at: number): string => ` at character ${at + 1}`;
const shown = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);
