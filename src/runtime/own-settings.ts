// Where this user's own settings are: outside every project.

import { isAbsolute, join } from 'node:path';

/** As the XDG rules have it, a path that is not absolute counts as none: it would be the project's. */
export function ownSettings(env: Readonly<Record<string, string | undefined>>, home: string): string {
  const given = env.XDG_CONFIG_HOME ?? '';
  return join(isAbsolute(given) ? given : join(home, '.config'), 'signoff');
}
