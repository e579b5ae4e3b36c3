// Names of states as documents write them: in bold, in code, in another case, several in one cell.

import { CONFORM_LIMITS } from './transition.ts';

/** Equal for "Re-planning", `RE_PLANNING` and **re planning**. */
export function stateKey(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '_');
}

/** Without marks, arrows, ticks and what stands in brackets behind it; null: this is no name. */
export function stateName(cell: string): string | null {
  const bare = cell
    .slice(0, 4 * CONFORM_LIMITS.nameCharacters)
    .replace(/\([^()]{0,200}\)/g, ' ')
    .replace(/[*`"'✓✔❌✅⚠→]|\uFE0F/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^_(.{1,80})_$/, '$1');
  if (bare.length > CONFORM_LIMITS.nameCharacters || !/^[\p{L}\p{N}][\p{L}\p{N} _.-]*$/u.test(bare)) return null;
  return bare.split(' ').length > 4 ? null : bare;
}

/** "Any", "Any state", "*". */
export function isAnyState(cell: string): boolean {
  const bare = cell.replace(/[`\s]/g, ' ').trim();
  return /^\*{1,5}$/.test(bare) || /^(?:\*\*)?(?:any|all|every)(?: [a-z-]{1,20}){0,2}(?:\*\*)?$/i.test(bare);
}

/** "-", "none", `[*]`: nothing leads there, or it is where a run starts. */
export function isNoState(cell: string): boolean {
  const bare = cell.replace(/[*`\s]/g, '');
  return /^(?:|[-–—]{1,3}|none|n\/a|start|\[\])$/i.test(bare) || cell.trim() === '[*]';
}

/** The names in a cell; `known` are names that may themselves hold an "and" or a comma. */
export function statesInCell(cell: string, known: ReadonlySet<string>): readonly string[] {
  const whole = stateName(cell);
  if (whole !== null && known.has(stateKey(whole))) return [whole];
  const parts = cell
    .slice(0, CONFORM_LIMITS.lineCharacters)
    .replace(/\([^()]{0,200}\)/g, ' ')
    .replace(/[,;/|]|<br ?\/?>|\b(?:or|and)\b/gi, '\n')
    .split('\n');
  return parts.flatMap((part) => {
    const name = isNoState(part) ? null : stateName(part);
    return name === null ? [] : [name];
  });
}
