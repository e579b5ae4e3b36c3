// What is looked for in a line that was added. Rules see text, not meaning, and say "looks like" where they guess.

import type { AddedLine } from './added-lines.ts';

export type Severity = 'critical' | 'warning' | 'info';

export interface LineRule {
  readonly name: string;
  readonly severity: Severity;
  /** `code`: not in prose and plain data. `product`: not in tests either. */
  readonly where: 'anywhere' | 'code' | 'product';
  readonly message: string;
  isBroken(line: AddedLine): boolean;
}

const LONG_LINE = 200;

const KEYS = [
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  /\bgh[pousr]_[A-Za-z0-9]{36}/,
  /\bsk-[A-Za-z0-9_-]{20,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/,
];
const PASSWORD = /(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["'`]([^"'`\s]{8,})["'`]/i;
const PLACEHOLDER = /example|change|placeholder|dummy|your|test|xxx|\*\*\*|\.\.\.|[<{$]/i;

export const LINE_RULES: readonly LineRule[] = [
  rule('conflict', 'critical', 'anywhere', 'A marker of a merge conflict was left in.', /^(?:<{7}|>{7}) /),
  {
    ...{ name: 'secret', severity: 'critical', where: 'anywhere' },
    message: 'This looks like a key or password. Take it out, and replace it where it is used: it is known now.',
    isBroken: ({ text }) => KEYS.some((key) => key.test(text)) || isPassword(text),
  },
  rule(
    ...(['eval', 'critical', 'code', 'Text is run as code here. Parse what is meant instead.'] as const),
    /(?<![\w.$])eval\s*\(|\bnew Function\s*\(|^\s*exec\s*\(/,
  ),
  rule(
    ...(['shell', 'warning', 'product', 'A shell reads this command. Pass the arguments as a list instead.'] as const),
    /\bexecSync\s*\(|child_process\.exec\s*\(|\bos\.system\s*\(|\bshell\s*[=:]\s*true\b/i,
  ),
  rule(
    ...(['html', 'warning', 'product', 'Text becomes HTML here. Make sure that it was cleaned.'] as const),
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*\+?=|\bv-html=/,
  ),
  {
    ...{ name: 'swallowed', severity: 'warning', where: 'code' },
    message: 'A failure is caught and nothing is done with it. Handle it, or say why it may be ignored.',
    isBroken: ({ text, next }) =>
      /\bcatch(?:\s*\([^)]{0,500}\))?\s*\{\s*\}|\bexcept\b[^:]{0,500}:\s*pass\b/.test(text) ||
      (/\bcatch(?:\s*\([^)]{0,500}\))?\s*\{\s*$/.test(text) && next?.trim() === '}') ||
      (/^\s*except\b[^:]*:\s*$/.test(text) && next?.trim() === 'pass'),
  },
  rule(
    ...(['breakpoint', 'warning', 'code', 'A breakpoint was left in.'] as const),
    /^\s*debugger\b|\bpdb\.set_trace\(|\bbreakpoint\(\)|\bbinding\.pry\b/,
  ),
  rule(
    ...(['only', 'warning', 'code', 'Only this test runs now; the others are left out.'] as const),
    /\b(?:describe|it|test)\.only\s*\(/,
  ),
  rule('skip', 'info', 'code', 'A test is left out.', /\b(?:describe|it|test)\.skip\s*\(|@pytest\.mark\.skip\b/),
  rule(
    ...(['print', 'info', 'product', 'This looks like printing for debugging.'] as const),
    /\bconsole\.(?:log|debug)\s*\(|^\s*print\s*\(|\bSystem\.out\.print|\bfmt\.Print|\bdbg!\(|\bvar_dump\s*\(/,
  ),
  rule('todo', 'info', 'code', 'Something is left to do here.', /\b(?:TODO|FIXME|HACK|XXX)\b/),
  rule(
    ...(['silenced', 'info', 'code', 'A check is switched off here. Say why, or fix what it found.'] as const),
    /@ts-(?:ignore|nocheck)|eslint-disable|biome-ignore|#\s*noqa\b|#\s*type:\s*ignore/,
  ),
  {
    ...{ name: 'long', severity: 'info', where: 'code' },
    message: `The line has more than ${LONG_LINE} characters.`,
    isBroken: ({ text }) => text.length > LONG_LINE,
  },
];

function rule(name: string, severity: Severity, where: LineRule['where'], message: string, pattern: RegExp): LineRule {
  return { name, severity, where, message, isBroken: ({ text }) => pattern.test(text) };
}

function isPassword(text: string): boolean {
  const value = PASSWORD.exec(text)?.[1];
  return value !== undefined && !PLACEHOLDER.test(value);
}
