// A user's own trust in a folder, kept in files of a test.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { ProjectTrust, type ProjectTrustOptions } from '../../src/cli/trust/project-trust.ts';
import { TrustFiles } from '../../src/cli/trust/trust-file.ts';

export function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-trust-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function userTrust(t: TestContext, more: Partial<ProjectTrustOptions> = {}): ProjectTrust {
  const folder = newFolder(t);
  return new ProjectTrust({
    files: new TrustFiles(join(folder, 'own')),
    ...{
      isGiven: false,
      folder,
      storeFile: join(folder, '.signoff', 'signoff.db'),
      provider: null,
      servers: {},
      systems: {},
    },
    ...more,
  });
}
