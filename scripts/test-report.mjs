// Turns the event stream of node:test into one line per file, each failure in full, and the three counts.

import { relative } from 'node:path';
import { inspect } from 'node:util';

/** Writes the report to `out` as processes end, each in one piece: another report may write beside it. `shared` has the
 *  files of each program that loads several, each in a suite named by its path. Gives the three counts, and the seconds
 *  each file took. A process that crashes, and a file that holds no test, count as one failure. */
export async function report(events, out, shared) {
  const counts = { passed: 0, failed: 0, skipped: 0, seconds: {} };
  let text = '';
  let ofFile = { tests: 0, failed: 0 };
  const fail = (description) => {
    counts.failed += 1;
    ofFile.failed += 1;
    text += description;
  };
  const endFile = (file, durationMs) => {
    out.write(text + fileLine(file, ofFile, durationMs / 1000));
    counts.seconds[relative('.', file)] = Math.round(durationMs / 1000);
    text = '';
    ofFile = { tests: 0, failed: 0 };
  };
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') text += data.message;
    // What a test says of itself (seeds, counts). The runner's own figures are not inside a suite.
    if (type === 'test:diagnostic' && data.nesting > 0) text += `       ${data.message.slice(0, 160)}\n`;
    if (type === 'test:pass' || type === 'test:fail') {
      const outcome = outcomeOf(type, data);
      if (outcome === 'failed') fail(describe(data, shared));
      else if (outcome !== 'none') counts[outcome] += 1;
      if (data.details.type !== 'suite') ofFile.tests += 1;
      if (data.nesting === 0 && shared.has(data.entryFile)) {
        if (ofFile.tests + ofFile.failed === 0) fail(noTests(data.name));
        endFile(data.name, data.details.duration_ms);
      }
    }
    if (type === 'test:summary' && data.file !== undefined && !shared.has(data.file))
      endFile(data.file, data.duration_ms);
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

function describe(data, shared) {
  const place = data.file === undefined ? '' : ` (${relative('.', data.file)}:${data.line})`;
  if (data.entryFile === undefined) {
    const file = data.file ?? data.name;
    if (data.details.error === undefined) return noTests(file);
    const files = (shared.get(file) ?? [file]).map((each) => relative('.', each)).join(' ');
    return `FAILED ${files}\n${indent('The process itself failed: see its output above.')}\n`;
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

const noTests = (file) => `FAILED ${relative('.', file)}\n${indent('Expected tests in this file, found none.')}\n`;

function fileLine(file, { tests, failed }, seconds) {
  const counted = `${tests} ${tests === 1 ? 'test' : 'tests'}`;
  const word = failed === 0 ? 'ok    ' : 'FAILED';
  const summary = [counted, ...(failed === 0 ? [] : [`${failed} failed`]), `${seconds.toFixed(1)} s`];
  return `${word} ${relative('.', file)} (${summary.join(', ')})\n`;
}

const indent = (text) => text.replace(/^/gm, '      ');
