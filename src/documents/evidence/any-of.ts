// A pattern for any word of a list, so that lists are written as words and not as one long line.

/** Matches a whole word; a word of the list may be a pattern itself. */
export const anyOf = (words: string): RegExp => new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})$`);

/** A long pattern on several lines: the line breaks and what indents them are no part of it. */
export const inLines = (pattern: string, flags = ''): RegExp => new RegExp(pattern.replace(/\n\s*/g, ''), flags);
