// News by feeds: four formats, addresses that take the search's words, and feeds made to break a reader.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceFault } from '../../src/errors.ts';
import { never, openWeb, redirect, site, type Web } from './web.ts';

const XML = { 'content-type': 'application/rss+xml' };

async function find(web: Web, feeds: string, topic = 'Heat pumps in Norway') {
  const sources = web.open({ SIGNOFF_NEWS_FEEDS: feeds });
  const list = await sources.find('news', { topic, keywords: [], max: 20, signal: never() });
  return { ...list, texts: await Promise.all(list.sources.map((each) => sources.text(each))) };
}

async function faultOf(work: Promise<unknown>): Promise<SourceFault> {
  const thrown = await work.then(
    () => assert.fail('Expected a fault.'),
    (fault: unknown) => fault,
  );
  assert.ok(thrown instanceof SourceFault, String(thrown));
  return thrown;
}

const item = (title: string, more = ''): string =>
  `<item><title>${title}</title><link>https://news.example/${encodeURIComponent(title)}</link>${more}</item>`;
const rss = (items: string): string =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
  xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel><title>The Daily</title><link>https://news.example/</link>
  <description>d</description>${items}</channel></rss>`;

test('items of RSS that are about the topic are stored, those with most of its words first', async (t) => {
  const warm = 'Norway warms its houses with pumps. '.repeat(60);
  const long = `<content:encoded><![CDATA[<h2>In the cold</h2><p>${warm}</p>]]></content:encoded>`;
  const feed = rss(
    [
      item('Elections in France', '<description>Votes are counted.</description>'),
      item('A pump for each house', '<description>Heat from the ground, says a report.</description>'),
      item(
        'Heat pumps win Norway',
        `<pubDate>Sat, 09 Mar 2024 10:00:00 GMT</pubDate><dc:creator>Ada Nord</dc:creator>${long}`,
      ),
      '<item><title>Heat pumps without an address</title></item>',
    ].join(''),
  );
  const web = await openWeb(t, { 'news.example': site({ '/rss': feed }, XML) });
  const { texts } = await find(web, web.url('news.example', '/rss'));
  assert.deepEqual(
    texts.map(({ title, type, publishedAt, authors, publisher, isWhole }) => [
      title,
      type,
      publishedAt,
      authors,
      publisher,
      isWhole,
    ]),
    [
      ['Heat pumps win Norway', 'news', '2024-03-09', ['Ada Nord'], 'The Daily', true],
      ['A pump for each house', 'news', null, [], 'The Daily', false],
    ],
  );
  assert.match(texts[0]?.text ?? '', /^## In the cold\n\nNorway warms/);
});

test('Atom, RDF and JSON Feed are read too', async (t) => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Atom News</title><id>x</id>
    <updated>2024-01-01T00:00:00Z</updated>
    <entry><id>1</id><title type="html">Heat &amp;amp; pumps</title><link rel="self" href="https://no.example/"/>
    <link href="https://atom.example/1"/><published>2024-02-03T04:05:06Z</published>
    <updated>2024-02-04T00:00:00Z</updated>
    <author><name>Bo Berg</name></author><summary>Norway has many.</summary></entry></feed>`;
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel rdf:about="x"><title>RDF News</title><link>https://rdf.example/</link>
    <description>d</description></channel>
    <item rdf:about="https://rdf.example/1"><title>Pumps in Norway</title><link>https://rdf.example/1</link>
    <description>Heat for all.</description><dc:date>2023-12-24</dc:date></item></rdf:RDF>`;
  const feed = {
    ...{ version: 'https://jsonfeed.org/version/1.1', title: 'JSON News' },
    items: [
      {
        id: '1',
        url: 'https://json.example/1',
        title: 'Heat in Norway',
        content_text: 'Pumps.',
        date_published: '2022-10-11T00:00:00Z',
      },
    ],
  };
  const web = await openWeb(t, {
    'atom.example': site({ '/': atom }, XML),
    'rdf.example': site({ '/': rdf }, XML),
    'json.example': site({ '/': JSON.stringify(feed) }, { 'content-type': 'application/feed+json' }),
  });
  const { texts } = await find(
    web,
    ['atom.example', 'rdf.example', 'json.example'].map((host) => web.url(host)).join(' '),
  );
  assert.deepEqual(
    texts.map(({ address, title, publishedAt, publisher }) => [address, title, publishedAt, publisher]),
    [
      ['https://atom.example/1', 'Heat & pumps', '2024-02-03', 'Atom News'],
      ['https://rdf.example/1', 'Pumps in Norway', '2023-12-24', 'RDF News'],
      ['https://json.example/1', 'Heat in Norway', '2022-10-11', 'JSON News'],
    ],
  );
});

test('an address takes the words of the search, and then all of its items count', async (t) => {
  const web = await openWeb(t, {
    'news.example': site({ '/search': rss(item('Something', '<description>Text.</description>')) }, XML),
  });
  const { sources } = await find(web, web.url('news.example', '/search?q={query}&lang=en'), 'Heat & pumps?');
  assert.deepEqual([web.pages(), sources.length], [['/search?q=Heat%20%26%20pumps%3F&lang=en'], 1]);
});

test('a feed is read in the character set it is in', async (t) => {
  const text = rss(item('Wärmepumpen für Norwegen', '<description>Größe zählt.</description>')).replace(
    '"1.0"?',
    '"1.0" encoding="ISO-8859-1"?',
  );
  const web = await openWeb(t, {
    'news.example': site({ '/': Buffer.from(text, 'latin1') }, { 'content-type': 'text/xml' }),
  });
  const { texts } = await find(web, web.url('news.example', '/?q={query}'));
  assert.deepEqual(
    texts.map(({ title, text: body }) => [title, body]),
    [['Wärmepumpen für Norwegen', 'Größe zählt.']],
  );
});

test('feeds made to break a reader are refused in time', { timeout: 120_000 }, async (t) => {
  const entity = (at: number): string => `<!ENTITY a${at} "${`&a${at === 0 ? '' : at - 1};`.repeat(20)}">`;
  const entities = Array.from({ length: 20 }, (_, at) => entity(at)).join('');
  const feed = rss(item('&a19;', '<description>&a19;</description>')).slice(21);
  const laughs = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "ha">${entities}]>${feed}`;
  const traps: Record<string, [string, string]> = {
    'big.example': [rss(item('Heat pumps Norway', '<description>x</description>').repeat(80_000)), 'source-refused'],
    'broken.example': ['<rss><channel><item><title>Heat pumps Norway', 'source-not-readable'],
    'html.example': ['<!doctype html><html><body>No feed</body></html>', 'source-not-readable'],
    'empty.example': ['', 'source-not-readable'],
    'json.example': ['{"version": "https://jsonfeed.org/version/1.1", "items": [', 'source-not-readable'],
    'deep.example': [`<rss>${'<a>'.repeat(400_000)}`, 'source-not-readable'],
  };
  const web = await openWeb(t, {
    ...Object.fromEntries(Object.entries(traps).map(([host, [text]]) => [host, site({ '/': text }, XML)])),
    'laughs.example': site({ '/': laughs }, XML),
    'inside-redirect.example': redirect('http://inside.example/feed'),
  });
  for (const [host, [, code]] of Object.entries(traps)) {
    const fault = await faultOf(find(web, web.url(host)));
    assert.equal(fault.code, code, `${host}: ${fault.message}`);
  }
  const found = await find(web, web.url('laughs.example', '/?q={query}')).catch(
    (fault: unknown) => fault as SourceFault,
  );
  const text = found instanceof SourceFault ? found.message : JSON.stringify(found.texts);
  assert.ok(text.length < 10_000, `${text.length} characters`);
  assert.equal((await faultOf(find(web, web.url('inside-redirect.example')))).code, 'source-refused');
  assert.deepEqual(web.cameInside, []);
});
