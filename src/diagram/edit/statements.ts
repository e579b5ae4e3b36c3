// A diagram's text as statements with positions: what write-back needs, never what they mean (Mermaid says).

import type { Span } from './splice.ts';

/** A step's id where a statement names it, with the box drawn around it. */
export interface Mention extends Span {
  readonly id: string;
  readonly idEnd: number;
  readonly shape: Shape | null;
  /** `:::class` or `@{ ... }` follows. */
  readonly hasMore: boolean;
  /** The `@{ ... }` that follows, which may hold a label and a shape. */
  readonly metadata: Span | null;
}

export interface Shape extends Span {
  readonly open: string;
  readonly close: string;
  /** Between the brackets, quotes included. */
  readonly label: Span;
}

export interface Link extends Span {
  /** How its label is or would be written: `-->|x|`, `-- x -->`, `--> B : x`. */
  readonly form: 'pipe' | 'inline' | 'colon';
  /** The label with its quotes, without bars; null when there is none. */
  readonly label: Span | null;
  /** The label with all that goes when it goes; where it would stand when there is none. */
  readonly labelPlace: Span;
  /** Where the step it leads to is named. */
  readonly next: number;
  /** The arrow as it would be drawn without a label. */
  readonly arrow: string;
  /** `e1` of `e1@-->`. */
  readonly name: string | null;
}

export interface Chain extends Span {
  readonly kind: 'chain';
  /** `A & B --> C` is two groups and one link. */
  readonly groups: readonly (readonly Mention[])[];
  readonly links: readonly Link[];
  /** The subgraphs around it, outermost first, by the position of their statement. */
  readonly within: readonly number[];
  /** Text of `S : text` or `state "text" as S`; `quoted` for the latter. */
  readonly description: (Span & { readonly quoted: boolean }) | null;
  /** `choice`, `fork` or `join` of `state S <<choice>>`. */
  readonly type: string | null;
}

/** A style, class, click or note statement, and the steps it is about. */
export interface AboutStatement extends Span {
  readonly kind: 'about';
  readonly ids: readonly (Span & { readonly id: string })[];
}

export interface EdgeStyle extends Span {
  readonly kind: 'edge-style';
  readonly numbers: readonly (Span & { readonly value: number })[];
}

export interface OtherStatement extends Span {
  readonly kind: 'header' | 'group' | 'end' | 'other';
  /** A group's id. */
  readonly id?: string;
}

export type Statement = Chain | AboutStatement | EdgeStyle | OtherStatement;

/** `beyond` says why the text is more than write-back understands. */
export type Statements = { readonly statements: readonly Statement[] } | { readonly beyond: string };

export interface WrittenEdge {
  readonly from: Mention;
  readonly to: Mention;
  readonly link: Link;
  readonly chain: Chain;
}

/** In the order Mermaid numbers them. */
export function writtenEdges(statements: readonly Statement[]): WrittenEdge[] {
  return chainsOf(statements).flatMap((chain) =>
    chain.links.flatMap((link, index) =>
      (chain.groups[index] ?? []).flatMap((from) =>
        (chain.groups[index + 1] ?? []).map((to) => ({ from, to, link, chain })),
      ),
    ),
  );
}

export function chainsOf(statements: readonly Statement[]): Chain[] {
  return statements.filter((statement) => statement.kind === 'chain');
}

export function mentionsOf(statements: readonly Statement[]): Mention[] {
  return chainsOf(statements).flatMap((chain) => chain.groups.flat());
}
