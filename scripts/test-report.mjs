// Turns the event stream of node:test into one line per file, each failure in full, and the three counts.

import { relative } from 'node:path';
import { inspect } from 'node:util';

/** Writes the report to `out` as processes end, each in one piece: another report may write beside it. `filesOf` gives
 *  the files a process was to load. Gives the three counts, and the seconds each file took. A process that crashes, and a
 *  file that holds no test, count as one failure. */
export async function report(events, out, filesOf) {
  const counts = { passed: 0, failed: 0, skipped: 0, seconds: {} };
  let text = '';
  let files = new Map();
  let current;
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') text += data.message;
    // What a test says of itself (seeds, counts). The runner's own figures are not inside a suite.
    if (type === 'test:diagnostic' && data.nesting > 0) text += `       ${data.message.slice(0, 160)}\n`;
    if (type === 'test:pass' || type === 'test:fail') {
      const outcome = outcomeOf(type, data);
      if (outcome !== 'none') counts[outcome] += 1;
      if (outcome === 'failed') text += describe(data);
      // A test that several files share stands in none of them: it is of the file whose tests are running.
      if (current === undefined || filesOf(data.entryFile).includes(data.file)) current = data.file;
      if (data.entryFile !== undefined) addTo(files, current, outcome, data);
    }
    if (type === 'test:summary' && data.file !== undefined) {
      const wanted = filesOf(data.file);
      const missing = wanted.filter((file) => wanted.length > 1 && !files.has(file));
      counts.failed += missing.length;
      text += missing.map((file) => noTests(file)).join('');
      if (wanted.length === 1) files = new Map([[data.file, { ...total(files), seconds: data.duration_ms / 1000 }]]);
      out.write(text + [...files].map(([file, each]) => fileLine(file, each)).join(''));
      for (const [file, { seconds }] of files) counts.seconds[relative('.', file)] = Math.round(seconds);
      text = '';
      files = new Map();
      current = undefined;
    }
  }
  out.write(text);
  return counts;
}

function addTo(files, file, outcome, data) {
  const sums = files.get(file) ?? { tests: 0, failed: 0, seconds: 0 };
  files.set(file, sums);
  if (outcome !== 'none') sums.tests += 1;
  if (outcome === 'failed') sums.failed += 1;
  if (data.nesting === 0) sums.seconds += data.details.duration_ms / 1000;
}

function total(files) {
  const all = [...files.values()];
  return { tests: sum(all.map((each) => each.tests)), failed: sum(all.map((each) => each.failed)) };
}

const sum = (values) => values.reduce((a, b) => a + b, 0);

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
    const file = data.file ?? data.name;
    if (data.details.error === undefined) return noTests(file);
    return `FAILED ${relative('.', file)}\n${indent('The file itself failed: see its output above.')}\n`;
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

function fileLine(file, { tests, failed, seconds }) {
  const counted = `${tests} ${tests === 1 ? 'test' : 'tests'}`;
  const word = failed === 0 ? 'ok    ' : 'FAILED';
  return `${word} ${relative('.', file)} (${counted}, ${failed === 0 ? '' : `${failed} failed, `}${seconds.toFixed(1)} s)\n`;
}

const indent = (text) => text.replace(/^/gm, '      ');
