// Keeps what a pure function answered, for as many texts as are worth their memory.

const TEXTS_MAX = 5000;

export function remembered<Value>(of: (text: string) => Value): (text: string) => Value {
  const kept = new Map<string, Value>();
  return (text) => {
    const before = kept.get(text);
    if (before !== undefined) return before;
    if (kept.size >= TEXTS_MAX) kept.clear();
    const value = of(text);
    kept.set(text, value);
    return value;
  };
}
