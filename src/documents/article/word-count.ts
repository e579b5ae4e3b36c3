// How many words a text has, of languages that put blanks between them.

export const wordCount = (text: string): number => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.,%-]*/gu)?.length ?? 0;
