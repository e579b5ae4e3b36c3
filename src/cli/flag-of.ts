// A field's name as the command line writes it: dueBefore is --due-before.

export const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const flagOf = (name: string): string => `--${dashed(name)}`;
