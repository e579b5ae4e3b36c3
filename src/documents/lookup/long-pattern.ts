// A pattern that is too long for a line: its source is written over several, and what indents them does not count.

export function longPattern(source: string, flags = ''): RegExp {
  return new RegExp(source.replace(/\n */g, ''), flags);
}
