import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isClosed } from './closed-paths.ts';

const CLOSED = [
  ...['.env', '.env.local', 'app/.ENV.production', '.envrc', 'prod.env', 'deploy/id_rsa', 'id_ed25519', 'id_rsa.bak'],
  ...['tls/server.pem', 'server.key', 'a.ppk', 'a.p12', 'a.pfx', 'a.jks', 'a.keystore', 'a.keytab', 'a.kdbx'],
  ...['.npmrc', '.yarnrc.yml', '.netrc', '_netrc', '.pypirc', '.pgpass', '.htpasswd', '.git-credentials'],
  ...['secrets.yml', 'config/secret.json', 'app-secrets.prod.yaml', 'credentials', 'credentials.json', 'passwords.txt'],
  ...['client_secret_12.apps.json', 'service-account.json', 'terraform.tfstate', 'prod.tfvars'],
  ...['.git/config', '.GIT/config', '.signoff/signoff.db', '.ssh/notes.md', 'docs/.private/a.md', 'a/.b/c/d.md'],
];
const OPEN = [
  ...['.env.example', '.env.sample', 'secrets.example.yml', 'id_rsa.pub', 'src/password.ts', 'docs/passwords.md'],
  ...['src/secrets/reader.ts', 'keys.md', 'monkey.md', '.gitignore', 'src/.editorconfig', 'tokens.json', 'README.md'],
  ...['password-reset.json', 'credentials-page.tsx', 'environment.ts'],
];

test('hidden folders and files that by their names hold secrets are closed', () => {
  assert.deepEqual(
    CLOSED.filter((path) => !isClosed(path)),
    [],
  );
  assert.deepEqual(
    OPEN.filter((path) => isClosed(path)),
    [],
  );
  const folders = ['docs/.private', '.github', 'docs', 'src/secrets'];
  assert.deepEqual(
    folders.filter((path) => isClosed(path, true)),
    ['docs/.private', '.github'],
  );
});
