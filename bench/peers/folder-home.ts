// A folder for contenders whose own process writes SQLite files.

import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Place } from './contender.ts';
import type { Home } from './home.ts';

export class FolderHome implements Home {
  #folder: string | undefined;

  async fresh(): Promise<Place> {
    await this.close();
    this.#folder = temporaryFolder();
    return { folder: this.#folder, postgresUrl: '', restate: null };
  }

  async bytesOf({ folder }: Place): Promise<number> {
    for (const path of globSync('**/*.db', { cwd: folder })) {
      const database = new DatabaseSync(join(folder, path));
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    }
    return folderBytes(folder);
  }

  async serverBytesWritten(): Promise<null> {
    return null;
  }

  serverRssMb(): null {
    return null;
  }

  async close(): Promise<void> {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'signoff-bench-'));
}

export function folderBytes(folder: string): number {
  const files = globSync('**/*', { cwd: folder }).map((path) =>
    statSync(join(folder, path), { throwIfNoEntry: false }),
  );
  return files.reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
}
