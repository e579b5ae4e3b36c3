// Every regular expression of src against long texts made to keep it busy: none may take longer than the text is long.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { attacksOn, attackText } from './attack-texts.ts';
import { collectPatterns, type Pattern } from './collect-patterns.ts';
import type { Made } from './construct-patterns-worker.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Of a processor's time, for 100,000 characters. What grows with the text takes a few milliseconds, what grows with
 *  its square a second or more: 0.98 to 2.6 of those that were found. */
const DEADLINE_MS = 1_000;
const LOOK_MS = 100;

/** What meets only texts that are short or our own, by file and as the code writes it. */
const NEVER_LONG: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'src/engine/shorten.ts': { '/\\B(?=(?:\\d{3})+$)/g': 'the digits of a number' },
  'src/documents/evidence/object-to-figures.ts': { '/\\D|0+$/g': 'the digits of a number' },
  'src/documents/evidence/object-to-names.ts': {
    '/(?:^|[.!?:;…\\n]["\'“”‘’»«)\\]]*\\s*|["“‘«„([]|[–—] ?)["\'“‘«„([]*$/u': 'the eight characters before a word',
  },
  'src/engine/budget-words.ts': { '/(\\.\\d\\d\\d*?)0+$/': 'the digits of an amount of money' },
  'src/agents/shown-value.ts': { '/\\B(?=(?:\\d{3})+$)/g': 'the digits of a number' },
  'src/documents/requirements/outline-requirements.ts': { '/[ \\t\\uFEFF]*$/': 'the four characters before a heading' },
  'src/diagram/read/syntax-error.ts': {
    '/([\\w-]+)([[({])[^\\])}]*?-->/': 'one line of at most 500 characters',
  },
  'src/diagram/compile/rewrite-label.ts': {
    "new RegExp(`(?<![\\\\p{L}\\\\w$.'])${escaped}(?![\\\\p{L}\\\\w$])`, 'gu')": 'labels of at most 300 characters',
  },
  'src/runtime/place-of-error.ts': {
    '/^(?:\\s+at (?:.* \\()?)?(file:\\/\\/\\/[^\\n]+?|\\/[^\\n]+?):(\\d+)(?::\\d+)?\\)?$/m':
      'the first 2,000 characters of a stack',
  },
};

/** Patterns of the tagger's packages: `bounded` in tagger.ts gives them no word of more than 40 characters. */
const OF_THE_TAGGER = 'src/language/words/load-language.ts';

interface AttackedPattern {
  readonly place: string;
  readonly pattern: RegExp;
}

const all = collectPatterns(ROOT);
const isLong = ({ path, text }: Pattern): boolean => NEVER_LONG[path]?.[text] === undefined;
const sites = all.filter((each) => each.pattern === null && isLong(each));
const made = await madeAt(sites);

test('no regular expression of src can be kept busy by a long text', { timeout: 300_000 }, async () => {
  const literals = all.filter(isLong).flatMap(({ place, pattern }) => (pattern === null ? [] : [{ place, pattern }]));
  const own = made.filter(({ place }) => !place.startsWith(OF_THE_TAGGER));
  const others = own.map(({ place, source, flags }) => ({ place, pattern: new RegExp(source, flags) }));
  const patterns = [...new Map([...others, ...literals].map((each) => [String(each.pattern), each])).values()];
  assert.ok(literals.length > 500, `found only ${literals.length}`);
  const slow: string[] = [];
  for (let from = 0; from < patterns.length; ) {
    const { at, attack } = await firstSlow(patterns, from);
    const found = patterns[at];
    if (found !== undefined) slow.push(`${found.place} ${found.pattern} on ${JSON.stringify(attack)}...`);
    from = at + 1;
  }
  assert.deepEqual(slow, []);
});

test('every place that makes a regular expression of a text was called, and what it made attacked', () => {
  const called = new Set(made.map(({ place }) => place));
  assert.deepEqual(
    sites.flatMap(({ place, text }) => (called.has(place) ? [] : [`${place} ${text}`])),
    [],
    'call it in construct-patterns-worker.ts, or say in NEVER_LONG why the text it meets is short',
  );
});

test('what is said never to be long is still there', () => {
  const present = new Set(all.map(({ path, text }) => `${path} ${text}`));
  const gone = Object.entries(NEVER_LONG).flatMap(([path, texts]) =>
    Object.keys(texts).filter((text) => !present.has(`${path} ${text}`)),
  );
  assert.deepEqual(gone, []);
});

/** What these places make, and what the rest of the documents makes through them. */
async function madeAt(places: readonly Pattern[]): Promise<readonly Made[]> {
  const documents = globSync('src/{documents,language,systems}/**/*.ts', { cwd: ROOT });
  const paths = new Set([...documents, ...places.map(({ path }) => path)]);
  const workerData = { paths: [...paths].filter((path) => !path.endsWith('.test.ts')).sort() };
  const worker = new Worker(new URL('construct-patterns-worker.ts', import.meta.url), { workerData });
  const [found] = (await once(worker, 'message')) as [readonly Made[]];
  await worker.terminate();
  return found;
}

/** The first at or after `from` that misses the deadline; past the end when none does. */
function firstSlow(patterns: readonly AttackedPattern[], from: number): Promise<{ at: number; attack: string }> {
  const now = new Int32Array(new SharedArrayBuffer(8));
  const sources = patterns.map(({ pattern: { source, flags } }) => ({ source, flags }));
  const workerData = { patterns: sources, from, now };
  const worker = new Worker(new URL('match-patterns-worker.ts', import.meta.url), { workerData });
  return new Promise((resolve, reject) => {
    // This thread only waits, so the time of the process is that of the other one.
    let begun = process.cpuUsage();
    let last = '';
    const look = setInterval(() => {
      const [at = 0, index = 0] = now;
      const { user, system } = process.cpuUsage(begun);
      if (last !== `${at} ${index}`) {
        last = `${at} ${index}`;
        begun = process.cpuUsage();
      } else if ((user + system) / 1000 > DEADLINE_MS) {
        const attack = patterns[at] && attacksOn(patterns[at].pattern)[index];
        end({ at, attack: attack === undefined ? '' : attackText(attack, 20) });
      }
    }, LOOK_MS);
    const end = (found: { at: number; attack: string }): void => {
      clearInterval(look);
      void worker.terminate().then(() => resolve(found));
    };
    worker.on('error', reject);
    worker.on('message', () => end({ at: patterns.length, attack: '' }));
  });
}
