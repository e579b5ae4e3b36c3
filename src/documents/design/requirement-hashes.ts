// The texts of requirements that a design was drafted from, by their digests: how its front matter records them.

/** The digest of each requirement's text when the design was drafted, by id. */
export type RequirementHashes = { readonly [id: string]: string };

const HASHES_FIELD = 'requirement_hashes';
const HASH_LENGTH = 16;

interface Wording {
  readonly title: string;
  readonly description: string;
}

/** Of the texts that a design is drafted from. Title and description count; priority and category say nothing of what
 *  is built. */
export function requirementHashes(
  items: readonly (Wording & { readonly id: string })[],
  sha256: (text: string) => string,
): RequirementHashes {
  return Object.fromEntries(items.map((item) => [item.id, hashOf(item, sha256)]));
}

export function hashOf(item: Wording, sha256: (text: string) => string) {
  const words = [item.title, item.description].map((text) => text.replace(/\s+/g, ' ').trim());
  return sha256(words.join('\n')).slice(0, HASH_LENGTH);
}

/** Lines for YAML front matter; none where nothing was recorded. */
export function hashLines(hashes: RequirementHashes): readonly string[] {
  const lines = Object.entries(hashes).map(([id, hash]) => `  ${id}: "${hash}"`);
  return lines.length === 0 ? [] : [`${HASHES_FIELD}:`, ...lines];
}

/** As a design's front matter records them; {} where it records none. */
export function readHashes(design: string): RequirementHashes {
  const [, front = ''] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(design) ?? [];
  const lines = front.split(/\r?\n/);
  const at = lines.findIndex((line) => line.trim() === `${HASHES_FIELD}:`);
  const found: Record<string, string> = {};
  for (const line of at < 0 ? [] : lines.slice(at + 1)) {
    const [, id, hash] = /^[ \t]+(REQ-\d{3,}):[ \t]*"?([0-9a-f]+)"?[ \t]*$/.exec(line) ?? [];
    if (id === undefined || hash === undefined) break;
    found[id] = hash;
  }
  return found;
}
