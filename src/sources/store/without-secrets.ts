// Addresses without the keys and passwords that some of them carry: what is stored is printed in articles and ledgers.

/** Names of parameters, in lower case and without `-` and `_`. */
const SECRET = new Set(
  `token key apikey accesstoken idtoken refreshtoken authtoken signature sig password passwd pwd auth authorization
  secret clientsecret xamzsignature xamzcredential xamzsecuritytoken xgoogsignature xgoogcredential`.split(/\s+/),
);

/** The rest stays letter by letter. A path from the project has no parameters. */
export function withoutSecrets(address: string): string {
  if (!/^https?:/i.test(address)) return address;
  const [whole = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(address)?.slice(1) ?? [address];
  const [keptQuery, keptFragment] = [query, fragment].map((part) => (part === undefined ? '' : openPart(part)));
  return `${whole}${keptQuery === '' ? '' : `?${keptQuery}`}${keptFragment === '' ? '' : `#${keptFragment}`}`;
}

const openPart = (part: string): string =>
  part
    .split('&')
    .filter((each) => !SECRET.has(nameOf(each)))
    .join('&');

function nameOf(parameter: string): string {
  const [, name] = /^([^=]*)=/.exec(parameter) ?? [];
  // A word without a value is a place on the page.
  if (name === undefined) return '';
  return decoded(name).toLowerCase().replace(/[-_]/g, '');
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
