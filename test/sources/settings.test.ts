// Which sources are set: by the environment first, then by a project that is trusted; and what the
// doctor says.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSourceSettings, type SourcesConfig } from '../../src/sources/source-settings.ts';
import { sourceReasons } from '../../src/systems/features/source-reasons.ts';
import { signoffHere } from '../support/signoff-here.ts';
import { json, openWeb } from './web.ts';

const read = (env: Record<string, string>, config: SourcesConfig = {}, refusal: string | null = null) =>
  readSourceSettings({ env, config, refusal });

test('the environment counts before the project, and off turns off', () => {
  const config = { webSearch: ['brave'], academic: ['openalex'], newsFeeds: ['https://a.example/rss'] };
  const env = { SIGNOFF_WEB_SEARCH: 'tavily', SIGNOFF_ACADEMIC: 'off', BRAVE_API_KEY: 'b', TAVILY_API_KEY: ' t ' };
  const { web, academic, feeds, readsPages } = read(env, config);
  assert.deepEqual(
    web.map(({ service, key, isOwn }) => [service, key, isOwn]),
    [['tavily', 't', true]],
  );
  assert.deepEqual([academic, feeds, readsPages], [[], [{ address: 'https://a.example/rss', isOwn: false }], true]);
  assert.equal(read({ ...env, SIGNOFF_PAGES: 'off' }, config).readsPages, false);
});

test('nothing of a project that is not trusted counts, not even a service that is only named', () => {
  const config = {
    ...{ webSearch: ['searxng:https://s.example', 'brave'], academic: ['openalex'], pages: true },
    ...{ newsFeeds: ['https://a.example/rss'], mailto: 'victim@example.org' },
  };
  const env = { BRAVE_API_KEY: 'b', OPENALEX_API_KEY: 'o' };
  const { web, academic, feeds, readsPages, contact, offers } = read(env, config, 'You have not trusted it.');
  assert.deepEqual([web, academic, feeds, readsPages, contact], [[], [], [], false, '']);
  assert.deepEqual(
    offers.map(({ name, settings, isRefused }) => [name, settings, isRefused]),
    ['SearXNG', 'Brave Search', 'OpenAlex', 'RSS and Atom feeds', 'Web pages'].map((name) => [
      ...[name, 'You have not trusted it.', true],
    ]),
  );
  const own = read({ ...env, SIGNOFF_ACADEMIC: 'openalex', SIGNOFF_MAILTO: 'ada@example.org' }, config, 'No.');
  assert.deepEqual([own.academic.map(({ key }) => key), own.contact, own.readsPages], [['o'], 'ada@example.org', true]);
});

test('signoff trust is asked about everything that the sources of a project would ask', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-sources-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const sources = { webSearch: ['brave', 'off'], academic: ['openalex'], pages: true, mailto: 'victim@example.org' };
  writeFileSync(join(folder, 'signoff.config.json'), JSON.stringify({ sources }));
  const env = { BRAVE_API_KEY: 'k', XDG_CONFIG_HOME: join(folder, 'own') };
  const { out } = await signoffHere(['doctor', '--json'], { cwd: folder, env });
  const { findings } = JSON.parse(out) as { findings: { what: string; state: string; message: string }[] };
  const ofSources = findings.filter(({ what }) => what === 'sources');
  assert.deepEqual(
    ofSources.map(({ state, message }) => [state, /^.*?(?:: not asked| can be added)/.exec(message)?.[0]]),
    [
      ['warning', 'Brave Search, OpenAlex, Web pages: not asked'],
      ['good', 'RSS and Atom feeds can be added'],
    ],
  );
  const message = ofSources[0]?.message ?? '';
  for (const named of ['call brave;', 'call openalex;', 'call the pages', 'victim@example.org', 'signoff trust '])
    assert.ok(message.includes(named), message);
  const allowed = await signoffHere(['trust', '--yes'], { cwd: folder, env });
  assert.equal(allowed.code, 0, allowed.err);
  const list = await signoffHere(['trust', '--list'], { cwd: folder, env });
  for (const named of ['brave', 'openalex', 'victim@example.org']) assert.ok(list.out.includes(named), list.out);
});

