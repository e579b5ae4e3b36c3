// A pattern of many phrases, written on several lines.

export const pattern = (flags: string, ...parts: readonly string[]): RegExp => new RegExp(parts.join(''), flags);
