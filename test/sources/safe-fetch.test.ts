// Fetching what strangers name: public addresses only, whatever a name, a number or a redirect says, and never
// without end.

import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { SourceFault, type SourceFaultCode } from '../../src/errors.ts';
import { isPublicAddress } from '../../src/public-address.ts';
import { type FetchRequest, safeFetch } from '../../src/sources/fetch/safe-fetch.ts';
import { never, openWeb, PRIVATE, redirect, site, type Web } from './web.ts';

const fetchOf = (web: Web) => {
  const fetch = safeFetch(web.network, { totalMs: 10_000 });
  return (url: string, more: Partial<FetchRequest> = {}) => fetch({ url, signal: never(), ...more });
};

async function refused(work: Promise<unknown>, code: SourceFaultCode, message: RegExp): Promise<SourceFault> {
  const thrown = await work.then(
    () => assert.fail('Expected a fault, found an answer.'),
    (fault: unknown) => fault,
  );
  assert.ok(thrown instanceof SourceFault, String(thrown));
  assert.equal(thrown.code, code, thrown.message);
  assert.match(thrown.message, message);
  return thrown;
}

test('a name whose address is private is refused, and nothing is asked there', async (t) => {
  const web = await openWeb(t, {});
  await refused(
    fetchOf(web)(web.url('inside.example')),
    'source-refused',
    /found a private address \(127\.0\.0\.2\) for inside\.example/,
  );
  assert.deepEqual(web.cameInside, []);
});

test('one private address among public ones is enough to refuse a name', async (t) => {
  const both = ['127.0.0.1', PRIVATE].map((address) => ({ address, family: 4 }));
  const web = await openWeb(t, {}, { lookup: async () => both });
  await refused(fetchOf(web)(web.url('both.example')), 'source-refused', /127\.0\.0\.2/);
  assert.deepEqual([web.came, web.cameInside], [[], []]);
});

test('private addresses are refused in every form they can be written in', async (t) => {
  const web = await openWeb(t, {});
  const forms = [
    ...['127.0.0.2', '127.2', '0x7f.0.0.2', '0x7f000002', '2130706434', '0177.0.0.2', '[::1]', '[::ffff:127.0.0.2]'],
    ...['[::ffff:7f00:2]', '[64:ff9b::7f00:2]', '[fd00::1]', '[fe80::1]', '169.254.169.254', '10.0.0.1', '0.0.0.0'],
    ...['192.168.1.1', '100.64.0.1', '[::]', '[2002:7f00:2::]', '１２７.0.0.2'],
  ];
  for (const form of forms)
    await refused(fetchOf(web)(`http://${form}:${web.port}/`), 'source-refused', /Expected a public address/);
  assert.deepEqual([web.cameInside, web.lookedUp], [[], []]);
});

test('a redirect is checked like the first address', async (t) => {
  const inside = [PRIVATE, '2130706434', '[::ffff:127.0.0.2]', 'inside.example'];
  const web = await openWeb(t, {
    'a.example': (request, response) =>
      redirect(`http://${inside[Number(request.path.slice(1))]}:${web.port}/`)(request, response),
    'b.example': redirect('file:///etc/passwd'),
    'c.example': redirect('http://user:secret-word@a.example/'),
    'd.example': redirect('//inside.example:80/'),
  });
  for (const at of inside.keys())
    await refused(fetchOf(web)(web.url('a.example', `/${at}`)), 'source-refused', /Expected a public address/);
  await refused(fetchOf(web)(web.url('b.example')), 'source-refused', /http or https address, found the scheme file:/);
  const fault = await refused(fetchOf(web)(web.url('c.example')), 'source-refused', /user name or password/);
  assert.ok(!fault.message.includes('secret-word'));
  await refused(fetchOf(web)(web.url('d.example')), 'source-refused', /Expected a public address/);
  assert.deepEqual(web.cameInside, []);
});

test('a name is looked up once for each connection, so that it cannot turn private after its check', async (t) => {
  let times = 0;
  const lookup = async () => {
    times += 1;
    return [{ address: times === 1 ? '127.0.0.1' : PRIVATE, family: 4 }];
  };
  const web = await openWeb(t, { 'turns.example': site({ '/': 'public' }) }, { lookup });
  const reply = await fetchOf(web)(web.url('turns.example'));
  assert.deepEqual([String(reply.bytes), times, web.cameInside.length], ['public', 1, 0]);
});

test('a name that turns private for its own redirect is refused there', async (t) => {
  let times = 0;
  const lookup = async () => {
    times += 1;
    return [{ address: times === 1 ? '127.0.0.1' : PRIVATE, family: 4 }];
  };
  const web = await openWeb(t, { 'turns.example': redirect('/next') }, { lookup });
  await refused(fetchOf(web)(web.url('turns.example')), 'source-refused', /127\.0\.0\.2/);
  assert.deepEqual([times, web.cameInside.length], [2, 0]);
});

test('an endpoint that this user named may be private, and what it redirects to may not', async (t) => {
  const web = await openWeb(t, { 'out.example': redirect('http://inside.example/') });
  const reply = await fetchOf(web)(web.url('inside.example'), { mayBePrivate: true });
  assert.equal(String(reply.bytes), 'inside');
  await refused(fetchOf(web)(web.url('out.example'), { mayBePrivate: true }), 'source-refused', /public address/);
});

