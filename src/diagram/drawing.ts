// What Mermaid's parser read: boxes and arrows, before any meaning is given to them.

export interface Drawing {
  readonly type: 'flowchart' | 'state';
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly groups: readonly DrawnGroup[];
}

export interface DrawnNode {
  readonly id: string;
  /** Entities decoded, markdown and HTML line breaks as written by the author; the id when no label was given. */
  readonly label: string;
  readonly labelType: 'text' | 'string' | 'markdown';
  /** Mermaid's own shape word ("square", "diamond", ...), '' when the node has no shape;
   *  for states "default", "choice", "fork", "join", "start", "end", "composite". */
  readonly shape: string;
  /** State descriptions and notes, in order; [] for flowcharts. */
  readonly descriptions: readonly string[];
  readonly note: string | null;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  /** '' when unlabelled. Entities decoded. */
  readonly label: string;
  readonly stroke: 'normal' | 'thick' | 'dotted' | 'invisible';
  /** Mermaid's arrow word: "arrow_point", "arrow_open", "double_arrow_point", ... */
  readonly arrow: string;
}

export interface DrawnGroup {
  readonly id: string;
  readonly title: string;
  readonly nodes: readonly string[];
}
