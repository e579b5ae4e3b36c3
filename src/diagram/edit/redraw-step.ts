// Changes a step's label and shape where they are written: in its brackets, or in `@{ ... }` behind its id.

import type { DrawnNode } from '../drawing.ts';
import type { Refusal } from '../edit.ts';
import { addPairs, isNothing, type Metadata, metadataValue, type Pair, readMetadata } from './metadata.ts';
import type { OpenedStep } from './open-step.ts';
import type { Splice } from './splice.ts';
import type { Mention, Shape } from './statements.ts';
import { writeLabel } from './write-label.ts';

export interface TargetShape {
  readonly open: string;
  readonly close: string;
  /** Mermaid's word for what these brackets draw. */
  readonly shape: string;
  /** The words for it in `@{ shape: ... }`, the one to write first. */
  readonly words: readonly string[];
}

export type RedrawnNode = Pick<DrawnNode, 'label' | 'labelType' | 'shape'> & { readonly splices: readonly Splice[] };

/** `target` null: the shape stays. A step without brackets and metadata gets brackets where it is first named. */
export function redrawStep(
  text: string,
  step: OpenedStep,
  label: string,
  target: TargetShape | null,
): RedrawnNode | Refusal {
  const drawn = drawnIn(text, step.mentions);
  if (drawn === null) {
    return {
      refused:
        `Expected what is in the "@{ ... }" behind "${step.node.id}" to be simple pairs on one line, found more. ` +
        'Edit the text by hand.',
    };
  }
  const { metadata } = drawn;
  if (metadata === null || (isBrackets(drawn.label) && drawn.label === drawn.shape))
    return inBrackets(text, step, label, target, isBrackets(drawn.label) ? drawn.label : null);
  const added: string[] = [];
  const labelled = relabelled(text, step.node, label, { ...drawn, metadata }, added);
  const shaped = reshaped(step.node, target, drawn.shape, added);
  const splices = [...labelled.splices, ...shaped.splices, ...addPairs(metadata, added)];
  return { label, labelType: labelled.labelType, shape: shaped.shape, splices };
}

/** Where the label and the shape that count are written (step-5: the last counts); null where nothing says so. */
interface StepDrawing {
  readonly label: Shape | Pair | null;
  readonly shape: Shape | Pair | null;
  /** The last of them, for what is written nowhere yet. */
  readonly metadata: Metadata | null;
}

function isBrackets(place: Shape | Pair | null): place is Shape {
  return place !== null && 'open' in place;
}

function drawnIn(text: string, mentions: readonly Mention[]): StepDrawing | null {
  let drawn: StepDrawing = { label: null, shape: null, metadata: null };
  let isClear = true;
  for (const mention of mentions) {
    if (mention.shape !== null) {
      drawn = { ...drawn, label: mention.shape, shape: mention.shape };
      isClear = true;
    }
    if (mention.metadata === null) continue;
    const metadata = readMetadata(text, mention.metadata);
    const label = metadata?.pairs.get('label') ?? null;
    if (metadata === null || (label !== null && isNothing(label))) isClear = false;
    else drawn = { label: label ?? drawn.label, shape: metadata.pairs.get('shape') ?? drawn.shape, metadata };
  }
  return isClear ? drawn : null;
}

function inBrackets(
  text: string,
  { node, mentions }: OpenedStep,
  label: string,
  target: TargetShape | null,
  brackets: Shape | null,
): RedrawnNode {
  if (brackets === null) {
    const { open, close, shape } = target ?? { open: '[', close: ']', shape: 'square' };
    const written = writeLabel(label, '');
    const at = mentions[0]?.idEnd ?? 0;
    const splices = [{ start: at, end: at, text: open + written.text + close }];
    return { label, labelType: written.labelType, shape, splices };
  }
  const old = text.slice(brackets.label.start, brackets.label.end);
  const written = label === node.label ? { text: old, labelType: node.labelType } : writeLabel(label, old.trim());
  const { open, close } = target ?? brackets;
  const splices = [{ start: brackets.start, end: brackets.end, text: open + written.text + close }];
  return { label, labelType: written.labelType, shape: target?.shape ?? node.shape, splices };
}

function relabelled(
  text: string,
  node: DrawnNode,
  label: string,
  { label: place, metadata }: StepDrawing & { readonly metadata: Metadata },
  added: string[],
): Pick<RedrawnNode, 'labelType' | 'splices'> {
  if (label === node.label) return { labelType: node.labelType, splices: [] };
  if (place === null) {
    added.push(`label: ${metadataValue(label, null)}`);
    const given = metadata.pairs.get('labelType')?.text.replaceAll(/["']/g, '');
    return { labelType: given === 'text' || given === 'string' ? given : 'markdown', splices: [] };
  }
  if (!isBrackets(place))
    return { labelType: node.labelType, splices: [{ ...place.value, text: metadataValue(label, place.text) }] };
  const written = writeLabel(label, text.slice(place.label.start, place.label.end).trim());
  return { labelType: written.labelType, splices: [{ ...place.label, text: written.text }] };
}

function reshaped(
  node: DrawnNode,
  target: TargetShape | null,
  place: StepDrawing['shape'],
  added: string[],
): Pick<RedrawnNode, 'shape' | 'splices'> {
  const [word = ''] = target?.words ?? [];
  if (target === null || target.shape === node.shape || target.words.includes(node.shape))
    return { shape: node.shape, splices: [] };
  if (place === null) {
    added.push(`shape: ${word}`);
    return { shape: word, splices: [] };
  }
  if (!isBrackets(place)) return { shape: word, splices: [{ ...place.value, text: metadataValue(word, place.text) }] };
  const { start, end, label } = place;
  const splices = [
    { start, end: label.start, text: target.open },
    { start: label.end, end, text: target.close },
  ];
  return { shape: target.shape, splices };
}
