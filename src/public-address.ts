// Whether an address is one of the public internet, and how to connect to the very address that was checked. Webhooks
// go nowhere else unless their subscription says so; pages are read from nowhere else.

import { BlockList, isIP, type LookupFunction } from 'node:net';

/** An address that a name stands for. */
export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** Asks for all addresses of a name. */
export type Lookup = (host: string) => Promise<readonly HostAddress[]>;

const V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Only 2000::/3 is given out; of that, these are tunnels to IPv4 addresses nobody checked, or for documentation. */
const V6_INSIDE: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const notPublic = new BlockList();
for (const [net, bits] of V4) notPublic.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of V6_INSIDE) notPublic.addSubnet(net, bits, 'ipv6');
const givenOut = new BlockList();
givenOut.addSubnet('2000::', 3, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return givenOut.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}

/** The addresses of an URL's host: its own where it is one. */
export async function addressesOf({ hostname }: URL, lookup: Lookup): Promise<readonly HostAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return family === 0 ? lookup(host) : [{ address: host, family }];
}

/** For a connection: gives the addresses that were checked, since a second look at the name could find others. */
export function pinnedTo(found: readonly HostAddress[]): LookupFunction {
  return (_host, options, answer) => {
    const fitting = found.filter(({ family }) => !options.family || family === familyNumber(options.family));
    const [first] = fitting.length > 0 ? fitting : found;
    if (options.all) answer(null, [...found]);
    else answer(null, first?.address ?? '', first?.family ?? 4);
  };
}

const familyNumber = (family: number | string): number =>
  family === 'IPv6' ? 6 : family === 'IPv4' ? 4 : Number(family);

/** For work that takes no signal, such as looking up a name. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = (): void => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([work, ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