test('research that an untrusted project sets up says what would be asked, once', () => {
  const { offers } = read({}, { webSearch: ['brave'], academic: ['openalex'] }, 'You have not trusted it.');
  const reasons = sourceReasons({ offers }).join();
  assert.match(
    reasons,
    /^there is nothing to find sources with: set SIGNOFF_NEWS_FEEDS .*\. You have not trusted it\.$/,
  );
  assert.equal(reasons.split('trusted').length, 2);
});

test('a project cannot send a key of this user to an address of its choice', () => {
  const { web, offers } = read({ TAVILY_API_KEY: 't' }, { webSearch: ['tavily:https://thief.example/'] });
  assert.deepEqual(web, []);
  assert.match(offers[0]?.settings ?? '', /another address of tavily only in the environment/);
});

test('a setting that cannot be read is named, without what may be a password', () => {
  const said = (env: Record<string, string>) =>
    read(env)
      .offers.map(({ settings }) => settings)
      .join('\n');
  assert.match(
    said({ SIGNOFF_WEB_SEARCH: 'bing' }),
    /SIGNOFF_WEB_SEARCH: expected searxng, brave, tavily .* found "bing"/,
  );
  assert.match(said({ SIGNOFF_WEB_SEARCH: 'brave' }), /^BRAVE_API_KEY$/m);
  assert.match(said({ SIGNOFF_WEB_SEARCH: 'searxng' }), /searxng:ADDRESS/);
  const secret = said({
    SIGNOFF_WEB_SEARCH: 'searxng:https://ada:secret-word@s.example',
    SIGNOFF_NEWS_FEEDS: 'https://a:secret-word@f.example',
  });
  assert.ok(!secret.includes('secret-word'), secret);
  assert.match(
    said({ SIGNOFF_NEWS_FEEDS: 'https://{query}.example/' }),
    /SIGNOFF_NEWS_FEEDS: expected addresses of feeds/,
  );
});

test('several services and feeds stand in one variable', () => {
  const env = {
    SIGNOFF_WEB_SEARCH: 'searxng:https://s.example/a,b, brave',
    SIGNOFF_NEWS_FEEDS: 'https://a.example/x,y https://b.example/?q={query},https://c.example/',
    BRAVE_API_KEY: 'b',
  };
  const { web, feeds } = read(env);
  assert.deepEqual(
    web.map(({ address }) => address?.href),
    ['https://s.example/a,b', undefined],
  );
  assert.deepEqual(
    feeds.map(({ address }) => address),
    ['https://a.example/x,y', 'https://b.example/?q={query}', 'https://c.example/'],
  );
});

test('the doctor tries what is set and names what to set', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'signoff-doctor-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(
    join(folder, 'signoff.config.json'),
    JSON.stringify({ sources: { newsFeeds: ['https://feeds.example/rss'] } }),
  );
  const web = await openWeb(t, { '127.0.0.1': json({}, 403) });
  const env = { SIGNOFF_WEB_SEARCH: `searxng:http://127.0.0.1:${web.port}` };
  const { out } = await signoffHere(['doctor', '--json'], { cwd: folder, env });
  const { findings } = JSON.parse(out) as { findings: { what: string; state: string; message: string }[] };
  const sources = findings.filter(({ what }) => what === 'sources');
  assert.deepEqual(
    sources.map(({ state }) => state),
    ['warning', 'warning', 'good'],
    JSON.stringify(sources),
  );
  assert.match(sources[0]?.message ?? '', /answered with 403\. Let it answer with JSON/);
  assert.match(sources[2]?.message ?? '', /Academic search can be added\. To set: SIGNOFF_ACADEMIC/);
  assert.match(sources[1]?.message ?? '', /RSS and Atom feeds: not asked\. You have not trusted the folder/);
  const trusted = findings.filter(({ what }) => what === 'trust');
  assert.match(trusted[0]?.message ?? '', /folder-not-trusted: .*https:\/\/feeds\.example\/rss/);
});
