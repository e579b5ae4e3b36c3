// What a regular expression repeats without bound, and a text that leads up to it.

export interface RepeatedPart {
  /** Texts that the repeated part takes. */
  readonly units: readonly string[];
  /** A text that everything before it takes. */
  readonly before: string;
}

interface Term {
  /** Texts that it takes once; [''] of what takes no text. */
  readonly texts: readonly string[];
  /** Of a group. */
  readonly options: readonly (readonly Term[])[];
  readonly least: number;
  readonly isBounded: boolean;
}

const TEXTS_MAX = 4;
const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c.|\\k<[^>]*>|\\.|\[(?:\\.|[^\]\\])*\]|./suy;
const GROUP = /\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?/y;
const COUNT = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;
const NO_TEXT = /^(?:[\^$]|\\[bBk1-9].*)$/s;
/** What may stand for a class or an escape. */
export const SAMPLES = [...'a0 \t-_.*#>|`"\'([{<:=,/\\AZ!\u00a0\ne1éλ\u{1f600}~+@$%&;x'];

export function repeatedParts({ source, flags }: RegExp): readonly RepeatedPart[] {
  const found: RepeatedPart[] = [];
  for (const option of new Reader(source, flags.replace(/[gy]/g, '')).options()) collect(option, '', found);
  return found;
}

/** Gives `before` with a text that the terms take. */
function collect(terms: readonly Term[], before: string, found: RepeatedPart[]): string {
  let text = before;
  for (const { texts, options, least, isBounded } of terms) {
    if (!isBounded) found.push({ units: texts.filter((each) => each !== ''), before: text });
    for (const option of options) collect(option, text, found);
    text += (texts[0] ?? '').repeat(Math.min(least, 20));
  }
  return text;
}

class Reader {
  readonly #source: string;
  readonly #flags: string;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags;
  }

  /** Up to the end of the group, or of the whole. */
  options(): (readonly Term[])[] {
    const options: Term[][] = [[]];
    while (this.#at < this.#source.length && this.#source[this.#at] !== ')') {
      if (this.#source[this.#at] !== '|') options.at(-1)?.push(this.#term());
      else {
        this.#at++;
        options.push([]);
      }
    }
    return options;
  }

  #term(): Term {
    const opening = this.#take(GROUP)?.[0];
    if (opening === undefined) {
      const texts = textsOf(this.#take(ATOM)?.[0] ?? '', this.#flags);
      return { texts, options: [], ...this.#count() };
    }
    const options = this.options();
    this.#at++;
    const texts = /[=!]$/.test(opening) ? [''] : options.slice(0, TEXTS_MAX).map((terms) => collect(terms, '', []));
    return { texts, options, ...this.#count() };
  }

  #count(): { readonly least: number; readonly isBounded: boolean } {
    const [, sign, least, comma, most] = this.#take(COUNT) ?? [];
    if (sign !== undefined) return { least: sign === '+' ? 1 : 0, isBounded: sign === '?' };
    return { least: Number(least ?? 1), isBounded: comma !== ',' || most !== '' };
  }

  #take(form: RegExp): RegExpExecArray | null {
    form.lastIndex = this.#at;
    const taken = form.exec(this.#source);
    if (taken !== null) this.#at = form.lastIndex;
    return taken;
  }
}

function textsOf(atom: string, flags: string): readonly string[] {
  if (NO_TEXT.test(atom)) return [''];
  if (atom.length === 1 && atom !== '.') return [atom];
  const own = new RegExp(`^(?:${atom})$`, flags);
  return SAMPLES.filter((sample) => own.test(sample)).slice(0, TEXTS_MAX);
}
