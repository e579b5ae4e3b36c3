// What a reply says about itself. Nothing here makes a reply invalid: what cannot be read is left out, with a warning.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Envelope } from '../../ports/agent.ts';
import { readWholeLenientJson } from './lenient-json.ts';
import { strictJson } from './output-value.ts';
import { quotedExcerpt } from './read-word.ts';
import { fieldOf } from './reply-fields.ts';
import { singleFence } from './single-fence.ts';

export interface ReadMetadata {
  readonly metadata: Envelope['metadata'];
  readonly warnings: readonly string[];
}

const NOTHING = /^(?:null|none|nil|n\/a|-|)$/i;
const LINE = /^[\s>*-]*(?:[_`"'][*_`"']*)?([A-Za-z][A-Za-z _-]{0,30})[*_`"']*\s*[:=]\s*(.{0,200})$/;
const LINES_MAX = 50;

export function readMetadata(found: Json | undefined): ReadMetadata {
  const warnings: string[] = [];
  if (!isJsonObject(found)) {
    const what = found === undefined || found === null ? 'no metadata' : 'metadata that is not an object';
    warnings.push(`Expected metadata with a confidence from 0 to 1, found ${what}.`);
  }
  const object: JsonObject = isJsonObject(found) ? found : {};
  return {
    metadata: {
      confidence: confidenceOf(fieldOf(object, 'confidence'), isJsonObject(found), warnings),
      suggestedTags: tagsOf(fieldOf(object, 'suggestedTags'), warnings),
      suggestedNextStage: suggestionOf(fieldOf(object, 'suggestedNextStage'), warnings),
    },
    warnings,
  };
}

/** The Metadata section: an object, bare or in a fence among other text, or lines of `name: value`. */
export function metadataOfText(text: string): Json | undefined {
  const body = singleFence(text)?.body ?? text;
  const start = body.indexOf('{');
  if (start >= 0) {
    const strict = start === 0 ? strictJson(body) : undefined;
    const read = strict === undefined ? readWholeLenientJson(objectIn(body, start)) : null;
    const value = read?.ok ? read.value : strict;
    if (value !== undefined) return value;
  }
  const lines = body.slice(0, 10_000).split('\n').slice(0, LINES_MAX);
  const pairs = lines.flatMap((line) => {
    const [, key, value] = LINE.exec(line.trimEnd()) ?? [];
    return key === undefined || value === undefined
      ? []
      : [[key.trim(), value.replace(/(?<![*_`"',])[*_`"',]+$/, '').trim()] as const];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

/** What else stands in a Metadata section: '' for nothing. */
export function besidesMetadata(text: string): string {
  const bare = text.replace(/^[ \t]*(?:`{3,}|~{3,})[^\n]*$/gm, '').trim();
  const start = bare.indexOf('{');
  const object = start < 0 ? '' : objectIn(bare, start);
  if (object !== '' && readWholeLenientJson(object).ok) {
    return `${bare.slice(0, start)}${bare.slice(start + object.length)}`.trim();
  }
  const lines = bare.split('\n').filter((line) => line.trim() !== '' && !LINE.test(line.trimEnd()));
  return lines.join('\n');
}

function objectIn(body: string, start: number): string {
  const end = body.lastIndexOf('}');
  return body.slice(start, end + 1);
}

function confidenceOf(found: Json | undefined, isExpected: boolean, warnings: string[]): number | null {
  if (found === undefined || found === null) {
    if (isExpected) warnings.push('Expected a confidence from 0 to 1 in the metadata, found none.');
    return null;
  }
  if (typeof found === 'number' && found >= 0 && found <= 1) return Math.abs(found);
  const [, digits, percent] = /^\s*(\d{1,3}(?:\.\d{1,15})?)(?:\s*(%))?\s*$/.exec(String(found)) ?? [];
  const number =
    digits === undefined || (typeof found !== 'string' && typeof found !== 'number') ? Number.NaN : Number(digits);
  const isPercentage = percent === '%' || number >= 2;
  const meant = isPercentage ? number / 100 : number;
  if (!(meant >= 0 && meant <= 1)) {
    warnings.push(`Expected a confidence from 0 to 1, found ${shownJson(found)}; it is not used.`);
    return null;
  }
  warnings.push(`Expected a confidence from 0 to 1, found ${shownJson(found)}; it is read as ${meant}.`);
  return meant;
}

function tagsOf(found: Json | undefined, warnings: string[]): readonly string[] {
  if (found === undefined || found === null) return [];
  const list: readonly Json[] = Array.isArray(found)
    ? found
    : typeof found === 'string'
      ? found.split(/[,;]/)
      : [found];
  const tags = list.flatMap((tag) => (typeof tag === 'string' && !NOTHING.test(tag.trim()) ? [tag.trim()] : []));
  const isList = Array.isArray(found) && tags.length === found.length;
  if (!isList) warnings.push(`Expected suggested tags as a list of texts, found ${shownJson(found)}.`);
  return [...new Set(tags.map((tag) => tag.replace(/^[[\]"'\s]+|[[\]"'\s]+$/g, '')).filter((tag) => tag !== ''))];
}

function suggestionOf(found: Json | undefined, warnings: string[]): string | null {
  if (found === undefined || found === null) return null;
  if (typeof found === 'string') return NOTHING.test(found.trim()) ? null : found.trim();
  warnings.push(`Expected the suggested next stage as a text or null, found ${shownJson(found)}; it is not used.`);
  return null;
}

function shownJson(value: Json): string {
  return typeof value === 'string' ? quotedExcerpt(value) : quotedExcerpt(JSON.stringify(value)).slice(1, -1);
}
