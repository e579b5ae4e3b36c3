// Clarifying questions on labelled utterances: nothing that is no request passes, no request is asked about.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { measureUnclear } from '../../bench/quality/measure-unclear.ts';

/** In the third and the fourth, one sentence each is well formed and nonsense by what its words mean. */
const SHARES_MAX = { second: 0, third: 0.04, fourth: 0.07, unseen: 0.15 } as const;

describe('clarifying questions on the labelled utterances', () => {
  for (const { half, controls, requests, passed, asked } of measureUnclear()) {
    const allowed = (count: number): number => count * SHARES_MAX[half];

    test(`what is no request is asked about in the half ${half}`, () => {
      assert.ok(passed.length <= allowed(controls), passed.join('\n'));
    });

    test(`a request is not asked about in the half ${half}`, () => {
      assert.ok(asked.length <= allowed(requests), asked.join('\n'));
    });
  }
});
