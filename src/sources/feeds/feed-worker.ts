// The thread read-feed-apart.ts starts: feeds of strangers are taken apart here, where it can be ended.

import { parentPort } from 'node:worker_threads';
import { type FeedQuestion, readFeed } from './read-feed.ts';

parentPort?.on('message', (question: FeedQuestion) => parentPort?.postMessage(readFeed(question)));
parentPort?.postMessage('ready');
