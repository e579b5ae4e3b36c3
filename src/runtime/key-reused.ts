// The same key came with another request: one of them is a mistake.

export class KeyReused extends Error {
  readonly code = 'key-reused';
  constructor(key: string, operation: string) {
    super(
      `Expected the key "${key}" with the same request as before, found another ${operation}. Nothing was changed.`,
    );
  }
}
