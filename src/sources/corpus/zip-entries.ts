// What a ZIP archive says it holds, by its directory: names and where the packed bytes are. Nothing is unpacked.

export interface ZipEntry {
  readonly name: string;
  /** Where its bytes are in the archive. */
  readonly start: number;
  readonly end: number;
  readonly isPacked: boolean;
}

const END_MARK = 0x06054b50;
const ENTRY_MARK = 0x02014b50;
const LOCAL_MARK = 0x04034b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const ENTRIES_MAX = 10_000;

/** null: it is not an archive that can be read: cut off, too many entries, or larger than 4 GB. */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endAt(view);
  if (end === null) return null;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count > ENTRIES_MAX) return null;
  const entries: ZipEntry[] = [];
  for (let number = 0; number < count; number++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== ENTRY_MARK) return null;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (nameBytes ?? 0)));
    const start = packedStart(view, view.getUint32(at + 42, true));
    const packed = view.getUint32(at + 20, true);
    if (start === null || start + packed > view.byteLength) return null;
    entries.push({ name, start, end: start + packed, isPacked: view.getUint16(at + 10, true) !== 0 });
    at += 46 + (nameBytes ?? 0) + (extraBytes ?? 0) + (commentBytes ?? 0);
  }
  return entries;
}

function endAt(view: DataView): number | null {
  const least = Math.max(0, view.byteLength - END_BYTES - COMMENT_BYTES_MAX);
  for (let at = view.byteLength - END_BYTES; at >= least; at--) if (view.getUint32(at, true) === END_MARK) return at;
  return null;
}

function packedStart(view: DataView, local: number): number | null {
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== LOCAL_MARK) return null;
  return local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
}
