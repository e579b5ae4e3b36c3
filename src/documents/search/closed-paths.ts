// Paths of a project that are for no model: its history, our own store, and files made to hold secrets.

const CLOSED_FOLDERS = ['.git', '.signoff'];
const SECRET_FILE = /^\.env(?!\.(example|sample|template)$)(\..*)?$/i;

export function isClosed(path: string): boolean {
  const parts = path.toLowerCase().split('/');
  return parts.some((part) => CLOSED_FOLDERS.includes(part)) || SECRET_FILE.test(parts.at(-1) ?? '');
}
