// The same key came with another request: one of them is a mistake.

export class KeyReused extends Error {
  readonly code = 'key-reused';
  constructor(key: string, operation: string) {
    super(`The key "${key}" was already used for a different ${operation} request. Nothing was changed.`);
  }
}
