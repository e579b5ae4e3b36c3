// Turns the event stream of node:test into one line per file, each failure in full, and the three counts.

import { relative } from 'node:path';
import { inspect } from 'node:util';

/** Writes the report to `out` as files finish, each file in one piece: another report may write beside it. Gives the
 *  three counts, and the seconds each file took. A file that crashes, or holds no test, counts as one failure. */
export async function report(events, out) {
  const counts = { passed: 0, failed: 0, skipped: 0, seconds: {} };
  let failedInFile = 0;
  let text = '';
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') text += data.message;
    // What a test says of itself (seeds, counts). The runner's own figures are not inside a suite.
    if (type === 'test:diagnostic' && data.nesting > 0) text += `       ${data.message.slice(0, 160)}\n`;
    if (type === 'test:pass' || type === 'test:fail') {
      const outcome = outcomeOf(type, data);
      if (outcome !== 'none') counts[outcome] += 1;
      if (outcome === 'failed') {
        failedInFile = data.entryFile === undefined ? 0 : failedInFile + 1;
        text += describe(data);
      }
    }
    if (type === 'test:summary' && data.file !== undefined) {
      out.write(text + fileLine(data, failedInFile));
      text = '';
      counts.seconds[relative('.', data.file)] = Math.round(data.duration_ms / 1000);
      failedInFile = 0;
    }
  }
  out.write(text);
  return counts;
}

// Events about a file itself, not a test in it, carry no entryFile: it crashed, or passed because it holds no test.
function outcomeOf(type, data) {
  if (data.entryFile === undefined) return 'failed';
  if (data.details.type === 'suite') {
    if (data.skip !== undefined || data.todo !== undefined) return 'skipped';
    return type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed' ? 'failed' : 'none';
  }
  if (data.skip !== undefined || data.todo !== undefined) return 'skipped';
  return type === 'test:pass' ? 'passed' : 'failed';
}

function describe(data) {
  const place = data.file === undefined ? '' : ` (${relative('.', data.file)}:${data.line})`;
  if (data.entryFile === undefined) {
    const reason =
      data.details.error === undefined
        ? 'Expected tests in this file, found none.'
        : 'The file itself failed: see its output above.';
    return `FAILED ${relative('.', data.file ?? data.name)}\n${indent(reason)}\n`;
  }
  const { error } = data.details;
  if (error?.failureType === 'subtestsFailed') return '';
  const cause = error?.cause ?? error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause);
  // assert shows both values itself unless the test gave a message of its own.
  const compared = cause?.generatedMessage === false && cause.operator !== 'fail';
  const values = compared ? `\nactual:   ${inspect(cause.actual)}\nexpected: ${inspect(cause.expected)}` : '';
  return `  not ok: ${data.name}${place}\n${indent(text + values)}\n`;
}

function fileLine(summary, failed) {
  const seconds = (summary.duration_ms / 1000).toFixed(1);
  const tests = `${summary.counts.tests} ${summary.counts.tests === 1 ? 'test' : 'tests'}`;
  const word = failed === 0 ? 'ok    ' : 'FAILED';
  return `${word} ${relative('.', summary.file)} (${tests}, ${failed === 0 ? '' : `${failed} failed, `}${seconds} s)\n`;
}

const indent = (text) => text.replace(/^/gm, '      ');
