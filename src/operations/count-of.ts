// A number with its noun, for messages: 1 run, 3 runs.

export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
