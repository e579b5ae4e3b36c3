// Write-back on random diagrams: what is not edited stays byte for byte, and what is edited reads as it was meant.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { readConfig } from '../../src/diagram/config/config-block.ts';
import type { Drawing } from '../../src/diagram/drawing.ts';
import { addStep } from '../../src/diagram/edit/add-step.ts';
import { removeStep } from '../../src/diagram/edit/remove-step.ts';
import { renameStep } from '../../src/diagram/edit/rename-step.ts';
import { setEdgeCondition } from '../../src/diagram/edit/set-edge-condition.ts';
import { setKind, setLabel } from '../../src/diagram/edit/set-kind.ts';
import { setStepConfig } from '../../src/diagram/edit/set-step-config.ts';
import { type Change, editDiagram } from '../../src/diagram/edit.ts';
import { parseDiagramHere } from '../../src/diagram/read/parse-here.ts';
import { readSource } from '../../src/diagram/read/source.ts';
import type { JsonObject } from '../../src/json.ts';
import { soaked } from '../support/soak.ts';
import { diagramFile, type File, jsonValue, labelText } from './diagram-files.ts';

const RUNS = { numRuns: soaked(20) };

/** How often each edit was accepted: a property that only ever met refusals would prove nothing. */
const accepted = new Map<string, { yes: number; no: number }>();

async function edit({ name, text }: File, change: Change, what: string): Promise<File | null> {
  const result = await editDiagram(name, text, change, parseDiagramHere);
  const count = accepted.get(what) ?? { yes: 0, no: 0 };
  accepted.set(what, count);
  if ('refused' in result) count.no += 1;
  else count.yes += 1;
  return 'refused' in result ? null : { name, text: result.text };
}

async function drawingOf({ name, text }: File): Promise<Drawing> {
  const { drawing } = await parseDiagramHere(readSource(name, text));
  assert.ok(drawing);
  return drawing;
}

function configOf({ name, text }: File): Record<string, JsonObject> {
  return Object.fromEntries(readConfig(readSource(name, text).diagram).entries.map((entry) => [entry.id, entry.json]));
}

/** Only diagrams that Mermaid takes, with a step picked from those it read. */
async function withStep(
  source: File,
  pick: number,
  check: (id: string, drawing: Drawing) => Promise<void>,
): Promise<void> {
  const { drawing } = await parseDiagramHere(readSource(source.name, source.text));
  const steps = drawing?.nodes.filter(({ shape }) => shape !== 'start' && shape !== 'end') ?? [];
  const step = steps[pick % Math.max(steps.length, 1)];
  if (drawing !== null && step !== undefined) await check(step.id, drawing);
}

test('setting a value to what it is changes no byte', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), async (source, pick) => {
      await withStep(source, pick, async (step, drawing) => {
        const node = drawing.nodes.find((drawn) => drawn.id === step);
        const same = async (change: Change) => {
          const result = await edit(source, change, 'same');
          if (result !== null) assert.equal(result.text, source.text);
        };
        await same(setLabel(step, node?.label ?? ''));
        await same(renameStep(step, step));
        const value = configOf(source)[step];
        await same(setStepConfig(step, [], value));
        for (const key of Object.keys(value ?? {})) await same(setStepConfig(step, [key], value?.[key]));
        for (const { from, to, label: condition } of drawing.edges.slice(0, 1))
          await same(setEdgeCondition(from, to, 0, condition));
      });
    }),
    RUNS,
  );
});

test('a changed configuration reads as the changed one, and every byte outside its entry stays', async () => {
  await fc.assert(
    fc.asyncProperty(
      diagramFile,
      fc.nat(),
      fc.constantFrom('a', 'b', 'new key'),
      fc.option(jsonValue, { nil: undefined }),
      async (source, pick, key, value) => {
        await withStep(source, pick, async (step, drawing) => {
          const before = configOf(source);
          const result = await edit(source, setStepConfig(step, [key], value), 'config');
          if (result === null) return;
          const { [key]: _, ...rest } = before[step] ?? {};
          const next = value === undefined ? rest : { ...rest, [key]: value };
          const isEntry = before[step] !== undefined || value !== undefined;
          assert.deepEqual(configOf(result), isEntry ? { ...before, [step]: next } : before);
          assert.deepEqual(await drawingOf(result), drawing);
          assert.equal(...outside(source, result, step));
          const again = await edit(result, setStepConfig(step, [key], before[step]?.[key]), 'config');
          if (before[step] !== undefined && before[step]?.[key] === undefined && Object.keys(before[step]).length > 0)
            assert.equal(again?.text, source.text);
        });
      },
    ),
    RUNS,
  );
});

test('a changed label is the only change in the drawing', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), labelText, async (source, pick, text) => {
      await withStep(source, pick, async (step, drawing) => {
        const result = await edit(source, setLabel(step, text), 'label');
        if (result === null) return;
        const found = await drawingOf(result);
        assert.deepEqual(
          found.nodes.map((node) => (node.id === step ? node.label : `${node.id} ${node.label}`)),
          drawing.nodes.map((node) => (node.id === step ? text.trim() : `${node.id} ${node.label}`)),
        );
        assert.deepEqual(found.edges, drawing.edges);
      });
    }),
    RUNS,
  );
});

