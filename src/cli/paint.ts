// Colours for people: only on a terminal, and never against NO_COLOR.

import { markedSequence } from './terminal-text.ts';

export interface Paint {
  readonly isOn: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

export interface PaintedStream {
  readonly isTTY?: boolean;
}

export function paintFor(
  stream: PaintedStream,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Paint {
  const isForced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0';
  const isRefused = (env.NO_COLOR !== undefined && env.NO_COLOR !== '') || env.TERM === 'dumb';
  const isOn = !isRefused && (isForced || stream.isTTY === true);
  const code =
    (open: number, close: number) =>
    (text: string): string =>
      isOn && text !== '' ? markedSequence(`[${open}m`) + text + markedSequence(`[${close}m`) : text;
  return {
    isOn,
    bold: code(1, 22),
    dim: code(2, 22),
    red: code(31, 39),
    green: code(32, 39),
    yellow: code(33, 39),
    cyan: code(36, 39),
  };
}
