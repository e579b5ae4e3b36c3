// The HTTP server with real requests: who may speak to it, how much they may say, and how it begins and ends.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from '@modelcontextprotocol/server';
import { BODY_BYTES_MAX } from '../../src/http/http-app.ts';
import { refusalOf } from '../../src/http/local-guard.ts';
import { type HttpOptions, type HttpServer, serveHttp } from '../../src/http/serve-http.ts';

const answers = async (asked: Request): Promise<Response> =>
  Response.json({ method: asked.method, bytes: (await asked.arrayBuffer()).byteLength });

async function started(t: TestContext, more: Partial<HttpOptions> = {}): Promise<HttpServer & { faults: unknown[] }> {
  const faults: unknown[] = [];
  const health = { version: '1.2.3', store: 'sqlite' } as const;
  const onFault = (thrown: unknown) => faults.push(thrown);
  const served = await serveHttp({ port: 0, host: '127.0.0.1', mcp: answers, health, onFault, ...more });
  assert.ok(served.ok);
  t.after(() => served.server.close());
  return { ...served.server, faults };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server said.
  readonly body: any;
}

/** Not `fetch`: it does not let anyone choose Host. */
function ask({ port }: HttpServer, options: RequestOptions & { body?: Buffer | Iterable<Buffer> } = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const { body, ...rest } = options;
    const sent = request({ host: '127.0.0.1', port, path: '/mcp', agent: false, ...rest }, async (response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part as Buffer);
      const text = Buffer.concat(parts).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) });
    });
    sent.once('error', reject);
    if (body === undefined || Buffer.isBuffer(body)) sent.end(body);
    else {
      for (const part of body) sent.write(part);
      sent.end();
    }
  });
}

describe('what the server answers', () => {
  test('/health says the version and the kind of store', async (t) => {
    const server = await started(t);
    const { status, body } = await ask(server, { path: '/health' });
    assert.deepEqual([status, body], [200, { status: 'ok', version: '1.2.3', store: 'sqlite' }]);
  });

  test('/mcp is answered by the handler it was given, for every method', async (t) => {
    const server = await started(t);
    for (const method of ['GET', 'POST', 'DELETE']) {
      const body = method === 'POST' ? Buffer.from('{"a":1}') : undefined;
      const answer = await ask(server, { method, ...(body && { body }) });
      assert.deepEqual([answer.status, answer.body], [200, { method, bytes: body?.length ?? 0 }]);
    }
  });

  test('another path is refused with what there is', async (t) => {
    const server = await started(t);
    for (const path of ['/', '/mcp/x', '/../etc/passwd', '/health/']) {
      const { status, body } = await ask(server, { path });
      assert.deepEqual([status, body.error.code], [404, 'no-such-address'], path);
      assert.match(body.error.message, /^Expected \/mcp or GET \/health, found GET /);
    }
  });

  test('a fault of the handler is reported here, and not to the caller', async (t) => {
    const mcp = async () => {
      throw new Error('the password is swordfish');
    };
    const server = await started(t, { mcp });
    const { status, body } = await ask(server, { method: 'POST', body: Buffer.from('{}') });
    assert.deepEqual([status, body.error.data], [500, { code: 'server-fault' }]);
    assert.ok(!JSON.stringify(body).includes('swordfish'));
    assert.match(String(server.faults[0]), /swordfish/);
  });
});

test('a caller who hangs up in the middle is not a fault, and aborts the handler of a long request', async (t) => {
  const aborted = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const mcp = (asked: Request) =>
    new Promise<Response>((resolve) => {
      asked.signal.addEventListener('abort', () => {
        aborted.resolve();
        resolve(new Response());
      });
      begun.resolve();
    });
  const server = await started(t, { mcp });
  const half = connect({ host: '127.0.0.1', port: server.port });
  half.end(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"half":`);
  half.destroySoon();
  await once(half, 'close');
  const long = connect({ host: '127.0.0.1', port: server.port });
  long.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}');
  await begun.promise;
  long.destroy();
  await aborted.promise;
  assert.equal((await ask(server, { path: '/health' })).status, 200);
  assert.deepEqual(server.faults, []);
});

describe('who may speak to the server', () => {
  test('a Host that is not this machine is refused before the handler is asked, on every path', async (t) => {
    let asked = 0;
    const mcp = async () => {
      asked += 1;
      return Response.json({});
    };
    const server = await started(t, { mcp });
    const hosts = ['evil.example.com', 'localhost.evil.com', '127.0.0.1.nip.io:80', '0.0.0.0', '127.0.0.2', '[::2]'];
    for (const host of hosts)
      for (const path of ['/mcp', '/health', '/none']) {
        const { status, body } = await ask(server, { path, headers: { host } });
        const code = path === '/mcp' ? body.error.data.code : body.error.code;
        assert.deepEqual([status, code], [403, 'host-refused'], `${host} ${path}`);
        assert.ok(body.error.message.includes(`found "${host}"`));
      }
    assert.equal(asked, 0);
  });

  test('a Host that names this machine is served, with any port for tunnels', async (t) => {
    const server = await started(t);
    for (const host of ['127.0.0.1', 'localhost', 'LOCALHOST:9', `127.0.0.1:${server.port}`, '[::1]:4100'])
      assert.equal((await ask(server, { path: '/health', headers: { host } })).status, 200, host);
  });

  test('an Origin other than our own is refused, even one of this machine', async (t) => {
    const server = await started(t);
    const own = `localhost:${server.port}`;
    for (const origin of ['http://evil.example.com', 'null', 'http://localhost:3000', `https://${own}`, 'file://']) {
      const { status, body } = await ask(server, { method: 'POST', headers: { host: own, origin } });
      assert.deepEqual([status, body.error.data.code], [403, 'origin-refused'], origin);
      assert.deepEqual([body.jsonrpc, body.id], ['2.0', null]);
    }
    const served = await ask(server, { method: 'POST', headers: { host: own, origin: `http://${own}` } });
    assert.equal(served.status, 200);
  });

  test('no other page is given leave by CORS', async (t) => {
    const server = await started(t);
    const asks = { method: 'OPTIONS', headers: { origin: 'http://evil.example.com' } };
    const { status, headers } = await ask(server, asks);
    assert.equal(status, 403);
    assert.deepEqual(
      Object.keys(headers).filter((name) => name.startsWith('access-control')),
      [],
    );
  });

  test("refuses whatever the SDK's own checks refuse", () => {
    const names = localhostAllowedHostnames();
    const texts = [
      'localhost',
      '127.0.0.1:1',
      '[::1]',
      'evil.com',
      'localhost.evil.com',
      '',
      'a b',
      'LOCALHOST',
      '::1',
    ];
    for (const host of [undefined, ...texts]) {
      if (refusalOf(host, undefined) === null) assert.ok(validateHostHeader(host, names).ok, host);
      for (const origin of ['null', ...texts.map((text) => `http://${text}`)])
        if (refusalOf(host, origin) === null) assert.ok(validateOriginHeader(origin, names).ok, origin);
    }
  });

  test('an address that others can reach is refused before anything listens', async () => {
    for (const host of ['0.0.0.0', '::', '192.168.1.7', 'example.com', '']) {
      const health = { version: '1', store: 'postgres' } as const;
      const served = await serveHttp({ port: 0, host, mcp: answers, health, onFault: assert.fail });
      assert.ok(!served.ok);
      assert.equal(served.rejection.code, 'authentication-missing');
      assert.match(served.rejection.message, /authentication is not configured\. Nothing was started\. .*tunnel/);
    }
  });
});

