// An internet of its own on loopback: sites by name behind one port, a private server that must never be asked, and
// sources that find their way there. 127.0.0.1 counts as public here, 127.0.0.2 does not.

import { mkdtempSync, rmSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Sources } from '../../src/ports/sources.ts';
import { isPublicAddress, type Lookup } from '../../src/public-address.ts';
import type { PoliteLimits } from '../../src/sources/fetch/polite-fetch.ts';
import type { Network } from '../../src/sources/fetch/safe-fetch.ts';
import { openSources, type SourcesOptions } from '../../src/sources/open-sources.ts';

const PUBLIC = '127.0.0.1';
export const PRIVATE = '127.0.0.2';

export interface WebRequest {
  readonly host: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Site = (request: WebRequest, response: ServerResponse) => void;

export interface Web {
  readonly port: number;
  /** Everything that was asked, robots.txt too. */
  readonly came: readonly WebRequest[];
  /** What reached the private server: never anything. */
  readonly cameInside: readonly WebRequest[];
  readonly network: Network;
  /** Names that were looked up. */
  readonly lookedUp: readonly string[];
  url(host: string, path?: string): string;
  /** Paths that a site was asked for, robots.txt left out. */
  pages(host?: string): readonly string[];
  open(env?: Record<string, string>, more?: Partial<SourcesOptions>): Sources;
}

export interface WebOptions {
  /** Instead of the usual way names are looked up. */
  readonly lookup?: Lookup;
}

/** Sites by name; those without a robots.txt of their own have none. */
export async function openWeb(t: TestContext, sites: Record<string, Site>, options: WebOptions = {}): Promise<Web> {
  const [came, cameInside, lookedUp]: [WebRequest[], WebRequest[], string[]] = [[], [], []];
  const server = await listening(t, PUBLIC, 0, async (request, response) => {
    const one = await received(request);
    came.push(one);
    (sites[one.host] ?? notFound)(one, response);
  });
  const { port } = server.address() as AddressInfo;
  await listening(t, PRIVATE, port, async (request, response) => {
    cameInside.push(await received(request));
    response.end('inside');
  });
  const folder = mkdtempSync(join(tmpdir(), 'signoff-sources-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const network: Network = {
    lookup: async (host) => {
      lookedUp.push(host);
      return options.lookup?.(host) ?? [{ address: host.startsWith('inside.') ? PRIVATE : PUBLIC, family: 4 }];
    },
    isPublic: (address) => address === PUBLIC || isPublicAddress(address),
  };
  return {
    ...{ port, came, cameInside, network, lookedUp },
    url: (host, path = '/') => `http://${host}:${port}${path}`,
    pages: (host) =>
      came.flatMap((one) => (one.path === '/robots.txt' || (host ?? one.host) !== one.host ? [] : [one.path])),
    open: (env = {}, more = {}) =>
      openSources({
        ...{
          env,
          config: {},
          refusal: null,
          folder: join(folder, 'sources'),
          answers: join(folder, 'answers'),
          now: Date.now,
          version: '1.2.3',
          network,
        },
        ...more,
        limits: { ...FAST, ...more.limits },
      }),
  };
}

/** Nobody waits in tests. */
export const FAST: Partial<PoliteLimits> = { pauseMs: 0, connectMs: 5_000, totalMs: 20_000 };

async function listening(
  t: TestContext,
  address: string,
  port: number,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(port, address, done);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

async function received(request: IncomingMessage): Promise<WebRequest> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  const { method = '', url: path = '', headers } = request;
  return { host: (headers.host ?? '').split(':')[0] ?? '', method, path, headers, body };
}

export const notFound: Site = (_request, response) => {
  response.statusCode = 404;
  response.end();
};

/** A site of pages by path, each with its headers; anything else is not found. */
export function site(pages: Record<string, string | Buffer>, headers: Record<string, string> = {}): Site {
  return (request, response) => {
    const page = pages[request.path.split('?')[0] ?? ''];
    if (page === undefined) return notFound(request, response);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers });
    response.end(page);
  };
}

export const json = (value: unknown, status = 200): Site => {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(value));
  };
};

export const redirect = (to: string, status = 302): Site => {
  return (_request, response) => {
    response.writeHead(status, { location: to });
    response.end();
  };
};

const SENTENCE = 'A heat pump moves warmth from the ground into the house and needs less power than it gives.';

/** A page that is long enough to be an article. */
export function article(title: string, sentence = SENTENCE, head = ''): string {
  const paragraph = `<p>${`${sentence} `.repeat(12)}</p>`;
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body><nav><a href="/">Home</a></nav>
    <article><h1>${title}</h1>${paragraph.repeat(4)}<p>So much for ${title}, and more another day.</p></article>
    <footer>Imprint</footer></body></html>`;
}

export const never = (): AbortSignal => new AbortController().signal;
