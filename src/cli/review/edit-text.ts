// Lets a person change a text with their own editor: $VISUAL, else $EDITOR.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EditorResult } from './review-terminal.ts';

const BYTES_MAX = 4_000_000;

export function editorIn(env: Readonly<Record<string, string | undefined>>): string | null {
  return env.VISUAL?.trim() || env.EDITOR?.trim() || null;
}

export async function editText(text: string, name: string, env = process.env): Promise<EditorResult> {
  const editor = editorIn(env);
  if (editor === null)
    return { problem: 'Expected an editor in VISUAL or EDITOR, found neither. Nothing was changed.' };
  // A folder of its own: nobody else reads what is not signed yet.
  const folder = mkdtempSync(join(tmpdir(), 'signoff-edit-'));
  try {
    const file = join(folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    const code = await runEditor(editor, file);
    if (code !== 0) return { problem: `The editor "${editor}" ended with ${code}. Nothing was changed.` };
    const bytes = readFileSync(file);
    if (bytes.length > BYTES_MAX) return { problem: `Expected at most ${BYTES_MAX} bytes, found ${bytes.length}.` };
    return { text: bytes.toString('utf8') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By the shell, because an editor is a command with options: `code --wait`. */
function runEditor(editor: string, file: string): Promise<number | string> {
  const child = spawn('/bin/sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  return new Promise((resolve) => {
    child.once('error', ({ message }) => resolve(message));
    child.once('close', (code, signal) => resolve(code ?? signal ?? 1));
  });
}