describe('how much a request may hold', () => {
  const part = Buffer.alloc(1_000_000, ' ');
  const parts = (count: number) => Array.from({ length: count }, () => part);

  test('12 MB arrive whole, with and without a length', async (t) => {
    const server = await started(t);
    const whole = { method: 'POST', body: Buffer.concat(parts(12)) };
    assert.equal((await ask(server, whole)).body.bytes, BODY_BYTES_MAX);
    const pieces = { method: 'POST', body: parts(12), headers: { 'transfer-encoding': 'chunked' } };
    assert.equal((await ask(server, pieces)).body.bytes, BODY_BYTES_MAX);
  });

  test('one byte more is refused by its length alone', async (t) => {
    const server = await started(t);
    const asks = { method: 'POST', headers: { 'content-length': BODY_BYTES_MAX + 1 } };
    const { status, body } = await headersOnly(server, asks);
    assert.deepEqual([status, body.error.data.code], [413, 'request-too-large']);
    assert.match(body.error.message, /at most 12,000,000 bytes/);
  });

  test('one byte more without a length is refused when it arrives', async (t) => {
    const server = await started(t);
    const body = [...parts(12), Buffer.from(' ')];
    const { status } = await ask(server, { method: 'POST', body, headers: { 'transfer-encoding': 'chunked' } });
    assert.equal(status, 413);
    assert.equal((await ask(server, { path: '/health' })).status, 200);
  });

  /** Announces a body and sends none of it. */
  function headersOnly({ port }: HttpServer, options: RequestOptions): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: '/mcp', agent: false, ...options }, async (response) => {
        let text = '';
        for await (const piece of response.setEncoding('utf8')) text += piece;
        sent.destroy();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) });
      });
      sent.once('error', reject);
      sent.flushHeaders();
    });
  }
});

describe('beginning and ending', () => {
  test('a port in use is said so', async (t) => {
    const first = await started(t);
    const health = { version: '1', store: 'sqlite' } as const;
    const served = await serveHttp({
      ...{ port: first.port, host: '127.0.0.1', mcp: answers, health, onFault: assert.fail },
    });
    assert.ok(!served.ok);
    assert.equal(served.rejection.code, 'port-in-use');
    assert.match(served.rejection.message, new RegExp(`port ${first.port} .*another port with --port`));
  });

  test('listens on 127.0.0.1 and on no other address', async (t) => {
    const server = await started(t, { host: 'localhost' });
    assert.equal(server.url, `http://127.0.0.1:${server.port}`);
    const other = connect({ host: '127.0.0.2', port: server.port });
    const [error] = (await once(other, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNREFUSED');
  });

  test('what is under way when it closes is answered, and nothing new is taken', async (t) => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const mcp = async () => {
      begun.resolve();
      await go.promise;
      return Response.json({ done: true });
    };
    const server = await started(t, { mcp });
    const answer = ask(server);
    await begun.promise;
    const closing = server.close();
    await assert.rejects(ask(server), { code: 'ECONNREFUSED' });
    go.resolve();
    assert.deepEqual((await answer).body, { done: true });
    await closing;
    await server.close();
  });

  test('a stream without an end is cut when the grace is over', async (t) => {
    const mcp = async () => {
      const body = new ReadableStream({ start: (out) => out.enqueue(new TextEncoder().encode(': hello\n\n')) });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const server = await started(t, { mcp, graceMs: 50 });
    const response = await fetch(`${server.url}/mcp`);
    const reader = response.body?.getReader();
    assert.ok((await reader?.read())?.value);
    await server.close();
    await assert.rejects(async () => reader?.read());
  });
});
