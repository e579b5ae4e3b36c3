// A requirement in which nothing is worded yet: it quotes what somebody said.

const QUOTES = 'The system shall do what was asked for: ';

/** `quote`: with its marks. */
export const quoting = (quote: string): string => `${QUOTES}${quote}.`;

/** Rules could not word it: it stands there as it was said. */
export const isOnlyQuoted = (description: string): boolean => description.startsWith(`${QUOTES}"`);

export const quotedIn = (description: string): string => description.slice(QUOTES.length + 1).replace(/"\.$/, '');
