// Verbs as they are written in titles and paths.

import { byWord } from '../words/by-word.ts';

const WRITTEN: Readonly<Record<string, string>> = byWord({
  'hand-out': 'hand out',
  'check-in': 'check in',
  'check-out': 'check out',
  'sign-up': 'sign up',
  'look-up': 'look up',
  'delete-after': 'delete',
});

export const verbText = (verb: string): string => WRITTEN[verb] ?? verb.replaceAll('-', ' ');
