// The tree of a run as lines of text.

import type { Workflow } from '../diagram/workflow.ts';
import type { Paint } from './paint.ts';
import { isSettled, type NodeStatus, type RunTree, type TreeNode } from './run-tree.ts';
import { counted, fit, fitPainted, labelOf, pad, readableMs, widthOf } from './shown-text.ts';

const ID_MAX = 14;
const LABEL_MAX = 34;
const ITEMS_SHOWN_MAX = 12;
const BUSY_SHOWN_MAX = 6;
const BAR_CELLS = 16;
const BAR_CELLS_MIN = 4;
/** For the count behind a bar. */
const BAR_COUNT = 20;
/** Of a narrow screen, at most these parts are ids and labels: what came of a step must still fit. */
const ID_PART = 0.2;
const LABEL_PART = 0.4;
const SHOWN_FROM_MS = 1000;
const INDENT = 3;

export interface Layout {
  readonly paint: Paint;
  readonly width: number;
  readonly trees: ReadonlyMap<string, RunTree>;
}

interface Columns {
  readonly id: number;
  readonly label: number;
}

export function columnsOf({ steps }: Workflow, width: number): Columns {
  const drawn = steps.filter(({ kind }) => kind !== 'start' && kind !== 'end');
  return columnsFor(
    drawn.map(({ id, label }) => ({ id, label: labelOf(label) === id ? '' : labelOf(label) })),
    width,
  );
}

function columnsFor(named: readonly { readonly id: string; readonly label: string }[], width: number): Columns {
  const widest = (texts: readonly string[], most: number) =>
    Math.max(1, Math.min(Math.floor(most), Math.max(1, ...texts.map(widthOf))));
  return {
    id: widest(
      named.map(({ id }) => id),
      Math.min(ID_MAX, width * ID_PART),
    ),
    label: widest(
      named.map(({ label }) => label),
      Math.min(LABEL_MAX, width * LABEL_PART),
    ),
  };
}

/** No line is wider than the layout, so that what was drawn can be drawn over. */
export function nodeLines(node: TreeNode, columns: Columns, layout: Layout, depth = 0): string[] {
  const { paint } = layout;
  const indent = ' '.repeat(1 + depth * INDENT);
  const head = `${indent}${symbolOf(node.status, paint)} `;
  const label = pad(fit(node.label, columns.label), columns.label);
  const name = `${paint.bold(pad(fit(node.id, columns.id), columns.id))}  ${label}`;
  const used = widthOf(indent) + 2 + columns.id + 2 + columns.label + 2;
  const line = `${head}${name}  ${noteOf(node, layout, layout.width - used)}`.trimEnd();
  const under = remarkLines(node, ' '.repeat(used - columns.label - 2), layout);
  return [...[line, ...under].map((own) => fitPainted(own, layout.width)), ...childLines(node, layout, depth + 1)];
}

/** A whole list of nodes; long lists of items show what is under way and what went wrong, and count the rest. */
function childLines(node: TreeNode, layout: Layout, depth: number): string[] {
  const run = node.child === null ? undefined : layout.trees.get(node.child);
  if (run !== undefined) {
    const columns = columnsOf(run.workflow, layout.width);
    return run.roots.flatMap((child) => nodeLines(child, columns, layout, depth));
  }
  if (node.bar === null) {
    const columns = widthsOf(node.children, layout);
    return node.children.flatMap((child) => nodeLines(child, columns, layout, depth));
  }
  const isLong = node.children.length > ITEMS_SHOWN_MAX;
  const shown = isLong ? notable(node.children) : node.children;
  const columns = widthsOf(shown, layout);
  const lines = shown.flatMap((child) => itemLines(child, columns, layout, depth));
  const hidden = node.children.length - shown.length;
  const rest = `${' '.repeat(1 + depth * INDENT)}… ${counted(hidden, shown.length === 0 ? 'item' : 'more item')}`;
  const more = layout.paint.dim(fit(rest, layout.width));
  return hidden > 0 ? [...lines, more] : lines;
}

/** An item with a single step is one line: the item's name, the step's result. */
function itemLines(item: TreeNode, columns: Columns, layout: Layout, depth: number): string[] {
  const [only] = item.children;
  if (
    only === undefined ||
    item.children.length > 1 ||
    only.children.length > 0 ||
    only.bar !== null ||
    only.child !== null
  ) {
    return nodeLines(item, columns, layout, depth);
  }
  const status = item.status === 'working' ? only.status : item.status;
  const note = [only.note, item.note].filter((text) => text !== '').join(', ');
  return nodeLines(
    { ...item, status, note, remarks: [...only.remarks, ...item.remarks], children: [] },
    columns,
    layout,
    depth,
  );
}

function widthsOf(nodes: readonly TreeNode[], { width }: Layout): Columns {
  return columnsFor(nodes.slice(0, 200), width);
}

function notable(items: readonly TreeNode[]): TreeNode[] {
  const wrong = items.filter(({ status }) => status === 'failed' || status === 'held').slice(0, BUSY_SHOWN_MAX);
  const busy = items.filter((item) => item.status !== 'failed' && !isSettled(item)).slice(0, BUSY_SHOWN_MAX);
  return items.filter((item) => wrong.includes(item) || busy.includes(item));
}

function noteOf(node: TreeNode, { paint }: Layout, spareWidth: number): string {
  const spent = node.settledAt === null ? 0 : node.settledAt - node.openedAt;
  const took = spent >= SHOWN_FROM_MS ? `  ${readableMs(spent)}` : '';
  const cells = Math.min(BAR_CELLS, Math.max(BAR_CELLS_MIN, spareWidth - BAR_COUNT));
  const note = fit(node.note, Math.max(12, spareWidth - took.length - (node.bar === null ? 0 : cells + BAR_COUNT)));
  const isLate = node.status === 'held' || node.status === 'timed-out';
  const painted = node.status === 'failed' ? paint.red(note) : isLate ? paint.yellow(note) : paint.dim(note);
  if (node.bar === null) return painted + paint.dim(took);
  return `${barOf(node.bar, cells, paint)}${note === '' ? '' : `  ${painted}`}${paint.dim(took)}`;
}

function barOf({ done, failed, total }: NonNullable<TreeNode['bar']>, width: number, paint: Paint): string {
  if (total === 0) return paint.dim('no items');
  const cells = (count: number) => Math.round((count / total) * width);
  const filled = cells(done);
  const broken = Math.min(width - filled, cells(failed));
  const bar = paint.green('█'.repeat(filled)) + paint.red('█'.repeat(broken));
  const rest = paint.dim('░'.repeat(width - filled - broken));
  const wrong = failed === 0 ? '' : `, ${paint.red(`${failed.toLocaleString('en')} failed`)}`;
  return `${bar}${rest} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${wrong}`;
}

function remarkLines(node: TreeNode, indent: string, { paint, width }: Layout): string[] {
  return node.remarks.map((remark) => paint.dim(`${indent}${fit(remark, Math.max(20, width - indent.length))}`));
}

function symbolOf(status: NodeStatus, paint: Paint): string {
  switch (status) {
    case 'done':
      return paint.green('✓');
    case 'routed':
      return paint.cyan('◆');
    case 'failed':
      return paint.red('✗');
    case 'held':
      return paint.yellow('‖');
    case 'timed-out':
      return paint.yellow('◷');
    case 'working':
      return paint.cyan('●');
    case 'skipped':
      return paint.dim('↷');
    case 'cancelled':
      return paint.dim('–');
    default:
      return paint.dim('○');
  }
}
