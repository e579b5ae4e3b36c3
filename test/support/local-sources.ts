// Sources of a project as the program opens them, where nothing but folders of documents can be read.

import { join } from 'node:path';
import type { Sources } from '../../src/ports/sources.ts';
import { openSources } from '../../src/sources/open-sources.ts';

export const localSources = (project: string): Sources =>
  openSources({
    ...{ env: {}, config: {}, refusal: null, now: Date.now, version: '0.0.0' },
    answers: null,
    folder: join(project, '.signoff', 'sources'),
  });
