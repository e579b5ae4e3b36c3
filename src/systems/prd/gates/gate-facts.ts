// What the gates of a PRD run read of it: texts, lists and files of the run's record.

import { isJsonObject, type Json, type JsonObject } from '../../../json.ts';
import type { GateFacts, RunFacts } from '../../../ports/system.ts';

export function textIn({ data }: Pick<RunFacts, 'data'>, name: string): string {
  const value = data[name];
  return typeof value === 'string' ? value : '';
}

/** Schemas have checked what is in it. */
export function listIn<T extends Json>(value: Json | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]) : [];
}

export const inputOf = ({ input }: Pick<GateFacts, 'input'>): JsonObject => (isJsonObject(input) ? input : {});

/** Of a step's last output. */
export function outputIn({ output }: Pick<RunFacts, 'output'>, step: string): JsonObject {
  const value = output(step);
  return isJsonObject(value) ? value : {};
}

export function requirementsPath(facts: Pick<RunFacts, 'data'>): string {
  const [folder, id] = [textIn(facts, 'prdWorkspacePath'), textIn(facts, 'featureId')];
  return folder === '' || id === '' ? '' : `${folder}/${id}/requirements.md`;
}

/** The requirements file as the last review left it; null before the first. */
export function reviewedText(facts: Pick<RunFacts, 'output'>): string | null {
  const { file } = outputIn(facts, 'RR');
  return isJsonObject(file) && typeof file.text === 'string' ? file.text : null;
}

/** `2 points`, `1 point`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
