// A small MCP server to test against, on its streams or, with --http, on streamable HTTP. It misbehaves on demand.

import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

const flags = new Set(process.argv.slice(2));
const sessions = new Set();
/** What the newer form of the protocol asks of results. */
const COMPLETE = flags.has('--modern') ? { resultType: 'complete' } : {};
const CACHED = flags.has('--modern') ? { ttlMs: 0, cacheScope: 'private' } : {};

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const text = (value) => ({ content: [{ type: 'text', text: value }] });
const readOnly = { readOnlyHint: true };

const tools = {
  echo: { work: ({ text: said }) => text(`${said}`) },
  add: {
    input: { properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] },
    work: ({ a, b }) => ({ content: [], structuredContent: { sum: a + b } }),
  },
  variable: { work: ({ name }) => text(String(process.env[name])) },
  variables: { work: () => text(Object.keys(process.env).sort().join(' ')) },
  pid: { work: () => text(String(process.pid)) },
  headers: { work: (_, headers) => text(JSON.stringify(headers)) },
  picture: { work: () => ({ content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }) },
  big: { work: ({ bytes }) => text('x'.repeat(bytes)) },
  slow: {
    work: async ({ ms }) => {
      await wait(ms);
      return text('late');
    },
  },
  fail: { work: ({ name }) => ({ ...text(`the key ${process.env[name]} was refused`), isError: true }) },
  broken: {
    work: ({ name }) => {
      throw new Error(`cannot use ${process.env[name]}`);
    },
  },
  garbage: {
    work: () => {
      process.stdout.write('this is no JSON\n{"jsonrpc":"2.0","id":"nobody","result":{}}\n{"half":\n[]\n');
      return text('after garbage');
    },
  },
  shapeless: { work: () => ({ content: 'not a list' }) },
  crash: { work: () => process.exit(1) },
  crash_once: { annotations: readOnly, work: ({ file }) => crashOnce(file) },
  crash_once_unsafe: { work: ({ file }) => crashOnce(file) },
  forget: { work: () => text('forgot') },
};
if (flags.has('--odd-names')) {
  const work = ({ text: said }) => text(`odd ${said}`);
  for (const name of ['a.b', 'a/b', 'ünï', 'x'.repeat(100), `${'x'.repeat(100)}y`]) tools[name] = { work };
}

function crashOnce(file) {
  if (existsSync(file)) return text('second try');
  writeFileSync(file, '');
  return process.exit(1);
}

async function answer({ id, method, params }, headers) {
  if (id === undefined) return null;
  try {
    return { jsonrpc: '2.0', id, result: await resultOf(method, params ?? {}, headers) };
  } catch (thrown) {
    return { jsonrpc: '2.0', id, error: { code: thrown.code ?? -32603, message: thrown.message } };
  }
}

async function resultOf(method, params, headers) {
  if (flags.has('--modern') && method === 'server/discover') {
    return { ...COMPLETE, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, ...CACHED };
  }
  if (method === 'initialize' && !flags.has('--modern')) {
    const { protocolVersion } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tiny', version: '1' } };
  }
  if (method === 'ping') return {};
  if (method === 'tools/list') return listPage(params.cursor);
  const tool = method === 'tools/call' ? tools[params.name] : undefined;
  if (tool === undefined) throw Object.assign(new Error(`no ${method} ${params.name}`), { code: -32601 });
  return { ...COMPLETE, ...(await tool.work(params.arguments ?? {}, headers)) };
}

/** Two pages, so that a client has to ask twice. */
function listPage(cursor) {
  const all = Object.entries(tools).map(([name, { input, annotations }]) => ({
    name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', ...input },
    ...(annotations === undefined ? {} : { annotations }),
  }));
  const page = cursor === undefined ? { tools: all.slice(0, 5), nextCursor: 'rest' } : { tools: all.slice(5) };
  return { ...COMPLETE, ...CACHED, ...page };
}

function serveStreams() {
  if (process.env.PID_FILE !== undefined) writeFileSync(process.env.PID_FILE, String(process.pid));
  if (flags.has('--no-start')) {
    process.stderr.write(`cannot start with key ${process.env.API_KEY}\n`);
    process.exit(3);
  }
  if (flags.has('--stubborn')) {
    process.on('SIGTERM', () => undefined);
    setInterval(() => undefined, 1_000);
  }
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const reply = flags.has('--silent') ? null : await answer(JSON.parse(line), {});
    if (reply !== null) process.stdout.write(`${JSON.stringify(reply)}\n`);
  });
}

function serveHttp() {
  const server = createServer(async (request, response) => {
    const end = (status, body = '', headers = {}) => response.writeHead(status, headers).end(body);
    const session = request.headers['mcp-session-id'];
    if (flags.has('--closed')) return end(401, `who is ${request.headers.authorization}?`);
    if (request.method === 'DELETE') {
      sessions.delete(session);
      return end(200);
    }
    if (request.method !== 'POST') return end(405);
    let body = '';
    for await (const chunk of request) body += chunk;
    const message = JSON.parse(body);
    if (!flags.has('--modern') && message.method !== 'initialize' && !sessions.has(session))
      return end(404, 'no such session');
    if (message.params?.name === 'garbage') return end(200, '<html>', { 'content-type': 'application/json' });
    const reply = await answer(message, request.headers);
    if (reply === null) return end(202);
    const begun = message.method === 'initialize' ? `session-${Math.random()}` : (session ?? 'none');
    sessions.add(begun);
    if (message.params?.name === 'forget') sessions.clear();
    return end(200, JSON.stringify(reply), { 'content-type': 'application/json', 'mcp-session-id': begun });
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
}

if (flags.has('--http')) serveHttp();
else serveStreams();
