// Our Drawing against the parser package's own tables, for every diagram of the corpus.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import type { Drawing } from '../../src/diagram/drawing.ts';
import { parseDiagramHere } from '../../src/diagram/read/parse-here.ts';
import { readSource } from '../../src/diagram/read/source.ts';

interface Table {
  readonly nodes: readonly { readonly id: string; readonly label: string; readonly shape: string }[];
  readonly edges: readonly { from: string; to: string; label: string; stroke: string; arrow: string }[];
  readonly groups: readonly { readonly id: string; readonly title: string; readonly nodes: readonly string[] }[];
}

interface Db {
  getSubGraphs(): { id: string; title: string; nodes: string[] }[];
  getVertices(): Map<string, FlowRow>;
  getEdges(): FlowRow[];
  getData(): Layout;
}

let parse: (text: string) => Promise<{ db: Db }>;

before(async () => {
  const purify = (await import('dompurify')).default as unknown as Record<string, unknown>;
  Object.assign(purify, { sanitize: (text: unknown) => text, addHook: () => undefined });
  const mermaid = (await import('mermaid')).default;
  mermaid.initialize({ securityLevel: 'strict', logLevel: 'fatal' });
  await mermaid.parse('flowchart TD\nA');
  parse = async (text) => (await mermaid.mermaidAPI.getDiagramFromText(text)) as unknown as { db: Db };
});

for (const [folder, least, expected] of [
  ['flowcharts', 150, flowchartTable],
  ['states', 40, stateTable],
] as const) {
  describe(`the corpus of ${folder}`, () => {
    const files = readdirSync(new URL(`${folder}/`, import.meta.url)).filter((file) => file.endsWith('.mmd'));

    test(`holds at least ${least} diagrams`, () => assert.ok(files.length >= least, `found ${files.length}`));

    for (const file of files) {
      test(`${file} is read as the parser package reads it`, async () => {
        const text = readFileSync(new URL(`${folder}/${file}`, import.meta.url), 'utf8');
        const { drawing, problems } = await parseDiagramHere(readSource(file, text));
        assert.ok(drawing !== null, JSON.stringify(problems));
        assert.deepEqual(tableOf(drawing), expected((await parse(text)).db));
      });
    }
  });
}

function tableOf(drawing: Drawing): Table {
  const nodes = drawing.nodes.map(({ id, label, shape }) => ({ id, label, shape }));
  return {
    nodes,
    edges: drawing.edges.map((edge) => ({ ...edge })),
    groups: drawing.groups.map((group) => ({ ...group })),
  };
}

interface FlowRow {
  readonly [field: string]: unknown;
  readonly id: string;
}

/** From the tables the parser fills. */
function flowchartTable(db: Db): Table {
  const groups = db.getSubGraphs();
  const vertices = [...db.getVertices().values()];
  const edges = db.getEdges();
  return {
    nodes: vertices
      .filter((vertex) => !groups.some((group) => group.id === vertex.id))
      .map((vertex) => ({ id: vertex.id, label: decode(String(vertex.text)), shape: String(vertex.type ?? '') })),
    edges: edges.map((edge) => ({
      from: String(edge.start),
      to: String(edge.end),
      label: decode(String(edge.text)),
      stroke: edge.stroke === 'INVALID' ? 'normal' : String(edge.stroke),
      arrow: String(edge.type),
    })),
    groups: groups.map(({ id, title, nodes }) => ({ id, title: decode(title), nodes })),
  };
}

interface LaidOutDrawing {
  readonly id: string;
  readonly label: string;
  readonly shape: string;
  readonly parentId?: string;
}

interface Layout {
  readonly nodes: LaidOutDrawing[];
  readonly edges: { readonly start: string; readonly end: string; readonly label?: string; readonly classes: string }[];
}

const SHAPES: Readonly<Record<string, string>> = {
  rect: 'default',
  rectWithTitle: 'default',
  stateStart: 'start',
  stateEnd: 'end',
  roundedWithTitle: 'composite',
};

/** From the layout the renderer is given: what is drawn, notes and regions apart. */
function stateTable(db: Db): Table {
  const data = namedRegions(db.getData());
  const regions = new Map(
    data.nodes.filter((node) => node.shape === 'divider').map((node) => [node.id, node.parentId]),
  );
  const states = data.nodes.filter((node) => !/^(?:note|noteGroup|divider)$/.test(node.shape));
  const parentOf = (node: LaidOutDrawing) =>
    (node.parentId !== undefined && regions.get(node.parentId)) || node.parentId;
  const nodes = states.map((node) => ({
    id: node.id,
    label: decode(node.label),
    shape: SHAPES[node.shape] ?? node.shape,
  }));
  return {
    nodes,
    edges: data.edges
      .filter((edge) => !edge.classes.includes('note-edge'))
      .map(({ start, end, label }) => ({
        from: start,
        to: end,
        label: decode(label ?? ''),
        stroke: 'normal',
        arrow: 'arrow_point',
      })),
    groups: states
      .filter((node) => node.shape === 'roundedWithTitle')
      .map(({ id, label }) => ({
        id,
        title: decode(label),
        nodes: states.filter((node) => parentOf(node) === id).map((node) => node.id),
      })),
  };
}

/** Mermaid gives the regions between `--` lines random ids; ours are the composite's id and a number. */
function namedRegions(layout: Layout): Layout {
  let text = JSON.stringify(layout);
  const counts = new Map<string | undefined, number>();
  for (const { id, parentId } of layout.nodes.filter((node) => node.shape === 'divider')) {
    counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
    text = text.replaceAll(id, `${parentId}_${counts.get(parentId)}`);
  }
  return JSON.parse(text) as Layout;
}

/** Mermaid's own decoding, followed by what a browser does with the entities that stand in the corpus. */
function decode(text: string): string {
  const named: Readonly<Record<string, string>> = {
    lt: '<',
    gt: '>',
    amp: '&',
    quot: '"',
    colon: ':',
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    szlig: 'ß',
    copy: '©',
    nbsp: '\u00A0',
    mdash: '—',
    hellip: '…',
    euro: '€',
  };
  return text
    .replace(/ﬂ°°/g, '\0#')
    .replace(/ﬂ°/g, '\0')
    .replace(/¶ß/g, ';')
    .replace(/\0#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\0(\w+);/g, (_, name: string) => named[name] ?? `#${name};`);
}
