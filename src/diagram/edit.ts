// Write-back: a change to a diagram's text counts only if the changed text reads as exactly what was meant (src-5).

import type { JsonObject } from '../json.ts';
import { type Config, readConfig } from './config/config-block.ts';
import type { Drawing } from './drawing.ts';
import { configDifference, drawingDifference, type ReorderRule } from './edit/drawing-difference.ts';
import { applySplices, type Splice, splicesInRaw } from './edit/splice.ts';
import { readSource, type SourceText } from './read/source.ts';

export interface Refusal {
  /** What was expected and what was found. Nothing was changed. */
  readonly refused: string;
}
export type EditResult = { readonly text: string } | Refusal;

/** parseDiagram or parseDiagramHere. */
export type ParseSource = (source: SourceText) => Promise<{ readonly drawing: Drawing | null }>;

/** What a change works on: the diagram's own text (LF line ends, no Markdown around it) and what it reads as. */
export interface EditSource {
  readonly text: string;
  readonly drawing: Drawing;
  readonly config: Config;
}

/** How the text changes, and what it must read as afterwards. */
export interface Draft {
  readonly splices: readonly Splice[];
  readonly drawing: Drawing;
  readonly config: ReadonlyMap<string, JsonObject>;
  /** New statements may name a step earlier than before; edges stay in order per source. */
  readonly reordered?: ReorderRule;
}

/** One edit: setStepConfig, setLabel, setKind, setEdgeCondition, addStep, removeStep and renameStep make them. */
export type Change = (opened: EditSource) => Draft | Refusal;

/** `raw` is the whole file as it is on disk; so is the text that comes back. */
export async function editDiagram(
  fileName: string,
  raw: string,
  change: Change,
  parse: ParseSource,
): Promise<EditResult> {
  const source = readSource(fileName, raw);
  const { drawing } = await parse(source);
  if (drawing === null)
    return { refused: 'Expected a diagram without syntax errors, found one that cannot be read. Correct it first.' };
  const config = readConfig(source.diagram);
  const draft = change({ text: source.diagram, drawing, config });
  if ('refused' in draft) return draft;
  const splices = draft.splices.filter(({ start, end, text }) => source.diagram.slice(start, end) !== text);
  if (splices.length === 0) return { text: raw };
  const text = applySplices(
    raw,
    splicesInRaw(
      raw,
      splices.map((splice) => shifted(splice, diagramStart(source))),
    ),
  );
  return (await isAsMeant(fileName, text, { draft, splices, source, config }, parse)) ?? { text };
}

export function configMap(config: Config): ReadonlyMap<string, JsonObject> {
  return new Map(config.entries.map(({ id, json }) => [id, json]));
}

interface EditPlan {
  readonly draft: Draft;
  readonly splices: readonly Splice[];
  readonly source: SourceText;
  readonly config: Config;
}

async function isAsMeant(fileName: string, text: string, meant: EditPlan, parse: ParseSource): Promise<Refusal | null> {
  const { draft, splices, source, config } = meant;
  const after = readSource(fileName, text);
  if (after.diagram !== applySplices(source.diagram, splices)) {
    return {
      refused: 'Expected the change to stay inside the diagram, found that it would change where the diagram ends.',
    };
  }
  const { drawing } = await parse(after);
  if (drawing === null)
    return { refused: 'Expected the changed diagram to be readable, found a syntax error. Choose another id or text.' };
  const difference = drawingDifference(draft.drawing, drawing, draft.reordered);
  if (difference !== null) return { refused: difference };
  const changed = readConfig(after.diagram);
  if (mistakes(changed) > mistakes(config)) {
    const worst = changed.problems.find(({ severity }) => severity === 'problem');
    return { refused: worst?.message ?? 'Expected no new problem in the configuration, found one.' };
  }
  const wrong = configDifference(draft.config, configMap(changed));
  return wrong === null ? null : { refused: wrong };
}

function mistakes(config: Config): number {
  return config.problems.filter(({ severity }) => severity === 'problem').length;
}

function diagramStart(source: SourceText): number {
  let at = 0;
  for (let line = 1; line < source.firstLine; line += 1) at = source.text.indexOf('\n', at) + 1;
  return at;
}

function shifted(splice: Splice, by: number): Splice {
  return { start: splice.start + by, end: splice.end + by, text: splice.text };
}
