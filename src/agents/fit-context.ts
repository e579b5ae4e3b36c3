// Fits what a step's prompt says about the run into a budget of tokens. What does not fit is named, never dropped
// silently.

import { fenced, fenceFor } from '../engine/fenced.ts';
import type { Json } from '../json.ts';
import { countTokens } from './count-tokens.ts';
import { cutInMiddle, grouped, languageOf, oneLine, valueText } from './shown-value.ts';

/** `none`: nothing but what the prompt names. `output`: the step's input and item. `summary`: and a line for each past
 *  step. `all`: and every past output. */
export type ContextPolicy = 'none' | 'output' | 'summary' | 'all';

export interface PastStep {
  readonly id: string;
  readonly label: string;
  readonly output: Json;
  readonly summary: string | null;
}

export interface ContextParts {
  readonly policy: ContextPolicy;
  /** The previous output. */
  readonly input: Json;
  readonly item: Json | null;
  /** A part of each stands in the prompt, and this is the rest. */
  readonly isRest: { readonly input: boolean; readonly item: boolean };
  /** In the order they finished. */
  readonly steps: readonly PastStep[];
  readonly budgetTokens: number;
  /** Of what stands around the fitted text and counts against the budget too: the task's title, tags, schema. */
  readonly frameTokens: number;
}

export interface FittedContext {
  /** null: there is nothing to show. */
  readonly text: string | null;
  /** In the order of the context: input, item, then the steps as they finished. */
  readonly leftOut: readonly string[];
}

const LABEL_CHARACTERS_MAX = 60;
const SUMMARY_CHARACTERS_MAX = 600;
const SHORTENED_CHARACTERS_MAX = 300;
/** A value of which less than this could be shown is left out as a whole. */
const CUT_TOKENS_MIN = 16;
/** At most: the mark of a gap in a cut value, and the entry that names it. */
const GAP_TOKENS = 24;
const NAME_TOKENS = 20;
const EARLIER_STEPS = '### Earlier Steps';
/** Of the blank line between two parts. */
const JOIN_TOKENS = 1;

interface Piece {
  readonly text: string;
  readonly tokens: number;
  /** What stands for it when it is left out. */
  readonly name: string;
  readonly nameTokens: number;
}

interface ValuePiece extends Piece {
  readonly title: string;
  readonly value: Json;
}

/** The result, with its frame, takes no more than the budget, or no more than the least there can be: the frame and one
 *  entry (label of 60 characters at most) for each thing left out. A larger budget never shows less.
 *  Past steps go first: the larger before the smaller (by powers of two), among equals the oldest. The input and the
 *  item are cut, in the middle, only when no past step is left whose leaving out saves anything. */
export function fitContext(parts: ContextParts): FittedContext {
  const values = valuesOf(parts);
  const steps =
    parts.policy === 'output' || parts.policy === 'none' ? [] : parts.steps.map((step) => stepPiece(step, parts));
  const spareTokens = parts.budgetTokens - parts.frameTokens;
  const lineTokens = countTokens(leftOutLine(parts.budgetTokens, [''])) + JOIN_TOKENS;

  const headingTokens = steps.length > 0 ? countTokens(EARLIER_STEPS) + JOIN_TOKENS : 0;
  let cost = headingTokens + tokensOf(values) + tokensOf(steps);
  const removed = new Set<Piece>();
  if (cost > spareTokens) cost += lineTokens;
  for (const piece of cost > spareTokens ? removalOrder(steps) : []) {
    removed.add(piece);
    cost += piece.nameTokens - piece.tokens;
    if (cost <= spareTokens) break;
  }
  const kept = steps.filter((piece) => !removed.has(piece));
  const fitted = cost <= spareTokens ? allFitted(values) : fitValues(values, spareTokens - (cost - tokensOf(values)));
  const leftOut = [...fitted.leftOut, ...steps.filter((piece) => removed.has(piece)).map((piece) => piece.name)];
  const texts = [
    ...fitted.texts,
    ...(kept.length === 0 ? [] : [EARLIER_STEPS, ...kept.map((piece) => piece.text)]),
    ...(leftOut.length === 0 ? [] : [leftOutLine(parts.budgetTokens, leftOut)]),
  ];
  return { text: texts.length === 0 ? null : texts.join('\n\n'), leftOut };
}

function leftOutLine(budgetTokens: number, names: readonly string[]): string {
  return `Left out to fit ${grouped(budgetTokens)} tokens: ${names.join(', ')}.`;
}

