// Who may speak to a server that knows no sign-in: programs and pages of this machine, no web page of another name.

/** Names by which a request may address the server; the port is left to tunnels. */
const LOCAL_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

export interface Refusal {
  readonly code: 'host-refused' | 'origin-refused';
  readonly message: string;
}

/** Null: go on. A page whose name was pointed at 127.0.0.1 (DNS rebinding) still sends its own name in both headers. */
export function refusalOf(host: string | undefined, origin: string | undefined): Refusal | null {
  if (host === undefined || !LOCAL_HOST.test(host)) {
    const found = host === undefined ? 'none' : `"${shown(host)}"`;
    const message = `Expected the Host header to name 127.0.0.1 or localhost, found ${found}. Nothing was done.`;
    return { code: 'host-refused', message: `${message} Use the address that signoff serve printed.` };
  }
  // Only our own pages: another program's page on this machine has another port, hence another origin.
  if (origin === undefined || origin.toLowerCase() === `http://${host.toLowerCase()}`) return null;
  const message = `Expected no Origin header or http://${host}, found "${shown(origin)}". Nothing was done.`;
  return { code: 'origin-refused', message: `${message} Web pages of other origins may not use this server.` };
}

const SHOWN_MAX = 100;
const shown = (text: string): string => (text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text);
