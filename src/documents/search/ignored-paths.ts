// Which paths of a project its .gitignore files leave out: that at the root and those in folders, as Git reads them.

import ignore, { type Ignore } from 'ignore';

const RULES_MAX = 1_000;
const RULE_CHARACTERS_MAX = 1_000;
/** Matching takes longer with each, by the depth of the path: more of them is an attack or a mistake. */
const DEEP_STARS_MAX = 3;

export class IgnoredPaths {
  readonly #rules = new Map<string, Ignore>();

  /** The text of the .gitignore in a folder; '' is the root. */
  add(folder: string, text: string): void {
    const lines = text.split(/\r?\n/).slice(0, RULES_MAX);
    const usable = lines.filter((line) => line.length <= RULE_CHARACTERS_MAX && deepStars(line) <= DEEP_STARS_MAX);
    this.#rules.set(folder, ignore({ ignorecase: false }).add(usable));
  }

  /** A path inside an ignored folder is not asked about: nobody goes in there. */
  has(path: string, isFolder: boolean): boolean {
    // The innermost file that says something of the path decides.
    for (let folder = parentOf(path); ; folder = parentOf(folder)) {
      const below = folder === '' ? path : path.slice(folder.length + 1);
      const { ignored, unignored } = this.#rules.get(folder)?.test(isFolder ? `${below}/` : below) ?? NOTHING;
      if (ignored || unignored) return ignored;
      if (folder === '') return false;
    }
  }
}

const NOTHING = { ignored: false, unignored: false };

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const deepStars = (line: string): number => line.split('**').length - 1;
