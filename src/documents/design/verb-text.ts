// Verbs as they are written in titles and paths.

const WRITTEN: Readonly<Record<string, string>> = {
  'hand-out': 'hand out',
  'check-in': 'check in',
  'check-out': 'check out',
  'sign-up': 'sign up',
  'look-up': 'look up',
  'delete-after': 'delete',
};

export const verbText = (verb: string): string => WRITTEN[verb] ?? verb.replaceAll('-', ' ');
