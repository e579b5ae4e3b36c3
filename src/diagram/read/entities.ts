// Mermaid's entities back to the characters they stand for (src-2).
//
// Before parsing, Mermaid turns `#35;` into `ﬂ°°35¶ß` and `#lt;` into `ﬂ°lt¶ß`, so that the `;` ends no statement; its
// renderer turns them into HTML entities. Numbers are read as HTML reads them. Of the names, those of ISO 8859-1 and
// the symbols people type are known; another name stays as it was written.

const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 ' +
  'sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc ' +
  'Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve ' +
  'Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute ' +
  'acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ' +
  'ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const SYMBOLS =
  'quot:" amp:& apos:\' lt:< gt:> num:# semi:; colon:: comma:, period:. excl:! quest:? dollar:$ ' +
  'percnt:% lpar:( rpar:) lsqb:[ lbrack:[ rsqb:] rbrack:] lcub:{ lbrace:{ rcub:} rbrace:} ast:* plus:+ ' +
  'equals:= sol:/ bsol:\\ vert:| verbar:| lowbar:_ grave:` commat:@ Hat:^ ndash:– mdash:— hellip:… ' +
  'bull:• lsquo:‘ rsquo:’ ldquo:“ rdquo:” sbquo:‚ bdquo:„ dagger:† Dagger:‡ permil:‰ euro:€ trade:™ ' +
  'larr:← uarr:↑ rarr:→ darr:↓ harr:↔ lArr:⇐ rArr:⇒ hArr:⇔ check:✓ cross:✗ hearts:♥ star:☆ starf:★ ' +
  'forall:∀ exist:∃ empty:∅ isin:∈ sum:∑ minus:− radic:√ infin:∞ and:∧ or:∨ cap:∩ cup:∪ asymp:≈ ne:≠ ' +
  'equiv:≡ le:≤ ge:≥ alpha:α beta:β gamma:γ delta:δ Delta:Δ epsilon:ε lambda:λ mu:μ pi:π sigma:σ ' +
  'Sigma:Σ tau:τ phi:φ omega:ω Omega:Ω';

const NAMED: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...SYMBOLS.split(' ').map((pair): [string, string] => {
    const colon = pair.indexOf(':');
    return [pair.slice(0, colon), pair.slice(colon + 1)];
  }),
]);

/** One pass: `#amp;lt;` is the text `&lt;`, never `<`. */
export function decodeEntities(parsed: string): string {
  if (!parsed.includes('ﬂ°')) return parsed;
  return parsed.replace(/ﬂ°°(\d+)¶ß|ﬂ°(\w+)¶ß/g, (_, digits?: string, name?: string) => {
    if (digits !== undefined) return characterOf(Number(digits));
    return NAMED.get(name ?? '') ?? `#${name};`;
  });
}

/** As HTML has it: 128 to 159 mean Windows-1252, and what is not a character is U+FFFD. */
function characterOf(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}
