// A server on loopback that speaks the protocols of model providers, and misbehaves on request.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '../../src/json.ts';
import type { BrokenAnswer, HttpAnswer, ModelAnswer, SpokenAnswer } from './model-answer.ts';
import { type ModelRequest, protocolOf, readModelRequest } from './model-request.ts';
import { streamOf } from './model-stream.ts';
import { errorBody, replyBody } from './model-wire.ts';

export type ModelReply = (request: ModelRequest) => string | ModelAnswer | Promise<string | ModelAnswer>;

const STREAMS: ReadonlySet<BrokenAnswer['broken']> = new Set(['cut-stream', 'silent', 'pings']);
const PING_MS = 20;
/** How a server says that it is there, and no more. */
const PING = {
  messages: 'event: ping\ndata: {"type":"ping"}\n\n',
  responses: ': keep-alive\n\n',
  chat: ': keep-alive\n\n',
};

export interface ModelServer {
  /** Base URL for all three protocols, ending in /v1. */
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** How many connections were ended by the caller, before they had their reply. */
  readonly leftEarly: () => number;
  /** Answers to the next requests, one each; after them the server replies by its rule again. */
  next(...answers: readonly ModelAnswer[]): void;
  close(): Promise<void>;
}

/** `reply` answers what was not scripted; default: the last text of the request. GET /requests lists what came. */
export async function startModelServer(reply: ModelReply = lastText): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const scripted: ModelAnswer[] = [];
  let leftEarly = 0;
  const server = createServer((incoming, outgoing) => {
    if (incoming.url === '/requests') return sendJson(outgoing, 200, requests.map(withoutKey));
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) leftEarly += 1;
    });
    const answered = handle(incoming, outgoing, async (request) => {
      requests.push(request);
      return scripted.shift() ?? (await reply(request));
    });
    // A client that has gone, or a rule that throws, ends this connection and nothing else.
    answered.catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    leftEarly: () => leftEarly,
    next: (...answers) => void scripted.push(...answers),
    close: () => closeServer(server),
  };
}

async function handle(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answerTo: (request: ModelRequest) => Promise<string | ModelAnswer>,
): Promise<void> {
  const protocol = protocolOf(incoming.url ?? '');
  if (protocol === null || incoming.method !== 'POST') {
    return sendJson(outgoing, 404, { error: { message: `No ${incoming.method} ${incoming.url} here` } });
  }
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body: JsonObject = JSON.parse(Buffer.concat(chunks).toString());
  const request = readModelRequest(protocol, incoming.headers, body);
  const answer = await answerTo(request);
  if (typeof answer === 'string') return speak(outgoing, request, { text: answer });
  if ('broken' in answer)
    return STREAMS.has(answer.broken)
      ? breakStream(outgoing, request, answer.broken)
      : breakOff(outgoing, request, answer);
  if ('status' in answer) return sendStatus(outgoing, request, answer);
  return speak(outgoing, request, answer);
}

async function speak(outgoing: ServerResponse, request: ModelRequest, answer: SpokenAnswer): Promise<void> {
  const body = replyBody(request, answer);
  const text = request.isStreaming ? streamOf(request.protocol, body) : JSON.stringify(body);
  outgoing.writeHead(200, { 'content-type': request.isStreaming ? 'text/event-stream' : 'application/json' });
  if (answer.drip === undefined) return void outgoing.end(text);
  const bytes = Buffer.from(text);
  for (let from = 0; from < bytes.length && !outgoing.destroyed; from += answer.drip.bytes) {
    await pause(answer.drip.everyMs);
    outgoing.write(bytes.subarray(from, from + answer.drip.bytes));
  }
  outgoing.end();
}

function sendStatus(outgoing: ServerResponse, request: ModelRequest, answer: HttpAnswer): void {
  const { status, headers = {}, error = { message: 'No words' } } = answer;
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(answer.body ?? JSON.stringify(errorBody(request, error)));
}

function breakOff(outgoing: ServerResponse, request: ModelRequest, { broken }: BrokenAnswer): void {
  const reply = (text: string) => JSON.stringify(replyBody(request, { text }));
  if (broken === 'never') return;
  if (broken === 'cut-before-headers') return void outgoing.destroy();
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  if (broken === 'garbage') outgoing.end('<html>]{ this is no JSON');
  if (broken === 'huge') outgoing.end(reply('x'.repeat(11_000_000)));
  if (broken === 'never-ending-body') outgoing.write(reply('half').slice(0, 20));
  if (broken === 'cut') outgoing.write(reply('half').slice(0, 20), () => outgoing.destroy());
}

/** After the first tokens. */
function breakStream(outgoing: ServerResponse, request: ModelRequest, broken: BrokenAnswer['broken']): void {
  const events = streamOf(request.protocol, replyBody(request, { text: 'x'.repeat(200) })).split(/(?<=\n\n)/);
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  outgoing.write(events.slice(0, events.length / 2).join(''), () => {
    if (broken === 'cut-stream') outgoing.end();
  });
  if (broken !== 'pings') return;
  const pings = setInterval(() => outgoing.write(PING[request.protocol]), PING_MS);
  outgoing.on('close', () => clearInterval(pings));
}

function sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' });
  outgoing.end(JSON.stringify(value));
}

function withoutKey({ headers: _, key: __, ...rest }: ModelRequest): object {
  return rest;
}

function lastText({ texts }: ModelRequest): string {
  return texts.at(-1) ?? '';
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
