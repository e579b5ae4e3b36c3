// The line under the title of a document that says it was written without a model. A signature leaves it out.

export const NO_MODEL = 'without a model';
const END = 'nothing is composed or judged, and what nobody said is open.';
/** Under the first heading of the first rank. */
const PLACED = new RegExp(`^((?:(?!# )[^\\n]*\\n)*# [^\\n]*\\n)\\nWritten ${NO_MODEL}(?: \\([^()\\n]*\\))?: ${END}\\n`);

/** `written`: `without a model`, or with the parts that are: `without a model (HLD, review)`. */
export const writtenLine = (written: string): string => `Written ${written}: ${END}`;

export const withoutWrittenLine = (text: string): string => text.replace(PLACED, '$1');
