// The hash of a text, as references, versions and signatures name it.

import { hash } from 'node:crypto';

export function sha256(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`;
}
