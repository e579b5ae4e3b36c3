// A user who has allowed everything: for tests that are about something else.

import type { Trust } from '../../src/ports/trust.ts';

export const TRUSTING: Trust = {
  agent: () => null,
  configuration: () => null,
  receiver: () => null,
  allow: () => {},
};
