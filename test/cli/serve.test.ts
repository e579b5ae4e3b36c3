// `signoff serve` in this process, with the real HTTP server: what it says, how it ends, what it refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ServeDeps, type ServeFlags, serve } from '../../src/cli/serve.ts';
import { serveHttp } from '../../src/http/serve-http.ts';
import { root } from '../support/run-signoff.ts';

function begun(flags: ServeFlags) {
  const said = { out: '', err: '', closed: 0 };
  const addressed = Promise.withResolvers<string>();
  const output = {
    out: (text: string) => {
      said.out += text;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out)?.[0];
      if (url !== undefined) addressed.resolve(url);
    },
    err: (text: string) => {
      said.err += text;
    },
  };
  const deps: ServeDeps = {
    storePlace: (given) => given ?? 'postgres://me:secret@db/signoff',
    whoActs: () => ({ actor: 'user:ada', source: 'git', osUser: 'ada' }),
    openMcp: async ({ projects }) => ({
      place: 'postgres://db/signoff',
      handle: async () => Response.json({ projects }),
      close: async () => {
        said.closed += 1;
      },
    }),
    listen: ({ port, host, mcp }) =>
      serveHttp({ port, host, mcp, health: { version: '1', store: 'postgres' }, onFault: assert.fail }),
  };
  return { said, code: serve(flags, deps, output), url: addressed.promise };
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  test(`says where it listens, serves, and ends by ${signal}`, async () => {
    const before = process.listenerCount(signal);
    const { said, code, url } = begun({ port: '0', project: [root] });
    const at = await url;
    assert.deepEqual(await (await fetch(`${at}/mcp`)).json(), { projects: [root] });
    assert.equal((await fetch(`${at}/health`)).status, 200);
    process.kill(process.pid, signal);
    assert.equal(await code, 0);
    await assert.rejects(fetch(`${at}/health`));
    assert.match(
      said.out,
      /^Listening on http:\S+, for this machine only, with the store postgres:\/\/db\/signoff\.\n/,
    );
    assert.ok(said.out.includes(`${at}/mcp`) && said.out.includes('signoff mcp install'), said.out);
    assert.ok(!said.out.includes('secret'));
    assert.deepEqual([said.closed, process.listenerCount(signal)], [1, before]);
  });

test('an address that others can reach is bad use, and what was opened is closed', async () => {
  const { said, code } = begun({ host: '0.0.0.0' });
  assert.equal(await code, 2);
  assert.match(said.err, /^authentication-missing: .*authentication is not configured.* Nothing was started\./);
  assert.deepEqual([said.out, said.closed], ['', 1]);
});

test('a port in use is refused', async (t) => {
  const health = { version: '1', store: 'sqlite' } as const;
  const first = await serveHttp({
    port: 0,
    host: '127.0.0.1',
    mcp: async () => new Response(),
    health,
    onFault: assert.fail,
  });
  assert.ok(first.ok);
  t.after(() => first.server.close());
  const { said, code } = begun({ port: `${first.server.port}` });
  assert.equal(await code, 1);
  assert.match(said.err, /^port-in-use: .*--port/);
});

test('a port that is none is bad use before anything is opened', async () => {
  for (const port of ['x', '-1', '65536', '1e3', '']) {
    const { said, code } = begun({ port });
    await assert.rejects(code, /Expected --port as a number from 0 \(any free one\) to 65535, found /);
    assert.equal(said.closed, 0);
  }
});
