// Asks a person at the terminal to say yes; elsewhere nobody is asked, and nobody has.

import { stdin, stdout } from '../terminal.ts';

export async function confirmed(question: string, isQuiet: boolean): Promise<boolean> {
  if (isQuiet || stdin().isTTY !== true || stdout.isTTY !== true) return false;
  const { askChoice } = await import('../prompt.ts');
  const choices = [
    { value: false, label: 'No' },
    { value: true, label: 'Yes' },
  ];
  return (await askChoice(question, choices, new AbortController().signal)) === true;
}
