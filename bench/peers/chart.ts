// The figures as a picture: one panel per figure, a dot per contender, on scales by powers of ten.
// It follows the reader's light or dark setting by itself, also inside an <img>.

import { type FigureName, figureValue } from './figures.ts';
import { number, type Row } from './table.ts';

const PANELS: readonly { readonly name: FigureName; readonly title: string; readonly better: string }[] = [
  { name: 'chainMany', title: 'W1: steps a second, 50 runs at once', better: 'more is better' },
  { name: 'mapMedium', title: 'W2: items a second, one run over 10,000 items', better: 'more is better' },
  { name: 'resumed', title: 'W3: runs a second resumed after kill -9', better: 'more is better' },
  { name: 'bytesPerRun', title: 'W3: bytes on disk for each run', better: 'less is better' },
];

const WIDTH = 860;
const LABELS = 280;
const VALUES = 90;
const ROW = 22;
const PANEL_HEAD = 40;
const PANEL_FOOT = 26;
const MARGIN = 16;
const TITLE = 62;

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .quiet { fill: #59636e; font-size: 12px } .title { font-weight: 600 } .ours { font-weight: 600 }
  .grid { stroke: #d1d9e0 } .row { stroke: #e6eaef } .paper { fill: #ffffff }
  circle { fill: #59636e; stroke: #59636e; stroke-width: 2 }
  .ours-dot { fill: #0969da; stroke: #0969da } .open { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .quiet { fill: #9198a1 }
    .grid { stroke: #3d444d } .row { stroke: #262c34 } .paper { fill: #0d1117 }
    circle { fill: #9198a1; stroke: #9198a1 }
    .ours-dot { fill: #4493f8; stroke: #4493f8 } .open { fill: #0d1117 }
  }`;

export function chartOf(rows: readonly Row[], machine: string): string {
  let y = TITLE;
  const panels = PANELS.map((panel) => {
    const drawn = drawPanel(panel, rows, y);
    y += drawn.height;
    return drawn.text;
  });
  const height = y + MARGIN;
  const label = 'Signoff and other engines: four figures of one run';
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${label}">
<style>${STYLE}
</style>
<rect class="paper" width="${WIDTH}" height="${height}" rx="6"/>
<text class="quiet" x="${MARGIN}" y="26">${escaped(machine)}. Each line of the grid is ten times the one before.</text>
${legend('', MARGIN + 5, 'a finished step survives a power loss')}
${legend('open', MARGIN + 255, 'it survives only the end of the process')}
${panels.join('\n')}
</svg>
`;
}

function legend(dot: string, x: number, text: string): string {
  return `<circle class="${dot}" cx="${x}" cy="44" r="5"/><text class="quiet" x="${x + 13}" y="48">${text}</text>`;
}

function drawPanel(panel: (typeof PANELS)[number], rows: readonly Row[], top: number) {
  const shown = rows.filter(({ figures }) => figures[panel.name] !== undefined);
  const values = shown.map(({ figures }) => figureValue(figures[panel.name])).filter((value) => value !== undefined);
  const first = Math.floor(Math.log10(Math.min(...values, 1e9)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values, 1))));
  const place = (value: number): number =>
    LABELS + ((Math.log10(value) - first) / (last - first)) * (WIDTH - LABELS - VALUES);
  const bottom = top + PANEL_HEAD + shown.length * ROW;
  const grid = Array.from({ length: last - first + 1 }, (_, index) => {
    const x = at(place(10 ** (first + index)));
    return (
      `<line class="grid" x1="${x}" x2="${x}" y1="${top + PANEL_HEAD - 6}" y2="${bottom}"/>` +
      `<text class="quiet" x="${x}" y="${bottom + 14}" text-anchor="middle">${number(10 ** (first + index))}</text>`
    );
  });
  const lines = shown.map((row, index) => drawRow(row, panel.name, top + PANEL_HEAD + index * ROW + ROW / 2, place));
  const head =
    `<text class="title" x="${MARGIN}" y="${top + 22}">${escaped(panel.title)}</text>` +
    `<text class="quiet" x="${WIDTH - MARGIN}" y="${top + 22}" text-anchor="end">${panel.better}</text>`;
  return { text: [head, ...grid, ...lines].join('\n'), height: PANEL_HEAD + shown.length * ROW + PANEL_FOOT };
}

function drawRow({ listed, figures }: Row, name: FigureName, y: number, place: (value: number) => number): string {
  const isOurs = listed.kind === 'ours';
  const label = `<text class="${isOurs ? 'ours' : ''}" x="${MARGIN}" y="${y + 4}">${escaped(listed.name)}</text>`;
  const figure = figures[name];
  const value = figureValue(figure);
  if (value === undefined || value <= 0) {
    const why = figure !== undefined && 'overSeconds' in figure ? `over ${figure.overSeconds} s` : 'did not run';
    return `${label}<text class="quiet" x="${LABELS + 8}" y="${y + 4}">${why}</text>`;
  }
  const dot = `${isOurs ? 'ours-dot ' : ''}${listed.isSynced ? '' : 'open'}`;
  const x = at(place(value));
  return (
    `${label}<line class="row" x1="${LABELS}" x2="${x}" y1="${y}" y2="${y}"/>` +
    `<circle class="${dot}" cx="${x}" cy="${y}" r="5"/>` +
    `<text class="${isOurs ? 'ours' : 'quiet'}" x="${place(value) + 11}" y="${y + 4}">${number(value)}</text>`
  );
}

const at = (coordinate: number): string => coordinate.toFixed(1);
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