test('five redirects are followed, a sixth is not', async (t) => {
  const web = await openWeb(t, {
    'r.example': (request, response) => {
      const left = Number(request.path.slice(1));
      if (left === 0) response.end('there');
      else redirect(`/${left - 1}`)(request, response);
    },
  });
  const reply = await fetchOf(web)(web.url('r.example', '/5'));
  assert.deepEqual([String(reply.bytes), reply.url.pathname], ['there', '/0']);
  await refused(fetchOf(web)(web.url('r.example', '/6')), 'source-refused', /more than 5 redirects/);
});

test('only plain http and https addresses are asked', async (t) => {
  const web = await openWeb(t, {});
  for (const url of [
    'ftp://a.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'a.example',
    '',
    `http://a.example/${'x'.repeat(3000)}`,
  ])
    await refused(fetchOf(web)(url), 'source-refused', /Expected an http or https address/);
  await refused(fetchOf(web)('http://ada:secret-word@a.example/'), 'source-refused', /with a user name or password/);
  assert.deepEqual(web.lookedUp, []);
});

test('a body without end is left at the limit', async (t) => {
  let sent = 0;
  const web = await openWeb(t, {
    'endless.example': (_request, response) => pour(response, (bytes) => (sent += bytes)),
  });
  const limits = { bytesMax: 300_000 };
  await refused(fetchOf(web)(web.url('endless.example'), { limits }), 'source-refused', /at most 0\.3 MB/);
  assert.ok(sent < 50_000_000, `it sent ${sent}`);
});

function pour(response: ServerResponse, count: (bytes: number) => void): void {
  const chunk = Buffer.alloc(64_000, 'x');
  const more = (): void => {
    while (!response.destroyed) {
      count(chunk.length);
      if (!response.write(chunk)) return void response.once('drain', more);
    }
  };
  more();
}

test('a body that comes too slowly ends with the time', async (t) => {
  const web = await openWeb(t, {
    'slow.example': (_request, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(timer));
    },
    'silent.example': () => {},
  });
  for (const host of ['slow.example', 'silent.example'])
    await refused(
      fetchOf(web)(web.url(host), { limits: { totalMs: 300 } }),
      'source-unreachable',
      /within 0\.3 seconds/,
    );
});

test('a connection that never stands ends with the time for it', async (t) => {
  const web = await openWeb(t, {}, { lookup: () => new Promise(() => {}) });
  const limits = { connectMs: 200 };
  await refused(
    fetchOf(web)(web.url('lost.example'), { limits }),
    'source-unreachable',
    /a connection to lost\.example/,
  );
  const silent = createServer(() => {});
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  t.after(() => silent.close());
  const { port } = silent.address() as { port: number };
  const tls = await openWeb(t, {});
  // It accepts, and says nothing of TLS.
  await refused(
    fetchOf(tls)(`https://a.example:${port}/`, { limits }),
    'source-unreachable',
    /a connection to a\.example/,
  );
});

test('bytes that unpack to more than the limit are refused, in each form', async (t) => {
  const zeros = Buffer.alloc(50_000_000);
  const forms = { gzip: gzipSync(zeros), deflate: deflateSync(zeros), br: brotliCompressSync(zeros) };
  const packed = (name: keyof typeof forms) => site({ '/': forms[name] }, { 'content-encoding': name });
  const web = await openWeb(t, {
    'gzip.example': packed('gzip'),
    'deflate.example': packed('deflate'),
    'br.example': packed('br'),
  });
  for (const name of Object.keys(forms))
    await refused(fetchOf(web)(web.url(`${name}.example`)), 'source-refused', /at most 5 MB/);
});

test('packed bodies are unpacked, broken ones and unknown forms are refused', async (t) => {
  const text = Buffer.from('words '.repeat(100));
  const as = (encoding: string, bytes: Buffer) => site({ '/': bytes }, { 'content-encoding': encoding });
  const web = await openWeb(t, {
    'gzip.example': as('gzip', gzipSync(text)),
    'deflate.example': as('deflate', deflateSync(text)),
    'raw.example': as('deflate', deflateRawSync(text)),
    'br.example': as('br', brotliCompressSync(text)),
    'broken.example': as('gzip', Buffer.from('no gzip')),
    'cut.example': as('gzip', gzipSync(text).subarray(0, 30)),
    'other.example': as('compress', text),
  });
  for (const name of ['gzip', 'deflate', 'raw', 'br'])
    assert.equal(String((await fetchOf(web)(web.url(`${name}.example`))).bytes), String(text), name);
  for (const name of ['broken', 'cut', 'other'])
    await refused(fetchOf(web)(web.url(`${name}.example`)), 'source-not-readable', /Expected gzip/);
});

test('a server that ends in the middle, or is not there, is unreachable', async (t) => {
  const web = await openWeb(t, {
    'half.example': (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('half');
      setTimeout(() => response.destroy(), 20);
    },
  });
  await refused(fetchOf(web)(web.url('half.example')), 'source-unreachable', /half\.example/);
  await refused(fetchOf(web)('http://gone.example:1/'), 'source-unreachable', /ECONNREFUSED/);
  const lost = await openWeb(t, {}, { lookup: async () => [] });
  await refused(fetchOf(lost)('http://gone.example/'), 'source-unreachable', /an address of gone\.example, found none/);
});

test('who aborts hears their own reason', async (t) => {
  const web = await openWeb(t, { 'silent.example': () => {} });
  const stop = new AbortController();
  const asked = fetchOf(web)(web.url('silent.example'), { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('Enough.')), 50);
  await assert.rejects(asked, /Enough\./);
});

test('the addresses that the tests call public are public nowhere else', () => {
  assert.deepEqual(['127.0.0.1', PRIVATE, '::1', '8.8.8.8', '2606:4700::1111'].map(isPublicAddress), [
    false,
    false,
    false,
    true,
    true,
  ]);
});
