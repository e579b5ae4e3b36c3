// Characters that nobody sees, or that act on a terminal, do not get from a search, a feed or a page into what is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SourceList, Sources } from '../../src/ports/sources.ts';
import { cleanText } from '../../src/sources/store/clean-text.ts';
import { json, openWeb, site } from './web.ts';

const BAD = '\u001b[31m\u0007\u202e\u2066\u200b\u2060\u00ad\u{e0041}\u009b';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b\u202a-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/u;
const WORDS = `Heat${BAD} pumps work in the ${BAD}cold.`;
const RESULT = { title: WORDS, url: 'https://page.example/', content: WORDS, description: WORDS };

const find = (sources: Sources, kind: 'web' | 'academic' | 'news'): Promise<SourceList> =>
  sources.find(kind, { topic: 'heat pumps', keywords: [], max: 5, signal: new AbortController().signal });

const FEED = JSON.stringify({
  ...{ version: 'https://jsonfeed.org/version/1.1', title: `News ${BAD}` },
  items: [
    { id: '1', url: 'https://news.example/1', title: WORDS, content_text: WORDS, authors: [{ name: `Ada${BAD}` }] },
  ],
});
const CROSSREF = {
  message: {
    items: [
      {
        ...{ DOI: '10.1/x', title: [WORDS], abstract: WORDS, 'container-title': [`Journal${BAD}`] },
        author: [{ given: 'Ada', family: `Nord${BAD}` }],
      },
    ],
  },
};
const OPENALEX = {
  results: [
    {
      ...{ id: 'https://openalex.org/W1', display_name: WORDS },
      abstract_inverted_index: { [`Heat${BAD}`]: [0], pumps: [1] },
    },
  ],
};

const ENDPOINTS = [
  ['web', 'searxng', { results: [RESULT] }],
  ['web', 'brave', { web: { results: [{ ...RESULT, profile: { name: `Site${BAD}` } }] } }],
  ['web', 'tavily', { results: [{ ...RESULT, raw_content: `${WORDS} ${WORDS} and more of it.` }] }],
  ['academic', 'crossref', CROSSREF],
  ['academic', 'openalex', OPENALEX],
] as const;

for (const [kind, service, answer] of ENDPOINTS)
  test(`nothing invisible of what ${service} says is kept`, async (t) => {
    const web = await openWeb(t, { 'a.example': json(answer) });
    const setting = kind === 'web' ? 'SIGNOFF_WEB_SEARCH' : 'SIGNOFF_ACADEMIC';
    const keys = { BRAVE_API_KEY: 'k', TAVILY_API_KEY: 'k' };
    await checkKept(web.open({ [setting]: `${service}:${web.url('a.example')}`, ...keys }), kind);
  });

test('nothing invisible of a feed is kept', async (t) => {
  const web = await openWeb(t, { 'a.example': site({ '/f': FEED }, { 'content-type': 'application/feed+json' }) });
  await checkKept(web.open({ SIGNOFF_NEWS_FEEDS: web.url('a.example', '/f') }), 'news');
});

async function checkKept(sources: Sources, kind: 'web' | 'academic' | 'news'): Promise<void> {
  const { sources: found, notes } = await find(sources, kind);
  assert.equal(found.length, 1, notes.join());
  const [source] = found;
  const kept = source === undefined ? null : await sources.text(source);
  const { text = '', ...known } = kept ?? {};
  assert.match(text, /^Heat(?:\[31m)? pumps/);
  assert.doesNotMatch(text, UNSEEN);
  for (const value of Object.values(known)) assert.doesNotMatch(String(value), UNSEEN);
}

test('what a client gives is cleaned where it is kept, and a title of nothing becomes the address', async (t) => {
  const sources = (await openWeb(t, {})).open();
  const found = { address: 'https://a.example/\u202ex', title: '\u200b\u001b', type: 'web\u0007', publishedAt: null };
  const kept = await sources.keep({ ...found, authors: [BAD], publisher: 'a\nb', text: WORDS, isWhole: true });
  assert.deepEqual(
    [kept.address, kept.title, kept.type, kept.authors, kept.publisher],
    ['https://a.example/x', 'https://a.example/x', 'web', ['[31m'], 'a b'],
  );
});

test('a result of invisible characters alone is no source', async (t) => {
  const web = await openWeb(t, { 'a.example': json({ results: [{ ...RESULT, content: '\u200b\u202e\u0007' }] }) });
  const { sources } = await find(web.open({ SIGNOFF_WEB_SEARCH: `searxng:${web.url('a.example')}` }), 'web');
  assert.deepEqual(sources, []);
});

test('joiners stay where scripts and emoji need them, and go where they only hide a word', () => {
  for (const text of ['می\u200cخواهم', 'क्\u200dष', '👩\u200d🔬', 'a\u200fb']) assert.equal(cleanText(text), text);
  assert.equal(
    cleanText('can\u200ccer \u200dand\u200b 1\u200c2\u2028end\r\nof\u000cit\uD800'),
    'cancer and 12\nend\nof\nit\ufffd',
  );
});
