// Bundles a script as the studio is, and serves it in an empty page under a policy without inline script or eval.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

export interface ServedPage {
  readonly url: string;
  /** What the page or a worker of it tried against the policy. */
  readonly violations: readonly string[];
  close(): void;
}

const POLICY = "default-src 'self'; report-uri /violation";

/** Vite would put an empty module in its place, and the page would break only where that is used. */
const NO_NODE: Plugin = {
  name: 'no-node',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id.startsWith('node:')) throw new Error(`${importer} imports ${id}, which no browser has.`);
  },
};

export async function servePage(script: URL): Promise<ServedPage> {
  const files = await bundle(script);
  const violations: string[] = [];
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    response.setHeader('content-security-policy', POLICY);
    if (path === '/violation') violations.push(await text(request));
    const file = files.get(path);
    if (file === undefined) response.statusCode = path === '/violation' ? 204 : 404;
    response.setHeader('content-type', path === '/' ? 'text/html' : 'text/javascript');
    response.end(file);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, violations, close };
}

/** Paths and texts; nothing is written to disk. */
async function bundle(script: URL): Promise<Map<string, string>> {
  const built = await build({
    configFile: false,
    root: fileURLToPath(new URL('.', script)),
    logLevel: 'error',
    plugins: [NO_NODE],
    worker: { format: 'es', plugins: () => [NO_NODE] },
    build: { write: false, rolldownOptions: { input: fileURLToPath(script), output: { entryFileNames: 'page.js' } } },
  });
  if (!('output' in built)) throw new Error('Expected one bundle.');
  const files = new Map([['/', '<!doctype html><script type="module" src="/page.js"></script>']]);
  for (const file of built.output)
    files.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source));
  return files;
}
