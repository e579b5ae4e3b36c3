// An address that a search gave: only those that could be read are taken.

import { checkedUrl } from '../fetch/safe-fetch.ts';

/** null: no http or https address, or one with a password. */
export function webAddress(text: string | null | undefined): URL | null {
  try {
    return checkedUrl(text ?? '');
  } catch {
    return null;
  }
}