function valuesOf({ policy, input, item, isRest }: ContextParts): readonly ValuePiece[] {
  if (policy === 'none') return [];
  return [valuePiece('Input', input, isRest.input), valuePiece('Item', item, isRest.item)].filter(
    (each) => each !== null,
  );
}

function valuePiece(name: 'Input' | 'Item', value: Json, isRest: boolean): ValuePiece | null {
  if (value === null) return null;
  const title = isRest ? `Rest of the ${name}` : name;
  const text = `### ${title}\n${fenced(valueText(value), languageOf(value))}`;
  return { ...piece(text, (size) => `the ${title.toLowerCase()} (${size})`), title, value };
}

function stepPiece(step: PastStep, parts: ContextParts): Piece {
  const label = `"${oneLine(step.label === '' ? step.id : step.label, LABEL_CHARACTERS_MAX)}"`;
  if (parts.policy === 'summary') {
    return piece(`- ${label}: ${summaryLine(step)}`, (size) => `summary of ${label} (${size})`);
  }
  const summary = step.summary === null ? '' : `Summary: ${oneLine(step.summary, SUMMARY_CHARACTERS_MAX)}\n`;
  const output = isSame(step.output, parts.input)
    ? 'Its output is the input of this step.'
    : fenced(valueText(step.output), languageOf(step.output));
  return piece(`#### ${label}\n${summary}${output}`, (size) => `output of ${label} (${size})`);
}

function piece(text: string, nameOf: (size: string) => string): Piece {
  const tokens = countTokens(text);
  const name = nameOf(`${grouped(tokens)} tokens`);
  return { text, tokens: tokens + JOIN_TOKENS, name, nameTokens: countTokens(`${name}, `) };
}

function summaryLine(step: PastStep): string {
  if (step.summary !== null && step.summary.trim() !== '') return oneLine(step.summary, SUMMARY_CHARACTERS_MAX);
  const text = typeof step.output === 'string' ? step.output : JSON.stringify(step.output);
  return `output ${oneLine(text, SHORTENED_CHARACTERS_MAX)}`;
}

/** The step before this one gave the input: shown once is enough. */
function isSame(output: Json, input: Json): boolean {
  return input !== null && (output === input || JSON.stringify(output) === JSON.stringify(input));
}

function tokensOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, each) => sum + each.tokens, 0);
}

/** The order does not depend on the budget: with more room, what is left out is the beginning of the same list. */
function removalOrder(steps: readonly Piece[]): readonly Piece[] {
  return steps
    .filter((each) => each.tokens > each.nameTokens)
    .map((each) => ({ each, band: Math.floor(Math.log2(each.tokens)) }))
    .sort((one, other) => other.band - one.band)
    .map(({ each }) => each);
}

interface FittedValues {
  readonly texts: readonly string[];
  readonly leftOut: readonly string[];
}

function allFitted(values: readonly ValuePiece[]): FittedValues {
  return { texts: values.map((each) => each.text), leftOut: [] };
}

/** Each gets half of the room, and what the other does not need of its half. */
function fitValues(values: readonly ValuePiece[], tokens: number): FittedValues {
  const spareTokens = Math.max(0, tokens - values.length * NAME_TOKENS);
  const half = Math.floor(spareTokens / values.length);
  const spare = values.reduce((sum, each) => sum + Math.max(0, half - each.tokens), 0);
  const texts: string[] = [];
  const leftOut: string[] = [];
  for (const value of values) {
    const fitted = value.tokens <= half + spare ? { text: value.text, name: null } : cutValue(value, half + spare);
    if (fitted.text !== null) texts.push(fitted.text);
    if (fitted.name !== null) leftOut.push(fitted.name);
  }
  return { texts, leftOut };
}

function cutValue(piece: ValuePiece, tokens: number): { readonly text: string | null; readonly name: string | null } {
  const text = valueText(piece.value);
  const fence = fenceFor(text);
  const opening = `### ${piece.title}\n${fence}${languageOf(piece.value)}\n`;
  const spareTokens = tokens - countTokens(opening) - countTokens(fence) - GAP_TOKENS - JOIN_TOKENS;
  const cut = spareTokens < CUT_TOKENS_MIN ? null : cutInMiddle(text, spareTokens);
  if (cut === null) return { text: null, name: piece.name };
  const size = `${grouped(cut.leftOutTokens)} tokens`;
  return {
    text: `${opening}${cut.head}\n[... ${size} left out here ...]\n${cut.tail}\n${fence}`,
    name: `the middle of the ${piece.title.toLowerCase()} (${size})`,
  };
}
