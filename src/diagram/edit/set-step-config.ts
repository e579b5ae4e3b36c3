// Sets, adds and removes configuration in a diagram's comments.

import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import type { Config, ConfigEntry } from '../config/config-block.ts';
import { type Change, configMap, type EditSource, type Refusal } from '../edit.ts';
import { isTooDeep, jsonSplices, renderJson, setJson, styleOf } from './json-splices.ts';
import type { Splice } from './splice.ts';

export interface ConfigDraft {
  readonly splices: readonly Splice[];
  readonly config: ReadonlyMap<string, JsonObject>;
}

/** Sets the value at `path` in the configuration of a step or of `workflow`; the empty path is the whole object.
 *  undefined removes what is there. */
export function setStepConfig(id: string, path: readonly (string | number)[], value: Json | undefined): Change {
  return (opened) => {
    const draft = configDraft(opened, id, path, value);
    return 'refused' in draft ? draft : { ...draft, drawing: opened.drawing };
  };
}

export function configDraft(
  opened: EditSource,
  id: string,
  path: readonly (string | number)[],
  value: Json | undefined,
): ConfigDraft | Refusal {
  const wrong = configProblem(opened.config);
  if (wrong !== null) return wrong;
  if (value !== undefined && isTooDeep(value))
    return { refused: 'Expected at most 100 levels of nesting in a configuration, found more.' };
  const config = configMap(opened.config);
  const old = config.get(id);
  if (old === undefined && value === undefined) return { splices: [], config };
  if (old === undefined && id !== 'workflow' && !opened.drawing.nodes.some((node) => node.id === id)) {
    return { refused: `Expected the id of a step in the diagram, found "${id}".` };
  }
  const set = setJson(old, path, path.length === 0 && value === null ? undefined : value);
  if (set === null)
    return { refused: `Expected a path into an object or list, found that ${JSON.stringify(path)} leads nowhere.` };
  const next = set.json;
  if (next !== undefined && !isJsonObject(next))
    return { refused: 'Expected a configuration to be an object, found another value.' };
  const changed = new Map(config);
  if (next === undefined) changed.delete(id);
  else changed.set(id, next);
  return { splices: entrySplices(opened, id, old, next), config: changed };
}

/** Text with mistakes in it is not edited: what it means is not known. */
export function configProblem({ problems }: Config): Refusal | null {
  const wrong = problems.find(({ severity }) => severity === 'problem');
  return wrong === undefined ? null : { refused: `${wrong.message} Correct the configuration first.` };
}

export function entrySplices(
  { text, config }: EditSource,
  id: string,
  old: JsonObject | undefined,
  next: JsonObject | undefined,
): readonly Splice[] {
  const entry = config.entries.find((candidate) => candidate.id === id);
  if (entry === undefined || old === undefined) return next === undefined ? [] : [newEntry(text, config, id, next)];
  if (next === undefined) return [{ start: entry.span.start, end: entry.span.end, text: '' }];
  return jsonSplices(text, entry.span.root, old, next, styleOf(text, entry.span.root));
}

/** In the last block, else in a new one at the end. */
function newEntry(text: string, config: Config, id: string, json: JsonObject): Splice {
  const block = config.blocks.at(-1);
  const model = config.entries.findLast(
    ({ span }) => block === undefined || (span.start > block.start && span.start < block.endLine),
  );
  const entry = entryText(text, model, id, json);
  if (block !== undefined) return { start: block.endLine, end: block.endLine, text: `${entry}\n` };
  const lead = text === '' || text.endsWith('\n') ? '' : '\n';
  const tail = lead === '' ? '\n' : '';
  return {
    start: text.length,
    end: text.length,
    text: `${lead}%% === WORKFLOW_CONFIG ===\n${entry}\n%% === END_CONFIG ===${tail}`,
  };
}

function entryText(text: string, model: ConfigEntry | undefined, id: string, json: JsonObject): string {
  const prefix = model === undefined ? '%% ' : text.slice(model.span.start, model.span.idStart - 1);
  const root = model?.span.root;
  const style = root === undefined ? { colon: ': ', comma: ', ' } : styleOf(text, root);
  const isOneLine = root !== undefined && !text.slice(root.start, root.end).includes('\n');
  if (isOneLine) {
    const pad = root.members?.[0] === undefined ? '' : text.slice(root.start + 1, root.members[0].keyStart);
    const flat = renderJson(json, style, null);
    return `${prefix}@${id}: ${flat === '{}' ? flat : `{${pad}${flat.slice(1, -1)}${pad}}`}`;
  }
  const line = `\n${prefix}  `;
  const members = Object.keys(json).map(
    (key) => JSON.stringify(key) + style.colon + renderJson(json[key] as Json, style, line),
  );
  return `${prefix}@${id}: {${members.map((member) => line + member).join(',')}\n${prefix}}`;
}
