// Searches against servers that speak the documented wire formats: what is found, what is asked, and what is never
// said.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceFault } from '../../src/errors.ts';
import type { Sources } from '../../src/ports/sources.ts';
import { abstractOf } from '../../src/sources/search/openalex.ts';
import { json, never, openWeb, redirect, type Site } from './web.ts';

const KEY = 'key-that-nobody-may-read-4711';
const ask = { topic: 'Heat pumps in Norway', keywords: ['cold climate', 'heat'], max: 10 };

async function find(sources: Sources, kind: 'web' | 'academic' | 'news', more: Partial<typeof ask> = {}) {
  const list = await sources.find(kind, { ...ask, ...more, signal: never() });
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

const SEARXNG = {
  query: 'heat pumps',
  number_of_results: 0,
  results: [
    {
      ...{ url: 'https://energy.example/pumps#top', title: 'Pumps &amp; power', engine: 'duckduckgo', score: 4.2 },
      ...{
        content: 'A <b>heat pump</b> gives three times what it takes.',
        publishedDate: '2024-03-09T10:00:00',
        category: 'general',
      },
    },
    { url: 'https://other.example/', title: 'Other', content: 'Two of three houses have one.', publishedDate: null },
    { url: 'ftp://files.example/', title: 'No page', content: 'Never taken.' },
    { title: 'No address', content: 'Never taken.' },
    { url: 'https://empty.example/', title: 'No text', content: '' },
  ],
  ...{ answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [['bing', 'timeout']] },
};

test('SearXNG is asked for JSON, and what it says of pages is stored', async (t) => {
  const web = await openWeb(t, { 'inside.example': json({}), 'searx.example': json(SEARXNG) });
  const sources = web.open({ SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example', '/searx/')}` });
  const { texts, notes } = await find(sources, 'web');
  const [asked] = web.came;
  const url = new URL(asked?.path ?? '', 'http://x');
  assert.equal(url.pathname, '/searx/search');
  assert.deepEqual(Object.fromEntries(url.searchParams), { q: 'Heat pumps in Norway cold climate', format: 'json' });
  assert.match(asked?.headers['user-agent'] ?? '', /^signoff\/1\.2\.3$/);
  assert.deepEqual(
    texts.map(({ address, title, text, type, publishedAt, publisher, isWhole, score }) => [
      address,
      title,
      text,
      type,
      publishedAt,
      publisher,
      isWhole,
      score,
    ]),
    [
      [
        'https://energy.example/pumps',
        'Pumps & power',
        'A heat pump gives three times what it takes.',
        'web',
        '2024-03-09',
        'energy.example',
        false,
        0,
      ],
      ['https://other.example/', 'Other', 'Two of three houses have one.', 'web', null, 'other.example', false, 0],
    ],
  );
  assert.deepEqual(notes, [`SearXNG at searx.example:${web.port}: 3 of 5 results had no address or no text.`]);
});

test('a SearXNG of this user may be private; one that the project names may not', async (t) => {
  const web = await openWeb(t, {});
  const address = `searxng:${web.url('inside.example')}`;
  assert.equal((await faultOf(find(web.open({ SIGNOFF_WEB_SEARCH: address }), 'web'))).code, 'source-not-readable');
  assert.equal(web.cameInside.length, 1);
  const fault = await faultOf(find(web.open({}, { config: { webSearch: [address] } }), 'web'));
  assert.deepEqual([fault.code, web.cameInside.length], ['source-refused', 1]);
});

test('a SearXNG that gives no JSON says what to set', async (t) => {
  const web = await openWeb(t, { 'searx.example': json({}, 403) });
  const fault = await faultOf(find(web.open({ SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example')}` }), 'web'));
  assert.match(fault.message, /answered with 403\. Let it answer with JSON \(search\.formats.*SIGNOFF_WEB_SEARCH/);
  assert.deepEqual([fault.code, fault.retryable], ['source-refused', false]);
});

const BRAVE = {
  type: 'search',
  query: { original: 'heat pumps' },
  web: {
    type: 'search',
    results: [
      {
        ...{ title: 'Pumps', url: 'https://energy.example/pumps', description: 'They work in the cold&#x27;s worst.' },
        ...{ page_age: '2023-11-02T08:15:00', age: 'November 2, 2023', profile: { name: 'Energy Today', url: 'x' } },
        extra_snippets: ['Half of the houses in Oslo have one.'],
      },
    ],
  },
};

test('Brave Search gets its key in a header, and at most 20 results are asked for', async (t) => {
  const web = await openWeb(t, { 'brave.example': json(BRAVE) });
  const env = { SIGNOFF_WEB_SEARCH: `brave:${web.url('brave.example', '/res/v1/web/search')}`, BRAVE_API_KEY: KEY };
  const { texts } = await find(web.open(env), 'web', { max: 50 });
  const url = new URL(web.came[0]?.path ?? '', 'http://x');
  assert.deepEqual([url.pathname, url.searchParams.get('count')], ['/res/v1/web/search', '20']);
  assert.equal(web.came[0]?.headers['x-subscription-token'], KEY);
  assert.deepEqual(
    texts.map(({ text, publishedAt, publisher }) => [text, publishedAt, publisher]),
    [["They work in the cold's worst.\n\nHalf of the houses in Oslo have one.", '2023-11-02', 'Energy Today']],
  );
});

test('a Brave answer without web results is an empty list', async (t) => {
  const web = await openWeb(t, { 'brave.example': json({ type: 'search', query: {} }) });
  const env = { SIGNOFF_WEB_SEARCH: `brave:${web.url('brave.example')}`, BRAVE_API_KEY: KEY };
  assert.deepEqual((await find(web.open(env), 'web')).sources, []);
});

const TAVILY = {
  query: 'heat pumps',
  results: [
    {
      url: 'https://a.example/',
      title: 'A',
      content: 'Short.',
      score: 0.9,
      raw_content: `# A\n\n${'Long text. '.repeat(50)}`,
    },
    { url: 'https://b.example/', title: 'B', content: 'Only a snippet.', score: 0.8, raw_content: null },
  ],
  ...{ images: [], response_time: 1.2 },
};

test('Tavily is asked by POST with a bearer key; a page it sends along is whole', async (t) => {
  const web = await openWeb(t, { 'tavily.example': json(TAVILY) });
  const env = { SIGNOFF_WEB_SEARCH: `tavily:${web.url('tavily.example', '/search')}`, TAVILY_API_KEY: KEY };
  const { texts } = await find(web.open(env), 'web');
  const [asked] = web.came;
  assert.deepEqual([asked?.method, asked?.headers.authorization], ['POST', `Bearer ${KEY}`]);
  const body = JSON.parse(asked?.body ?? '') as Record<string, unknown>;
  assert.deepEqual([body.max_results, body.include_raw_content], [10, true]);
  assert.deepEqual(
    texts.map(({ isWhole, text }) => [isWhole, text.slice(0, 5)]),
    [
      [true, '# A\n\n'],
      [false, 'Only '],
    ],
  );
});

const OPENALEX = {
  meta: { count: 1 },
  results: [
    {
      ...{
        id: 'https://openalex.org/W1',
        doi: 'https://doi.org/10.1000/xyz',
        display_name: 'Heat pumps <i>in situ</i>',
      },
      ...{ publication_date: '2022-05-17', publication_year: 2022 },
      authorships: [{ author: { display_name: 'Ada Nord' } }, { author: { display_name: 'Bo Berg' } }],
      primary_location: { landing_page_url: 'https://journal.example/1', source: { display_name: 'Journal of Heat' } },
      abstract_inverted_index: { Heat: [0], pumps: [1, 5], save: [2], power: [3], since: [4], move: [6], 'heat.': [7] },
    },
    { id: 'https://openalex.org/W2', display_name: 'No abstract', abstract_inverted_index: null },
  ],
};
const CROSSREF = {
  status: 'ok',
  'message-type': 'work-list',
  message: {
    'total-results': 1,
    items: [
      {
        ...{ DOI: '10.1000/abc', URL: 'https://doi.org/10.1000/abc', title: ['Cold climates'], publisher: 'A Press' },
        author: [{ given: 'Cy', family: 'Dal', sequence: 'first' }, { name: 'The Group' }],
        abstract: '<jats:title>Abstract</jats:title><jats:p>Pumps work at -20&#176;C.</jats:p><jats:p>Mostly.</jats:p>',
        ...{ issued: { 'date-parts': [[2021, 7]] }, 'container-title': ['Cold Journal'] },
      },
      { DOI: '10.1000/odd', title: [], abstract: 'Plain.', issued: { 'date-parts': [[null]] } },
    ],
  },
};

test('OpenAlex and Crossref are asked together, and their abstracts put together', async (t) => {
  const web = await openWeb(t, { 'alex.example': json(OPENALEX), 'cross.example': json(CROSSREF) });
  const env = {
    SIGNOFF_ACADEMIC: `openalex:${web.url('alex.example', '/works')}, crossref:${web.url('cross.example', '/works')}`,
    ...{ OPENALEX_API_KEY: KEY, SIGNOFF_MAILTO: 'me@example.org' },
  };
  const { texts, notes } = await find(web.open(env), 'academic');
  const asked = (host: string) =>
    new URL(web.came.find((one) => one.host === host)?.path ?? '', 'http://x').searchParams;
  assert.deepEqual([asked('alex.example').get('api_key'), asked('alex.example').get('per_page')], [KEY, '10']);
  assert.deepEqual(
    [asked('cross.example').get('mailto'), asked('cross.example').get('rows')],
    ['me@example.org', '10'],
  );
  assert.ok(web.came.every((one) => one.headers['user-agent'] === 'signoff/1.2.3 (mailto:me@example.org)'));
  assert.deepEqual(
    texts.map(({ address, title, text, publishedAt, authors, publisher, type }) => [
      address,
      title,
      text,
      publishedAt,
      authors,
      publisher,
      type,
    ]),
    [
      [
        'https://doi.org/10.1000/xyz',
        'Heat pumps in situ',
        'Heat pumps save power since pumps move heat.',
        '2022-05-17',
        ['Ada Nord', 'Bo Berg'],
        'Journal of Heat',
        'academic',
      ],
      [
        'https://doi.org/10.1000/abc',
        'Cold climates',
        'Pumps work at -20°C.\n\nMostly.',
        '2021-07',
        ['Cy Dal', 'The Group'],
        'Cold Journal',
        'academic',
      ],
      ['https://doi.org/10.1000/odd', 'https://doi.org/10.1000/odd', 'Plain.', null, [], '', 'academic'],
    ],
  );
  assert.deepEqual(notes, ['OpenAlex: 1 of 2 results had no address or no text.']);
});

test('an index with places that cannot be makes no text without end', () => {
  assert.equal(abstractOf({ a: [0, 1e12, -1, 0.5], b: [1], c: [19_999] }), 'a b c');
});

test('what one of several endpoints found is given, with a note on the other', async (t) => {
  const web = await openWeb(t, { 'alex.example': json({ error: KEY }, 500), 'cross.example': json(CROSSREF) });
  const env = {
    SIGNOFF_ACADEMIC: `openalex:${web.url('alex.example')} crossref:${web.url('cross.example')}`,
    OPENALEX_API_KEY: KEY,
  };
  const { sources, notes } = await find(web.open(env), 'academic');
  assert.deepEqual([sources.length, notes], [2, ['OpenAlex answered with 500.']]);
});

test('no fault holds a key, whatever comes back', async (t) => {
  const broken: Record<string, Site> = {
    'a.example': json({ error: `bad key ${KEY}` }, 401),
    'b.example': json({ error: KEY }, 422),
    'c.example': json({ error: KEY }, 500),
    'd.example': (_request, response) => response.end(`no JSON, but ${KEY}`),
    'e.example': json({ results: KEY, web: KEY, message: KEY }),
    'f.example': redirect(`http://elsewhere.example/?key=${KEY}`),
    'g.example': (_request, response) => response.destroy(),
    'h.example': (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end(KEY),
    'inside.example': json({}),
  };
  const web = await openWeb(t, broken);
  for (const host of Object.keys(broken)) {
    const at = web.url(host, '/x');
    for (const env of [
      { SIGNOFF_WEB_SEARCH: `brave:${at}` },
      { SIGNOFF_WEB_SEARCH: `tavily:${at}` },
      { SIGNOFF_ACADEMIC: `openalex:${at}` },
    ]) {
      const sources = web.open({ ...env, BRAVE_API_KEY: KEY, TAVILY_API_KEY: KEY, OPENALEX_API_KEY: KEY });
      const fault = await faultOf(
        find(sources, 'SIGNOFF_ACADEMIC' in env ? 'academic' : 'web').then((list) => {
          // The server that is inside answers with nothing that Brave would.
          assert.deepEqual(list.sources, []);
          throw new SourceFault('source-not-readable', 'nothing');
        }),
      );
      const said = [
        fault.message,
        fault.stack,
        String(fault.cause),
        JSON.stringify(fault),
        JSON.stringify(await sources.probe(never())),
        JSON.stringify(sources.offers),
      ];
      assert.ok(!said.join('\n').includes(KEY), `${host}: ${said.join('\n')}`);
    }
  }
  assert.ok(!web.came.some(({ host }) => host === 'elsewhere.example'), 'a request with a key follows no redirect');
});

test('429 is tried again after a short wait, and reported where the wait is long', async (t) => {
  let times = 0;
  const web = await openWeb(t, {
    'soon.example': (request, response) => {
      times += 1;
      if (times === 1) response.writeHead(429, { 'retry-after': '0' }).end();
      else json(SEARXNG)(request, response);
    },
    'late.example': (_request, response) => response.writeHead(503, { 'retry-after': '120' }).end(),
  });
  assert.equal(
    (await find(web.open({ SIGNOFF_WEB_SEARCH: `searxng:${web.url('soon.example')}` }), 'web')).sources.length,
    2,
  );
  assert.equal(times, 2);
  const late = web.open({ SIGNOFF_WEB_SEARCH: `searxng:${web.url('late.example')}` });
  const fault = await faultOf(find(late, 'web'));
  assert.deepEqual([fault.code, fault.retryAfterMs, fault.retryable], ['source-limited', 120_000, false]);
  const again = await faultOf(find(late, 'web'));
  assert.deepEqual([again.code, again.retryable], ['source-limited', false], 'the retries of a step come too soon');
  assert.equal(web.pages('late.example').length, 1, 'a host that said later is left alone');
});

test('a long wait of one search counts as lasting only where no other may answer soon', async (t) => {
  const web = await openWeb(t, {
    'late.example': (_request, response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
    'down.example': (_request, response) => response.writeHead(500).end(),
  });
  const [late, down] = ['late', 'down'].map((name) => `searxng:${web.url(`${name}.example`)}`);
  const both = await faultOf(find(web.open({ SIGNOFF_WEB_SEARCH: `${late} ${down}` }), 'web'));
  assert.deepEqual([both.code, both.retryable], ['source-unreachable', true]);
  const one = await faultOf(find(web.open({ SIGNOFF_WEB_SEARCH: `${late}` }), 'web'));
  assert.deepEqual([one.code, one.retryAfterMs, one.retryable], ['source-limited', 3_600_000, false]);
});

test('the same search within a day asks nobody, and after a day asks again', async (t) => {
  const web = await openWeb(t, { 'searx.example': json(SEARXNG) });
  let now = Date.UTC(2026, 10, 1);
  const env = { SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example')}` };
  const first = await find(web.open(env, { now: () => now }), 'web');
  now += 23 * 3_600_000;
  const second = await find(web.open(env, { now: () => now }), 'web');
  assert.deepEqual([second.sources, web.came.length], [first.sources, 1]);
  assert.equal(first.sources[0]?.retrievedAt, '2026-11-01T00:00:00.000Z');
  now += 2 * 3_600_000;
  await find(web.open(env, { now: () => now }), 'web');
  assert.equal(web.came.length, 2);
});

test('with nothing set nobody is asked, and the settings are named', async (t) => {
  const web = await openWeb(t, {});
  const sources = web.open({ BRAVE_API_KEY: KEY });
  assert.ok(sources.offers.every(({ isConfigured }) => !isConfigured));
  const settings = {
    web: /SIGNOFF_WEB_SEARCH=searxng:ADDRESS.*BRAVE_API_KEY.*TAVILY_API_KEY/,
    academic: /SIGNOFF_ACADEMIC/,
    news: /SIGNOFF_NEWS_FEEDS/,
  };
  for (const [kind, names] of Object.entries(settings)) {
    const fault = await faultOf(find(sources, kind as 'web'));
    assert.equal(fault.code, 'source-not-configured');
    assert.match(fault.message, names);
  }
  const pages = await sources.read([web.url('a.example')], never());
  assert.match(pages.notes.join(), /SIGNOFF_PAGES=on/);
  assert.deepEqual([await sources.probe(never()), web.lookedUp], [[], []]);
});

test('a probe says of each endpoint whether it answers, and what to correct', async (t) => {
  const web = await openWeb(t, { 'searx.example': json(SEARXNG), 'brave.example': json({}, 401) });
  const sources = web.open({
    SIGNOFF_WEB_SEARCH: `searxng:${web.url('searx.example')} brave:${web.url('brave.example')}`,
    BRAVE_API_KEY: KEY,
  });
  const name = `SearXNG at searx.example:${web.port}`;
  assert.deepEqual(await sources.probe(never()), [
    { name, isUp: true, found: `${name} answers.` },
    { name: 'Brave Search', isUp: false, found: 'Brave Search answered with 401. Check BRAVE_API_KEY.' },
  ]);
});
