// Pages of the web: what is read of them, in which character set, what is not text at all, and what hosts ask of
// guests.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sources } from '../../src/ports/sources.ts';
import { article, never, notFound, openWeb, redirect, type Site, site } from './web.ts';

const ON = { SIGNOFF_PAGES: 'on' };

async function read(sources: Sources, ...addresses: readonly string[]) {
  const list = await sources.read(addresses, never());
  return { ...list, texts: await Promise.all(list.sources.map((each) => sources.text(each))) };
}

test('an article is read with its title, author, date and site, without what stands around it', async (t) => {
  const head = `<meta property="og:site_name" content="Energy Today"><meta name="author" content="Ada Nord">
    <meta property="article:published_time" content="2024-03-09T08:00:00Z">`;
  const web = await openWeb(t, { 'a.example': site({ '/pumps': article('Pumps in the cold', undefined, head) }) });
  const { texts, notes } = await read(web.open(ON), `${web.url('a.example', '/pumps')}#part`);
  const [page] = texts;
  assert.deepEqual(notes, []);
  assert.deepEqual(
    [page?.address, page?.title, page?.type, page?.authors, page?.publishedAt, page?.publisher, page?.isWhole],
    [web.url('a.example', '/pumps'), 'Pumps in the cold', 'web', ['Ada Nord'], '2024-03-09', 'Energy Today', true],
  );
  assert.match(page?.text ?? '', /A heat pump moves warmth/);
  assert.doesNotMatch(page?.text ?? '', /Home|Imprint/);
});

