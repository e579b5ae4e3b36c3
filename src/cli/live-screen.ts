// Puts the tree of a run on the terminal: what is settled is printed once, what is not is redrawn in place.

import type { WriteStream } from 'node:tty';
import type { AnyEvent } from '../engine/events.ts';
import type { Payloads } from '../engine/value.ts';
import type { ShownRun } from '../runtime/run-driver.ts';
import type { Paint } from './paint.ts';
import { isSettled, RunTree } from './run-tree.ts';
import { markedSequence } from './terminal-text.ts';
import { columnsOf, type Layout, nodeLines } from './tree-lines.ts';

const FRAME_MS = 40;
const PLAIN_WIDTH = 160;
const HIDE_CURSOR = markedSequence('[?25l');
const SHOW_CURSOR = markedSequence('[?25h');

export class LiveScreen {
  readonly #trees = new Map<string, RunTree>();
  readonly #stream: WriteStream | NodeJS.WriteStream;
  readonly #paint: Paint;
  readonly #isLive: boolean;
  #root: RunTree | null = null;
  /** How many of the root's nodes stand on the screen for good, and how many lines below them are redrawn. */
  #printed = 0;
  #liveLines = 0;
  #drawnAt = 0;
  #isDue = false;
  #isReleased = false;
  #later: NodeJS.Timeout | undefined;
  /** Something has happened since it was last drawn. */
  #isStale = false;
  readonly #showCursor = (): void => void this.#stream.write(SHOW_CURSOR);

  constructor(stream: NodeJS.WriteStream, paint: Paint) {
    this.#stream = stream;
    this.#paint = paint;
    this.#isLive = stream.isTTY === true && process.env.TERM !== 'dumb';
    if (!this.#isLive) return;
    this.#stream.write(HIDE_CURSOR);
    // Whatever ends the program, nobody is left without a cursor.
    process.once('exit', this.#showCursor);
  }

  apply(run: ShownRun, event: AnyEvent, payloads: Payloads): void {
    let tree = this.#trees.get(run.id);
    if (tree === undefined) {
      tree = new RunTree(run.workflow, payloads);
      this.#trees.set(run.id, tree);
      this.#root ??= tree;
    }
    tree.apply(event);
    this.#isStale = true;
    // Someone else writes below: what happens meanwhile is drawn when they are done.
    if (this.#isDue || this.#isReleased) return;
    this.#isDue = true;
    // Not before the whole commit is shown: what looks settled in its middle may not be at its end.
    queueMicrotask(() => {
      this.#isDue = false;
      const waitMs = FRAME_MS - (performance.now() - this.#drawnAt);
      if (waitMs <= 0) this.#drawNow();
      // Nothing more may come for long: the last of many changes must not stay unseen.
      else this.#later ??= setTimeout(() => this.#drawNow(), waitMs).unref();
    });
  }

  #drawNow(): void {
    if (this.#isStale && !this.#isReleased) this.draw();
  }

  remark(run: string, task: number, text: string): void {
    this.#trees.get(run)?.remark(task, text);
  }

  draw(): void {
    this.#drawnAt = performance.now();
    this.#isStale = false;
    clearTimeout(this.#later);
    this.#later = undefined;
    if (this.#root === null) return;
    const layout = this.#layout();
    const columns = columnsOf(this.#root.workflow, layout.width);
    const lines: string[] = [];
    const { roots } = this.#root;
    for (let node = roots[this.#printed]; node !== undefined && isSettled(node); node = roots[++this.#printed]) {
      lines.push(...nodeLines(node, columns, layout));
    }
    const rest = this.#isLive ? roots.slice(this.#printed).flatMap((node) => nodeLines(node, columns, layout)) : [];
    const live = rest.slice(-Math.max(1, (this.#stream.rows || 24) - 2));
    this.#write([...lines, ...live]);
    this.#liveLines = live.length;
  }

  /** Leaves what is drawn where it is, so that something else can write below it. */
  release(): void {
    if (this.#isStale || !this.#isReleased) this.draw();
    this.#liveLines = 0;
    this.#isReleased = true;
    if (this.#isLive) this.#stream.write(SHOW_CURSOR);
  }

  /** Nothing more will happen: everything that is left is printed. */
  finish(): void {
    if (this.#isStale || !this.#isReleased) this.draw();
    if (this.#root !== null && !this.#isLive) {
      const layout = this.#layout();
      const columns = columnsOf(this.#root.workflow, layout.width);
      const rest = this.#root.roots.slice(this.#printed).flatMap((node) => nodeLines(node, columns, layout));
      this.#write(rest);
      this.#printed = this.#root.roots.length;
    }
    this.#liveLines = 0;
    if (this.#isLive) this.#showCursor();
    process.off('exit', this.#showCursor);
  }

  #write(lines: readonly string[]): void {
    if (this.#isReleased && lines.length > 0) {
      this.#stream.write('\n');
      this.#isReleased = false;
    }
    const clear =
      this.#liveLines === 0
        ? ''
        : markedSequence(`[${this.#liveLines}A`) + markedSequence('[G') + markedSequence('[0J');
    if (clear !== '' || lines.length > 0) this.#stream.write(clear + lines.map((line) => `${line}\n`).join(''));
  }

  #layout(): Layout {
    const width = this.#isLive ? Math.max(8, (this.#stream.columns || 80) - 1) : PLAIN_WIDTH;
    return { paint: this.#paint, width, trees: this.#trees };
  }
}
