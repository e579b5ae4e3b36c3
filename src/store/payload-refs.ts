// References to payloads as stores keep them: 32 bytes instead of `sha256:` and 64 characters.

const FORM = /^sha256:[0-9a-f]{64}$/;
const PREFIX = 'sha256:';
const BYTES = 32;

/** Throws for what is not a reference: it could not be found again. */
export function packedRef(ref: string): Buffer {
  if (!FORM.test(ref)) throw new TypeError(`Expected sha256: and 64 hex digits, found ${ref}.`);
  return Buffer.from(ref.slice(PREFIX.length), 'hex');
}

export function unpackedRef(bytes: Uint8Array): string {
  return PREFIX + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** null for what no store writes there: it was altered. */
export function refOrNull(stored: unknown): string | null {
  return stored instanceof Uint8Array && stored.byteLength === BYTES ? unpackedRef(stored) : null;
}

export function isRef(text: string): boolean {
  return FORM.test(text);
}

/** References in a commit's text, wherever they stand. */
export function refsIn(text: string): string[] {
  return text.match(/sha256:[0-9a-f]{64}/g) ?? [];
}
