// Which key goes to which model server: a key is for one host, and no other host is ever sent it.

type Env = Readonly<Record<string, string | undefined>>;

export interface HostKey {
  readonly apiKey: string | null;
  /** Where the key is, or would have to be. */
  readonly keyVariable: string;
}

const COMMON = 'SIGNOFF_API_KEY';

/** `named`: the base URL that this user has chosen for all agents; SIGNOFF_API_KEY is meant for it alone. */
export function keyFor(baseUrl: string, env: Env, named: string | null): HostKey {
  const keyVariable = hostVariable(baseUrl);
  const own = keyIn(env, keyVariable);
  if (own !== null) return { apiKey: own, keyVariable };
  if (named !== null && originOf(named) === originOf(baseUrl))
    return { apiKey: keyIn(env, COMMON), keyVariable: COMMON };
  return { apiKey: null, keyVariable };
}

/** `api.example.org` is SIGNOFF_API_KEY_API_EXAMPLE_ORG, `127.0.0.1:8000` SIGNOFF_API_KEY_127_0_0_1_PORT_8000. No two
 *  hosts share a name: `-` is `__`, and http on its usual port names it. */
export function hostVariable(baseUrl: string): string {
  const { protocol, hostname, port } = new URL(baseUrl);
  const host = hostname.replace(/[^a-z0-9]/gi, (sign) => SPELT[sign] ?? `_X${sign.codePointAt(0)?.toString(16)}`);
  const named = port === '' && protocol === 'http:' ? '80' : port;
  return `${COMMON}_${host}${named === '' ? '' : `_PORT_${named}`}`.toUpperCase();
}

const SPELT: { readonly [sign: string]: string } = { '.': '_', '-': '__', _: '___' };

/** An empty variable counts as not set. */
function keyIn(env: Env, name: string): string | null {
  const value = env[name]?.trim() ?? '';
  return value === '' ? null : value;
}

const originOf = (url: string): string | null => URL.parse(url)?.origin ?? null;
