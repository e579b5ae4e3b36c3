// Paths of a project that are for no model and no client: hidden folders, and files whose usual names say that they
// hold secrets.

const SECRET_FILES: readonly RegExp[] = [
  /^\.env(?:rc)?(?:\..*)?$|\.env$/,
  // Private keys, and what keeps them.
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?!.*\.pub$)/,
  /\.(?:pem|key|ppk|p8|p12|pfx|jks|keystore|keytab|kdbx|ovpn)$/,
  // Logins of package managers, databases and services.
  /^[._](?:npmrc|yarnrc|yarnrc\.yml|netrc|pypirc|pgpass|my\.cnf|htpasswd|git-credentials|dockercfg|s3cfg|boto)$/,
  /^(?:[\w-]{1,80}[._-])?(?:secrets?|credentials?|passwords?)(?:(?:\.[\w-]{1,80})?\.(?:json|ya?ml|toml|ini|cfg|txt))?$/,
  /^(?:client[_-]secret|service[_-]?account).*\.json$/,
  /\.tfstate(?:\.backup)?$|\.tfvars$/,
];
const EXAMPLE = /\.(?:example|sample|template|dist)(?:\.[a-z]{1,10})?$/;

/** `path`: from the project, `/` between its parts. `isFolder`: what lies there is a folder. */
export function isClosed(path: string, isFolder = false): boolean {
  const parts = path.toLowerCase().split('/');
  const name = parts.at(-1) ?? '';
  const folders = isFolder ? parts : parts.slice(0, -1);
  if (folders.some((folder) => folder.startsWith('.'))) return true;
  return !isFolder && !EXAMPLE.test(name) && SECRET_FILES.some((secret) => secret.test(name));
}
