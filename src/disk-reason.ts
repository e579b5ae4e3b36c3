// What the system says against reading or writing a file, in words. Without a full stop: it goes into a sentence.

const WORDS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EACCES: 'permission is denied',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EEXIST: 'a part of its path is a file, not a folder',
  EISDIR: 'a folder stands in its place',
  ELOOP: 'its symlinks lead in a circle',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
};

export function diskReason(thrown: unknown): string {
  const { code = '', message = String(thrown) } = (thrown ?? {}) as {
    readonly code?: string;
    readonly message?: string;
  };
  const words = WORDS[code];
  return words === undefined ? message.replace(/\.$/, '') : `${words} (${code})`;
}
