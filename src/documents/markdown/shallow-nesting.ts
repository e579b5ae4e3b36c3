// Markdown whose quotes and lists are nested only so deep as a parser can bear: its time grows by the square of the
// depth, and its stack ends. What is deeper is text.

/** Of quotes and items of lists, for one line. */
const NESTING_MAX = 20;
/** An item that stands further to the right is in so many others. */
const INDENT_MAX = 80;

const MARKER = String.raw`[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))`;
/** `- - - -` is a rule, however long it is. */
const RULE = String.raw`(?:[ \t]*-)+[ \t]*$|(?:[ \t]*\*)+[ \t]*$`;
const DEEP = `(?:${MARKER}){${NESTING_MAX}}[ \\t]*|(?:${MARKER}){0,${NESTING_MAX - 1}}[ \\t]{${INDENT_MAX + 1},}`;
const TOO_DEEP = new RegExp(`^(?!${RULE})((?:${DEEP})(?:\\d{1,9}(?=[.)]))?)([-+*>.)])(?=[ \\t>]|$)`, 'gm');
/** They look the same and mean nothing. */
const PLAIN: { readonly [marker: string]: string } = {
  ...{ '>': '\u203a', '-': '\u2010', '+': '\uff0b', '*': '\u2217', '.': '\u2024', ')': '\ufe5a' },
};

/** Of the same length: each character keeps its place. */
export const shallowNesting = (text: string): string =>
  text.replace(TOO_DEEP, (_, before: string, marker: string) => `${before}${PLAIN[marker] ?? marker}`);
