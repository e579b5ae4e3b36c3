// Proof that the rules about names catch what they are there for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { metaphorViolations, participleViolations } from './plain-names.ts';
import { type CodeFile, parseCode, type Violation } from './sources.ts';

const codeFiles = (texts: Record<string, string>): CodeFile[] =>
  parseCode(Object.entries(texts).map(([path, text]) => ({ path, text })));

/** The places found, without the sentences. */
const places = (violations: readonly Violation[]): string[] => violations.map((each) => each.split(' ')[0] ?? '');

test('a metaphor in the name of a file or of an export is found, in any spelling', () => {
  const files = codeFiles({
    'src/cli/open-seat.ts': 'export const a = 1;',
    'src/cli/desks.ts': 'const desk = 1;',
    'src/runtime/run-inbox.ts':
      'export interface MailRoom {}\nexport function isHot() {}\nexport const LETTERS = 1;\nconst letter = 2;',
    'src/engine/turn.ts': 'export const other = 1;\nexport const { slack } = { slack: 1 };\nexport type Stage = 1;',
  });
  assert.deepEqual(places(metaphorViolations(files)), [
    'src/cli/open-seat.ts:1',
    'src/cli/desks.ts:1',
    'src/runtime/run-inbox.ts:1',
    'src/runtime/run-inbox.ts:2',
    'src/runtime/run-inbox.ts:3',
    'src/engine/turn.ts:3',
  ]);
});

test('words that mean what they say are not found', () => {
  const files = codeFiles({
    'src/language/lint/active-voice.ts': 'export function toActiveVoice() {}',
    'src/mcp/hand-out.ts': 'export interface HandOut {}\nexport const suggestedNextStage = 1;',
    'src/engine/handlers.ts':
      'export interface CommandHandler {}\nexport const headroom = 1;\nexport const wishbone = 1;',
  });
  assert.deepEqual(places(metaphorViolations(files)), []);
});

test('a participle that is exported as a type is found; nouns, phrases and values are not', () => {
  const files = codeFiles({
    'src/a.ts':
      'export interface Asked {}\nexport type Given = 1;\nexport class Doing {}\nexport type AskedCommand = 1;\n' +
      'export interface Finding {}\nexport const asked = 1;\ninterface Sent {}\nexport function given() {}',
  });
  assert.deepEqual(places(participleViolations(files)), ['src/a.ts:1', 'src/a.ts:2', 'src/a.ts:3']);
});
