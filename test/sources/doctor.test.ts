// What the doctor says of each search that can be set, when it works and when it does not.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { signoffHere } from '../support/signoff-here.ts';
import { json, openWeb, type Site, site } from './web.ts';

const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>http://127.0.0.1/</link>
<description>d</description><item><title>One</title><link>http://127.0.0.1/one</link></item></channel></rss>`;
const RESULT = { title: 'A page', url: 'https://page.example/', content: 'Words.', description: 'Words.' };

interface Search {
  readonly name: string;
  readonly env: (address: string) => Readonly<Record<string, string>>;
  readonly works: Site;
}

const SEARCHES: readonly Search[] = [
  web('SearXNG', 'searxng', {}, { results: [RESULT] }),
  web('Brave Search', 'brave', { BRAVE_API_KEY: 'k' }, { web: { results: [RESULT] } }),
  web('Tavily', 'tavily', { TAVILY_API_KEY: 'k' }, { results: [RESULT] }),
  academic('OpenAlex', 'openalex', { results: [] }),
  academic('Crossref', 'crossref', { status: 'ok', message: { items: [] } }),
  {
    name: 'feed',
    env: (address) => ({ SIGNOFF_NEWS_FEEDS: `${address}/feed` }),
    works: site({ '/feed': FEED }, { 'content-type': 'application/rss+xml' }),
  },
];

for (const { name, env, works } of SEARCHES)
  test(`${name}: good when it answers, a warning with the reason when it does not`, async (t) => {
    const [good] = await findings(t, works, env);
    assert.equal(good?.state, 'good', JSON.stringify(good));
    const [failing] = await findings(t, json({ error: 'no' }, 500), env);
    assert.equal(failing?.state, 'warning', JSON.stringify(failing));
    assert.match(failing?.message ?? '', /500/);
    const [denied] = await findings(t, json({ error: 'no' }, 401), env);
    assert.equal(denied?.state, 'warning', JSON.stringify(denied));
    assert.match(denied?.message ?? '', /401/);
  });

const BROKEN: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
  [{ SIGNOFF_WEB_SEARCH: 'bing' }, /^Web search: set, but .*SIGNOFF_WEB_SEARCH: expected searxng.* found "bing"/],
  [{ SIGNOFF_WEB_SEARCH: 'brave', BRAVE_API_KEY: '' }, /^Brave Search: set, but .*To set: BRAVE_API_KEY\.$/],
  [{ SIGNOFF_WEB_SEARCH: 'tavily', TAVILY_API_KEY: '' }, /^Tavily: set, but .*To set: TAVILY_API_KEY\.$/],
  [{ SIGNOFF_WEB_SEARCH: 'searxng' }, /^SearXNG: set, but .*searxng:ADDRESS\.$/],
  [{ SIGNOFF_ACADEMIC: 'scholar' }, /^Academic search: set, but .*found "scholar"/],
  [{ SIGNOFF_NEWS_FEEDS: 'feeds.example' }, /^RSS and Atom feeds: set, but .*expected addresses of feeds/],
];

for (const [env, message] of BROKEN)
  test(`${Object.entries(env)[0]?.join('=')}: a setting that cannot work is a warning with what to do`, async (t) => {
    const found = await findings(t, json({}), () => env);
    assert.deepEqual(
      found.map(({ state }) => state),
      ['warning'],
    );
    assert.match(found[0]?.message ?? '', message);
  });

function web(name: string, service: string, keys: Record<string, string>, answer: unknown): Search {
  return { name, env: (address) => ({ SIGNOFF_WEB_SEARCH: `${service}:${address}`, ...keys }), works: json(answer) };
}

function academic(name: string, service: string, answer: unknown): Search {
  return { name, env: (address) => ({ SIGNOFF_ACADEMIC: `${service}:${address}` }), works: json(answer) };
}

/** Of the search that is set. */
async function findings(t: TestContext, answers: Site, env: Search['env']) {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-doctor-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { port } = await openWeb(t, { '127.0.0.1': answers });
  const { out } = await signoffHere(['doctor', '--json'], { cwd: folder, env: env(`http://127.0.0.1:${port}`) });
  const all = (JSON.parse(out) as { findings: { what: string; state: string; message: string }[] }).findings;
  return all.filter(({ what, message }) => what === 'sources' && !/ can be added\. To set: /.test(message));
}