test('a changed condition is the only change in the arrows', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), fc.option(labelText), async (source, pick, text) => {
      await withStep(source, 0, async (_, drawing) => {
        const index = pick % Math.max(drawing.edges.length, 1);
        const edge = drawing.edges[index];
        if (edge === undefined) return;
        const nth = drawing.edges.slice(0, index).filter(({ from, to }) => from === edge.from && to === edge.to).length;
        const result = await edit(source, setEdgeCondition(edge.from, edge.to, nth, text), 'condition');
        if (result === null) return;
        const found = await drawingOf(result);
        const meant = drawing.edges.map((other, at) =>
          at === index ? { ...other, label: (text ?? '').trim() } : other,
        );
        const bySource = (edges: Drawing['edges']) => Object.groupBy(edges, ({ from }) => from);
        assert.deepEqual({ ...bySource(found.edges) }, { ...bySource(meant) });
      });
    }),
    RUNS,
  );
});

test('a step renamed and renamed back leaves the text as it was', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), fc.constantFrom('Z', 'Zed_1', 'ö'), async (source, pick, name) => {
      await withStep(source, pick, async (step) => {
        const there = await edit(source, renameStep(step, name), 'rename');
        if (there === null) return;
        const drawing = await drawingOf(there);
        assert.ok(!drawing.nodes.some((node) => node.id === step) && drawing.nodes.some((node) => node.id === name));
        // Not every id a diagram may hold is one that write-back gives.
        const back = await edit(there, renameStep(name, step), 'rename back');
        if (back !== null) assert.equal(back.text, source.text);
      });
    }),
    RUNS,
  );
});

test('a step added and removed again leaves the drawing as it was, and the text too if nothing led to it', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), labelText, fc.boolean(), async (source, pick, text, isLinked) => {
      await withStep(source, pick, async (step, drawing) => {
        const kind = drawing.type === 'state' ? 'state' : 'task-manual';
        const change = addStep(
          { id: 'New', label: text, kind },
          isLinked ? [{ from: step, to: 'New', label: 'go' }] : [],
        );
        const more = await edit(source, change, 'add');
        if (more === null) return;
        const found = await drawingOf(more);
        assert.deepEqual(found.edges.slice(0, drawing.edges.length), drawing.edges);
        assert.equal(found.nodes.filter((node) => node.id === 'New').length, 1);
        const less = await edit(more, removeStep('New'), 'remove new');
        assert.deepEqual(less === null ? null : await drawingOf(less), drawing);
        // The name of a step drawn only by a note or a style line stays: it is its only statement.
        if (!isLinked) assert.equal(less?.text, source.text);
      });
    }),
    RUNS,
  );
});

test('a removed step is gone with its arrows and its configuration, and nothing else is', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), fc.boolean(), async (source, pick, bridge) => {
      await withStep(source, pick, async (step, drawing) => {
        const result = await edit(source, removeStep(step, { bridge }), bridge ? 'bridge' : 'remove');
        if (result === null) return;
        const found = await drawingOf(result);
        const kept = drawing.edges.filter(({ from, to }) => from !== step && to !== step);
        if (!bridge) assert.deepEqual(found.edges, kept);
        assert.ok(!found.nodes.some((node) => node.id === step));
        const { [step]: _, ...rest } = configOf(source);
        assert.deepEqual(configOf(result), rest);
      });
    }),
    RUNS,
  );
});

const FLOW_KINDS = [
  ...(['task-automated', 'task-manual', 'decision', 'foreach', 'subflow', 'join', 'terminal'] as const),
];
const STATE_KINDS = ['state', 'decision', 'fork', 'join'] as const;

test('a changed kind keeps every arrow and every other step', async () => {
  await fc.assert(
    fc.asyncProperty(diagramFile, fc.nat(), fc.nat(), async (source, pick, which) => {
      await withStep(source, pick, async (step, drawing) => {
        const kinds = drawing.type === 'state' ? STATE_KINDS : FLOW_KINDS;
        const kind = kinds[which % kinds.length] ?? 'decision';
        const result = await edit(source, setKind(step, kind), 'kind');
        if (result === null) return;
        const found = await drawingOf(result);
        assert.deepEqual(found.edges, drawing.edges);
        const others = (nodes: Drawing['nodes']) =>
          nodes.filter((node) => node.id !== step).toSorted((left, right) => (left.id < right.id ? -1 : 1));
        assert.deepEqual(others(found.nodes), others(drawing.nodes));
      });
    }),
    RUNS,
  );
});

after(() => {
  for (const [what, { yes, no }] of accepted) {
    assert.ok(
      yes > no,
      `"${what}" was accepted ${yes} times and refused ${no} times: the properties are nearly vacuous`,
    );
  }
});

/** What of either file is not the step's entry. A new entry is an insertion: what stood around it is still there. */
function outside(before: File, changed: File, step: string): [string, string] {
  const entry = (source: File) => readConfig(source.text).entries.find((candidate) => candidate.id === step)?.span;
  const old = entry(before);
  const now = entry(changed);
  if (old !== undefined && now !== undefined) return [without(before.text, old), without(changed.text, now)];
  let start = 0;
  while (start < before.text.length && before.text[start] === changed.text[start]) start += 1;
  const grown = changed.text.length - before.text.length;
  return [before.text, without(changed.text, { start, end: start + Math.max(grown, 0) })];
}

function without(text: string, { start, end }: { readonly start: number; readonly end: number }): string {
  return text.slice(0, start) + text.slice(end);
}
