// Patterns of paths: `*`, `?`, `[a-z]`, `**` and `{a,b}`, matched without regular expressions, so that none hangs us.

export type PathPattern = (path: string) => boolean;

const ALTERNATIVES_MAX = 64;
const PATTERN_LENGTH_MAX = 1_000;

/** null: the pattern is too long, or its braces make too many alternatives. */
export function globPattern(glob: string): PathPattern | null {
  if (glob.length > PATTERN_LENGTH_MAX) return null;
  const alternatives = expandBraces(glob);
  if (alternatives === null) return null;
  const patterns = alternatives.map((each) => each.split('/').map(readSegment));
  return (path) => {
    const parts = path.split('/');
    return patterns.some((segments) => matchSegments(segments, parts));
  };
}

type Token = string | typeof STAR | CharacterTest;
type CharacterTest = (character: string) => boolean;
type Segment = typeof DEEP | readonly Token[];

const STAR = Symbol('*');
const DEEP = Symbol('**');

function expandBraces(glob: string): string[] | null {
  let open = [glob];
  // Each round replaces the first innermost pair of braces in every text; a glob has few of them.
  for (let round = 0; round <= ALTERNATIVES_MAX; round++) {
    const next = open.flatMap((text) => {
      const found = /\{([^{},]*,[^{}]*)\}/.exec(text);
      if (found === null) return [text];
      const after = text.slice(found.index + found[0].length);
      return (found[1] ?? '').split(',').map((each) => text.slice(0, found.index) + each + after);
    });
    if (next.length > ALTERNATIVES_MAX) return null;
    if (next.length === open.length && next.every((text, index) => text === open[index])) return next;
    open = next;
  }
  return null;
}

function readSegment(text: string): Segment {
  if (text === '**') return DEEP;
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const classEnd = character === '[' ? text.indexOf(']', at + 2) : -1;
    if (classEnd > 0) {
      tokens.push(readClass(text.slice(at + 1, classEnd)));
      at = classEnd;
    } else if (character === '\\' && at + 1 < text.length) tokens.push(text.charAt(++at));
    else if (character === '?') tokens.push(() => true);
    else if (character !== '*') tokens.push(character);
    else if (tokens.at(-1) !== STAR) tokens.push(STAR);
  }
  return tokens;
}

function readClass(text: string): CharacterTest {
  const isNegated = text.startsWith('!') || text.startsWith('^');
  const members = isNegated ? text.slice(1) : text;
  const ranges: [string, string][] = [];
  for (let at = 0; at < members.length; at++) {
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    ranges.push([members.charAt(at), members.charAt(isRange ? at + 2 : at)]);
    if (isRange) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Goes back only to the last `**` or `*`, which is enough, and takes at most pattern times text. */
function matchSegments(segments: readonly Segment[], parts: readonly string[]): boolean {
  return matchSequence(
    segments,
    parts,
    (segment) => segment === DEEP,
    (segment, part) => {
      return segment !== DEEP && matchSequence(segment, part, (token) => token === STAR, matchToken);
    },
  );
}

function matchToken(token: Token, character: string): boolean {
  return typeof token === 'function' ? token(character) : token === character;
}

function matchSequence<Part>(
  pattern: readonly Part[],
  text: ArrayLike<string>,
  isAnything: (part: Part) => boolean,
  matches: (part: Part, one: string) => boolean,
): boolean {
  let inPattern = 0;
  let inText = 0;
  let backPattern = -1;
  let backText = 0;
  while (inText < text.length) {
    const part = pattern[inPattern];
    if (part !== undefined && isAnything(part)) {
      backPattern = ++inPattern;
      backText = inText;
    } else if (part !== undefined && matches(part, text[inText] ?? '')) {
      inPattern++;
      inText++;
    } else if (backPattern >= 0) {
      inPattern = backPattern;
      inText = ++backText;
    } else return false;
  }
  return pattern.slice(inPattern).every(isAnything);
}
