// Proof that the rules about names catch what they are there for.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { participleViolations, plainHeadingViolations, plainNameViolations } from './plain-names.ts';
import { type CodeFile, parseCode, type Violation } from './sources.ts';

const codeFiles = (texts: Record<string, string>): CodeFile[] =>
  parseCode(Object.entries(texts).map(([path, text]) => ({ path, text })));

/** The places found, without the sentences. */
const places = (violations: readonly Violation[]): string[] => violations.map((each) => each.split(' ')[0] ?? '');

test('a refused word in the name of a file or of anything declared is found, in any spelling', () => {
  const files = codeFiles({
    'src/cli/open-seat.ts': 'export const a = 1;',
    'src/runtime/run-inbox.ts':
      'interface MailRoom {\n  readonly toldBy: string;\n}\nclass Inbox {\n  #mail = 1;\n  isHot() {}\n}\n' +
      'const LETTERS = 1;',
    'src/engine/turn.ts':
      'function kin({ deed }: Stages, anew = 1) {}\nconst { slack: told } = { slack: 1 };\ntype Stage<Desk> = 1;',
    'test/engine/turn.test.ts': 'const whoever = () => ({ wish: 1 });\nlet other = wish;',
  });
  assert.deepEqual(places(plainNameViolations(files)), [
    'src/cli/open-seat.ts:1',
    ...[1, 2, 5, 6, 8].map((line) => `src/runtime/run-inbox.ts:${line}`),
    ...[1, 1, 1, 2, 2, 3, 3].map((line) => `src/engine/turn.ts:${line}`),
    ...[1, 1].map((line) => `test/engine/turn.test.ts:${line}`),
  ]);
});

test('words that mean what they say are not found, and names are read where they are declared', () => {
  const files = codeFiles({
    'src/language/lint/active-voice.ts': 'export function toActiveVoice() {}',
    'src/mcp/hand-out.ts': 'export interface HandOut {}\nexport const suggestedNextStage = 1;',
    'src/notices/send-mail.ts': 'export const mailText = told(deed.wish);',
    'src/engine/handlers.ts':
      'export interface CommandHandler {}\nconst wishful = (letter: string) => ({ letter });\nconst head = "wish";',
  });
  assert.deepEqual(places(plainNameViolations(files)), []);
});

test('a heading with a refused word or a riddle is found, on each of its lines; other comments are not read', () => {
  const files = codeFiles({
    'src/a.ts': '// What the person is told.\n\nconst a = 1;',
    'src/b.ts': '#!/usr/bin/env node\n// Reads\n// what is no list.\n',
    'src/c.ts': '// The rest is another matter.\n',
    'src/d.ts': '// null: it is none.\n',
    'src/e.ts': '// Where there is none, there is no room.\n',
    'src/f.ts': '// Where there is none, nothing is read; the rest is no longer than a letter.\n\n// It is none.\n',
  });
  assert.deepEqual(
    places(plainHeadingViolations(files)),
    ['a', 'b', 'c', 'd', 'e'].map((name) => `src/${name}.ts:1`),
  );
});

test('a participle that is exported as a type is found; nouns, phrases and values are not', () => {
  const files = codeFiles({
    'src/a.ts':
      'export interface Asked {}\nexport type Given = 1;\nexport class Doing {}\nexport type AskedCommand = 1;\n' +
      'export interface Finding {}\nexport const asked = 1;\ninterface Sent {}\nexport function given() {}',
  });
  assert.deepEqual(places(participleViolations(files)), ['src/a.ts:1', 'src/a.ts:2', 'src/a.ts:3']);
});
