// The shapes that mean something (step-1), by Mermaid's words for them.

export type Family = 'square' | 'round' | 'diamond' | 'double' | 'terminal';

/** The words `@{ shape: ... }` takes, the one to write first. */
export const SHAPE_WORDS = {
  square: ['rect', 'rectangle', 'proc', 'process'],
  round: ['rounded', 'event'],
  diamond: ['diam', 'diamond', 'decision', 'question'],
  double: ['subroutine', 'subproc', 'subprocess', 'fr-rect', 'framed-rectangle'],
  terminal: ['stadium', 'terminal', 'pill', 'circle', 'circ'],
} as const satisfies Record<Family, readonly string[]>;

/** Mermaid's word for brackets is mostly one of those, too. */
const BRACKETS = [
  ['', 'square'],
  ['square', 'square'],
  ['round', 'round'],
] as const;

const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  ...BRACKETS,
  ...(Object.keys(SHAPE_WORDS) as Family[]).flatMap((family) =>
    SHAPE_WORDS[family].map((word) => [word, family] as const),
  ),
]);

/** null: a shape without a meaning. */
export function familyOf(shape: string): Family | null {
  return FAMILIES.get(shape) ?? null;
}
