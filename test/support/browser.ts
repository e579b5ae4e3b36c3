// Starts a real headless Chromium: the one CHROMIUM_PATH names, else the one that npm installed.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const PACKED = ['chromium.br', 'fonts.tar.br', 'al2023.tar.br'];
// The package always unpacks into the temporary folder; only a process of its own can be given another.
const UNPACK =
  'const { inflate } = await import(process.argv[1]); for (const f of process.argv.slice(2)) await inflate(f);';

/** For a test's `skip`: why there is no Chromium here, or false. */
export function noChromium(): string | false {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (isPackaged || process.env.CHROMIUM_PATH) return false;
  return `npm has no Chromium for ${process.platform}-${process.arch}; name one in CHROMIUM_PATH`;
}

/** Each has a fresh profile, which goes when it is closed. */
export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return chromium.launch({ executablePath: CHROMIUM_PATH, args: FLAGS });
  const folder = await unpackedChromium();
  // Its own libraries and fonts, so that a machine with neither will do, and all machines draw alike.
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: join(folder, 'fonts') };
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

/** Unpacked once per version and user. Test files that ask at the same time each unpack; the first one's stays. */
async function unpackedChromium(): Promise<string> {
  const module = import.meta.resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', module), 'utf8')) as { version: string };
  const folder = join(tmpdir(), `signoff-chromium-with-fonts-${version}-${process.getuid?.()}`);
  if (isOurs(folder)) return folder;
  const fresh = mkdtempSync(`${folder}-`);
  const files = PACKED.map((name) => fileURLToPath(new URL(`../bin/${name}`, module)));
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK, module, ...files], {
      env: { ...process.env, TMPDIR: fresh },
    });
    // It looks for its fonts where it expects to be unpacked.
    const fonts = join(fresh, 'fonts', 'fonts.conf');
    writeFileSync(fonts, readFileSync(fonts, 'utf8').replaceAll('/tmp/fonts', join(folder, 'fonts')));
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    if (!isOurs(folder)) throw error;
  }
  return folder;
}

/** The temporary folder is everyone's: what another user put there is not started. */
function isOurs(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (found.uid === process.getuid?.()) return true;
  throw new Error(`Expected ${folder} to be this user's own, but it belongs to user ${found.uid}. Remove it.`);
}
