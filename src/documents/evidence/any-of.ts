// A pattern for any word of a list, so that lists are written as words and not as one long line.

/** Matches a whole word; a word of the list may be a pattern itself. */
export const anyOf = (words: string): RegExp => new RegExp(`^(?:${words.trim().split(/\s+/).join('|')})$`);
