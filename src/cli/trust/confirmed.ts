// Asks a person at the terminal to say yes; elsewhere nobody is asked, and nobody has.

import { stdin, stdout } from '../terminal.ts';

export async function confirmed(question: string, isQuiet: boolean): Promise<boolean> {
  if (isQuiet || stdin().isTTY !== true || stdout.isTTY !== true) return false;
  const { askYes } = await import('../prompt.ts');
  return (await askYes(question, new AbortController().signal)) === true;
}