test('a byline and the date of JSON-LD count where the page has no other', async (t) => {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: 'Pumps',
    datePublished: '2023-05-06T00:00:00Z',
    author: { '@type': 'Person', name: 'Bo Berg' },
  };
  const head = `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const web = await openWeb(t, { 'a.example': site({ '/': article('Pumps', undefined, head) }) });
  const { texts } = await read(web.open(ON), web.url('a.example'));
  assert.deepEqual([texts[0]?.authors, texts[0]?.publishedAt], [['Bo Berg'], '2023-05-06']);
});

const JAPANESE = Buffer.from('k4mWe4zqgs2CooLPguiCvYKtgqCC6ILcgreBQg==', 'base64');

test('pages are read in the character set they are in, whatever is said of them', async (t) => {
  const german = 'Wärmepumpen für jede Größe – sie kosten 5 € am Tag.';
  const ansi = (text: string): Buffer => Buffer.from(text.replaceAll('–', '\x96').replaceAll('€', '\x80'), 'latin1');
  const page = article('Größe', german);
  const meta = (charset: string): string => article('Größe', german, `<meta charset="${charset}">`);
  const [before = '', after = ''] = article(
    'x',
    '@@',
    '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">',
  ).split(/(?:@@ )+/);
  const japanese = Buffer.concat([
    Buffer.from(before),
    ...Array.from({ length: 30 }, () => JAPANESE),
    Buffer.from(after),
  ]);
  const bytes: Record<string, [string | Buffer, string]> = {
    '/utf8': [page, 'text/html; charset=utf-8'],
    '/unsaid': [page, 'text/html'],
    '/wrong-header': [page, 'text/html; charset=iso-8859-1'],
    '/header': [ansi(page), 'text/html; charset=windows-1252'],
    '/meta': [ansi(meta('windows-1252')), 'text/html'],
    '/says-utf8': [ansi(page), 'text/html; charset=utf-8'],
    '/unknown': [ansi(page), 'text/html; charset=x-nobody-knows'],
    '/mark': [Buffer.from(`\uFEFF${page}`, 'utf16le'), 'text/html; charset=utf-8'],
  };
  const web = await openWeb(t, {
    'a.example': (request, response) => {
      const [body = '', type = ''] = bytes[request.path] ?? [japanese, 'text/html; charset=utf-8'];
      response.writeHead(200, { 'content-type': type }).end(body);
    },
  });
  const sources = web.open(ON);
  for (const path of Object.keys(bytes)) {
    const { texts, notes } = await read(sources, web.url('a.example', path));
    assert.ok(texts[0]?.text.includes(german), `${path}: ${texts[0]?.text.slice(0, 200)} ${notes}`);
    assert.equal(texts[0]?.title, 'Größe', path);
  }
  const { texts } = await read(sources, web.url('a.example', '/japanese'));
  assert.ok(texts[0]?.text.includes(new TextDecoder('shift_jis').decode(JAPANESE)), texts[0]?.text.slice(0, 100));
});

const form = '<form><input name="user"><input type="password" name="word"></form>';
const body = (html: string, head = ''): string =>
  `<!doctype html><html><head><title>Page</title>${head}</head><body>${html}</body></html>`;
const few =
  '<p>Heat pumps are now the most sold heating in Norway. The rest of the country is asking what comes next and who ' +
  'pays for the grid it takes, says a report of the ministry that was given to us last week.</p>';

test('logins, cookie walls, tests for people and pages of scripts are left out with a note', async (t) => {
  const walls: Record<string, [string, RegExp]> = {
    '/login-form': [body(`<h1>Welcome</h1>${few}${form}`), /asks for a login/],
    '/words': [body(`${few}<p>Sign in to continue reading this article.</p>`), /asks for a login/],
    '/subscribers': [body(`${few}<p>Already a subscriber?</p>`), /asks for a login/],
    '/paid': [
      body(few, '<script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree": "False"}</script>'),
      /without paying/,
    ],
    '/cookies': [
      body(
        '<h1>We value your privacy</h1><p>We and our partners store cookies on your device. Accept all cookies or ' +
          'change your cookie settings before you go on to our site, where you will find what you came for.</p>',
      ),
      /about cookies/,
    ],
    '/robot': [
      body('<h1>Just a moment...</h1><p>Checking your browser before you can go on.</p>'),
      /a person reads it/,
    ],
    '/app': [
      body(
        '<div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript>' +
          '<script src="app.js"></script>',
      ),
      /made by scripts/,
    ],
    '/shell': [body('<div id="app">Loading</div><script>start()</script>'), /made by scripts, or it has none/],
    '/empty': [body(''), /it has no text/],
    '/nothing': ['', /it has no text/],
    '/open': [body(few.repeat(2)), /^$/],
  };
  const pages = Object.fromEntries(Object.entries(walls).map(([path, [html]]) => [path, html]));
  const web = await openWeb(t, { 'a.example': site(pages), 'to-login.example': redirect('/account/login?next=%2Fa') });
  const sources = web.open(ON);
  for (const [path, [, why]] of Object.entries(walls)) {
    const { sources: found, notes } = await read(sources, web.url('a.example', path));
    assert.deepEqual([found.length, notes.length], path === '/open' ? [1, 0] : [0, 1], `${path}: ${notes}`);
    assert.match(notes.join(''), why, path);
    assert.ok(path === '/open' || notes[0]?.startsWith(`${web.url('a.example', path)}: It was left out: `), notes[0]);
  }
});

test('a page that leads to a login is left out, one about logins is not', async (t) => {
  const moved: Site = (request, response) => {
    if (request.path === '/story') redirect('/account/login?next=%2Fstory')(request, response);
    else
      site({ '/account/login': article('Please come in'), '/how-to/login': article('How logins work') })(
        request,
        response,
      );
  };
  const web = await openWeb(t, { 'a.example': moved });
  const { texts, notes } = await read(
    web.open(ON),
    web.url('a.example', '/story'),
    web.url('a.example', '/how-to/login'),
  );
  assert.deepEqual(
    texts.map(({ title }) => title),
    ['How logins work'],
  );
  assert.match(notes[0] ?? '', /\/story: It was left out: it asks for a login/);
});

test('what is no page is read by its type, and what cannot be read is left out', async (t) => {
  const types: Record<string, [string, string | Buffer, number]> = {
    '/a.txt': ['text/plain; charset=utf-8', 'Heat pumps work. They work in the cold too.', 200],
    '/b.md': ['text/markdown', '---\ntitle: Notes\ndate: 2021-02-03\n---\n# Pumps\n\nThey **work**.', 200],
    '/page': ['', article('Unsaid'), 200],
    '/c.png': ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 200],
    '/d.json': ['application/json', '{"heat": true}', 200],
    '/e.pdf': ['application/pdf', 'no PDF', 200],
    '/gone': ['text/html', article('Gone'), 404],
    '/forbidden': ['text/html', article('Forbidden'), 403],
    '/broken': ['text/html', article('Broken'), 500],
  };
  const web = await openWeb(t, {
    'a.example': (request, response) => {
      const [type = '', content = '', status = 404] = types[request.path] ?? [];
      response.writeHead(status, type === '' ? {} : { 'content-type': type }).end(content);
    },
  });
  const { texts, notes } = await read(web.open(ON), ...Object.keys(types).map((path) => web.url('a.example', path)));
  assert.deepEqual(
    texts.map(({ title, publishedAt, text }) => [title, publishedAt, text.slice(0, 16)]),
    [
      ['a.txt', null, 'Heat pumps work.'],
      ['Notes', '2021-02-03', '# Pumps\n\nThey wo'],
      ['Unsaid', null, 'A heat pump move'],
    ],
  );
  const reasons = [
    /c\.png: .*no kind/,
    /d\.json: .*no kind/,
    /e\.pdf: .*left out/,
    /gone: .*404/,
    /forbidden: .*403: it asks/,
    /broken: .*500/,
  ];
  assert.equal(notes.length, reasons.length, notes.join('\n'));
  for (const [at, reason] of reasons.entries()) assert.match(notes[at] ?? '', reason);
});

const ROBOTS = `User-agent: *
Disallow: /

User-agent: signoff
Disallow: /private/
Allow: /private/open
Crawl-delay: 0.2
`;

test('robots.txt is asked for once and respected, also of a redirect', async (t) => {
  const pages = {
    '/robots.txt': ROBOTS,
    '/a': article('A'),
    '/private/b': article('B'),
    '/private/open': article('Open'),
  };
  const web = await openWeb(t, {
    'a.example': site(pages),
    'b.example': (request, response) =>
      request.path === '/robots.txt'
        ? response.writeHead(404).end()
        : redirect(web.url('a.example', '/private/c'))(request, response),
  });
  const sources = web.open(ON);
  const addresses = ['/a', '/private/b', '/private/open'].map((path) => web.url('a.example', path));
  const { texts, notes } = await read(sources, ...addresses, web.url('b.example', '/x'));
  assert.deepEqual(
    texts.map(({ title }) => title),
    ['A', 'Open'],
  );
  assert.match(
    notes.join('\n'),
    /robots\.txt of a\.example:\d+ does not let programs read \/private\/b\.\n.*\/private\/c\./,
  );
  assert.deepEqual([...web.pages('a.example')].sort(), ['/a', '/private/open']);
  await read(sources, web.url('a.example', '/a?again'));
  assert.equal(web.came.filter(({ host, path }) => host === 'a.example' && path === '/robots.txt').length, 1);
});

test('without robots.txt all may be read, with one that cannot be had nothing', async (t) => {
  const rules =
    (answer: Site): Site =>
    (request, response) =>
      request.path === '/robots.txt' ? answer(request, response) : site({ '/': article('Page') })(request, response);
  const status =
    (code: number): Site =>
    (_request, response) =>
      response.writeHead(code).end('Disallow: /');
  const web = await openWeb(t, {
    'none.example': rules(status(404)),
    'forbidden.example': rules(status(403)),
    'down.example': rules(status(503)),
    'busy.example': rules(status(429)),
    'cut.example': rules((_request, response) => response.destroy()),
    'trap.example': rules(redirect('http://inside.example/robots.txt')),
    'huge.example': rules((_request, response) => {
      response.end(`User-agent: *\nDisallow: /no\n${'# filler\n'.repeat(200_000)}Disallow: /\n`);
    }),
    'binary.example': rules((_request, response) => response.end(Buffer.alloc(1000))),
  });
  const may = async (host: string) => (await read(web.open(ON), web.url(host))).sources.length === 1;
  for (const host of ['none.example', 'forbidden.example', 'huge.example', 'binary.example'])
    assert.ok(await may(host), host);
  for (const host of ['down.example', 'busy.example', 'cut.example', 'trap.example'])
    assert.ok(!(await may(host)), host);
  assert.deepEqual(web.cameInside, []);
});

test('rules that would keep a matcher busy do not', async (t) => {
  const lines = `Disallow: /${'*a'.repeat(10)}b\n`.repeat(15_000);
  const web = await openWeb(t, {
    'a.example': site({ '/robots.txt': `User-agent: *\n${lines}`, [`/${'a'.repeat(1800)}`]: article('Long') }),
  });
  const before = process.cpuUsage();
  assert.equal((await read(web.open(ON), web.url('a.example', `/${'a'.repeat(1800)}`))).sources.length, 1);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 20_000_000, `${user / 1000} ms`);
});

test('a host is asked one request at a time, with its pause; other hosts meanwhile', async (t) => {
  const open = new Map<string, number>();
  const times = new Map<string, number[]>();
  let most = 0;
  const slow: Site = (request, response) => {
    if (request.path === '/robots.txt') return void response.writeHead(404).end();
    open.set(request.host, (open.get(request.host) ?? 0) + 1);
    assert.equal(open.get(request.host), 1, `two at once at ${request.host}`);
    most = Math.max(
      most,
      [...open.values()].reduce((sum, each) => sum + each, 0),
    );
    times.set(request.host, [...(times.get(request.host) ?? []), performance.now()]);
    setTimeout(() => {
      open.set(request.host, 0);
      response.writeHead(200, { 'content-type': 'text/html' }).end(article(request.host + request.path));
    }, 60);
  };
  const hosts = ['a.example', 'b.example', 'c.example'];
  const web = await openWeb(t, Object.fromEntries(hosts.map((host) => [host, slow])));
  const addresses = hosts.flatMap((host) => ['/1', '/2'].map((path) => web.url(host, path)));
  const { sources } = await read(web.open(ON, { limits: { pauseMs: 150 } }), ...addresses);
  assert.equal(sources.length, 6);
  assert.ok(most > 1, 'hosts waited for each other');
  for (const [host, [first = 0, second = 0]] of times)
    assert.ok(second - first >= 200, `${host}: ${second - first} ms`);
});

test('a host that takes no more pages is left alone for the rest', async (t) => {
  const web = await openWeb(t, {
    'a.example': (request, response) =>
      request.path === '/robots.txt'
        ? response.writeHead(404).end()
        : response.writeHead(429, { 'retry-after': '600' }).end(),
  });
  const { sources, notes } = await read(web.open(ON), ...['/1', '/2', '/3'].map((path) => web.url('a.example', path)));
  assert.deepEqual([sources.length, notes.length, web.pages().length], [0, 3, 1]);
  assert.match(notes[0] ?? '', /takes no more requests for 600 seconds/);
});

test('a page is read once a day, and again where its stored text is gone', async (t) => {
  const web = await openWeb(t, { 'a.example': site({ '/': article('Page') }) });
  let now = Date.UTC(2026, 10, 1);
  const again = () => read(web.open(ON, { now: () => now }), web.url('a.example'));
  const first = await again();
  now += 3_600_000;
  assert.deepEqual([(await again()).sources, web.pages().length], [first.sources, 1]);
  now += 24 * 3_600_000;
  await again();
  assert.equal(web.pages().length, 2);
});

test('pages that lead inside, or are no addresses, are notes and nothing else', async (t) => {
  const web = await openWeb(t, {
    'a.example': redirect('http://inside.example/'),
    'b.example': site({ '/': article('B') }),
  });
  const odd = ['http://127.0.0.2/', 'file:///etc/passwd', 'nonsense', 'http://ada:secret-word@b.example/'];
  const { sources, notes } = await read(web.open(ON), web.url('a.example'), ...odd, web.url('b.example'));
  assert.deepEqual([sources.length, notes.length, web.cameInside.length], [1, 5, 0]);
  assert.ok(!notes.join('\n').includes('secret-word'), notes.join('\n'));
});

test('research3-D11: a page at a private address is reported as that, whatever leads there', async (t) => {
  const web = await openWeb(t, {
    'a.example': (request, response) => {
      if (request.path === '/robots.txt') notFound(request, response);
      else redirect('http://inside.example/')(request, response);
    },
    'rules.example': (request, response) => {
      if (request.path === '/robots.txt') redirect('http://inside.example/robots.txt')(request, response);
      else site({ '/': article('Page') })(request, response);
    },
  });
  const inside = ['http://10.0.0.5/', 'http://127.0.0.2/', 'http://[::1]/', 'http://169.254.169.254/latest/'];
  const named = [web.url('inside.example'), web.url('a.example')];
  const { sources, notes } = await read(web.open(ON), ...inside, ...named);
  assert.deepEqual([sources.length, notes.length, web.cameInside.length], [0, 6, 0]);
  for (const note of notes) assert.match(note, /Expected a public address, found a private address \(.+\) for .+\.$/);
  assert.doesNotMatch(notes.join('\n'), /robots\.txt/);
  assert.match(notes[0] ?? '', /^http:\/\/10\.0\.0\.5\/: .* found a private address \(10\.0\.0\.5\) for 10\.0\.0\.5\./);
  // A host that sends its robots.txt elsewhere has not said what it allows.
  const { notes: unknown } = await read(web.open(ON), web.url('rules.example'));
  assert.match(unknown.join(), /rules\.example:\d+ does not say now what its robots\.txt lets programs read/);
});

test('who aborts gets their own reason', async (t) => {
  const web = await openWeb(t, { 'a.example': () => {} });
  const stop = new AbortController();
  const asked = web.open(ON).read([web.url('a.example')], stop.signal);
  setTimeout(() => stop.abort(new Error('Enough.')), 50);
  await assert.rejects(asked, /Enough\./);
});
