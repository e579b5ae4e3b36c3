// Texts made to keep one regular expression busy: what it repeats, repeated, and then something that does not fit.

import { type RepeatedPart, repeatedParts, SAMPLES } from './repeated-parts.ts';

const ATOM = /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x..|\\.|\[(?:\\.|[^\]\\])*\]|[^()|*+?{}^$]/gsu;
const TAILS = ['', '\u0001', '\n!'];

export interface Attack {
  readonly start: string;
  readonly unit: string;
  readonly tail: string;
}

/** The attack with its unit repeated to this length. */
export function attackText({ start, unit, tail }: Attack, length: number): string {
  return start + unit.repeat(Math.ceil(length / unit.length)) + tail;
}

/** What never repeats without bound cannot be kept busy. */
export function attacksOn(pattern: RegExp): readonly Attack[] {
  if (!/[*+]|,\}/.test(pattern.source)) return [];
  const atoms = atomsOf(pattern);
  const units = new Set<string>();
  for (const [at, atom] of atoms.entries()) {
    for (const one of atom) {
      units.add(one);
      for (const next of atoms[at + 1] ?? []) units.add(one + next);
    }
  }
  const whole = atoms.map(([first = '']) => first).join('');
  units.add(whole);
  const attacks: Attack[] = [];
  const starts = new Set(['', whole, ...prefixesOf(atoms)]);
  for (const unit of units) {
    if (unit === '') continue;
    for (const tail of TAILS) attacks.push({ start: '', unit, tail });
    for (const start of starts) if (start !== '') attacks.push({ start, unit, tail: '\u0001' });
  }
  return [...attacks, ...repeatedParts(pattern).flatMap(attacksOnPart)];
}

/** Where a match begins once, and where it may begin again and again. */
function attacksOnPart({ units, before }: RepeatedPart): Attack[] {
  const once = units.map((unit) => ({ start: before, unit }));
  const again = units.slice(0, 1).map((unit) => ({ start: '', unit: before + unit }));
  const between = units.slice(0, 1).map((unit) => ({ start: '', unit: `${before}${unit} ` }));
  return [...once, ...again, ...between].flatMap((each) => TAILS.map((tail) => ({ ...each, tail })));
}

/** The samples of the pattern's beginning, up to each of its first atoms. */
function prefixesOf(atoms: readonly (readonly string[])[]): string[] {
  const prefixes: string[] = [];
  let start = '';
  for (const [first = ''] of atoms.slice(0, 6)) {
    start += first;
    prefixes.push(start);
  }
  return prefixes;
}

/** For each literal, class and escape of the pattern in order: up to two characters that it takes. */
function atomsOf({ source, flags }: RegExp): readonly (readonly string[])[] {
  const wide = flags.replace(/[gy]/g, '');
  const atoms: string[][] = [];
  const seen = new Set<string>();
  for (const [text] of source.matchAll(ATOM)) {
    if (/^\\[bBk1-9]/.test(text)) continue;
    let own: RegExp;
    try {
      own = new RegExp(`^(?:${text})$`, wide);
    } catch {
      continue;
    }
    const taken = (text.length === 1 ? [text] : SAMPLES.filter((sample) => own.test(sample))).slice(0, 2);
    if (taken.length === 0 || (seen.has(text) && atoms.length > 12)) continue;
    seen.add(text);
    atoms.push(taken);
  }
  return atoms.slice(0, 24);
}
