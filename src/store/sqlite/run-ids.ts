// Ids of runs as the file keeps them: those that runtime/new-id.ts makes in 16 bytes, any other as its text.

const PREFIX = 'run_';
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** 26 characters of 5 bits are 130; the first, of the clock, stays below 8 for some 30,000 years. */
const FORM = /^run_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const BYTES = 16;
const VALUES = new Map([...ALPHABET].map((character, value) => [character.charCodeAt(0), value]));

export type PackedId = string | Uint8Array;

export function packedId(id: string): PackedId {
  if (!FORM.test(id)) return id;
  const bytes = new Uint8Array(BYTES);
  let [bits, count, at] = [0, -2, 0];
  for (let i = PREFIX.length; i < id.length; i++) {
    bits = ((bits << 5) | (VALUES.get(id.charCodeAt(i)) ?? 0)) & 0xffff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return bytes;
}

export function unpackedId(packed: unknown): string {
  if (!(packed instanceof Uint8Array)) return packed as string;
  let id = PREFIX;
  let [bits, count] = [0, 2];
  for (const byte of packed) {
    bits = ((bits << 8) | byte) & 0xffff;
    count += 8;
    while (count >= 5) {
      count -= 5;
      id += ALPHABET[(bits >> count) & 31];
    }
  }
  return id;
}
