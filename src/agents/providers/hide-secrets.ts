// Takes secrets out of what a program wrote: the values of environment variables whose names call them secret.

type Env = Readonly<Record<string, string | undefined>>;

const SECRET_NAME = /(_KEY|_TOKEN|_SECRET|PASSWORD)$|^SIGNOFF_API_KEY_/i;
const KEY_LENGTH = 16;

/** For messages: every such value is replaced, however short it is. */
export function hideSecrets(text: string, env: Env): string {
  return replaceAll(text, secretsOf(env));
}

/** For replies: only values that look like keys. SORT_KEY=description must not tear holes into a document. */
export function hideKeys(text: string, env: Env): string {
  return replaceAll(
    text,
    secretsOf(env).filter((value) => value.length >= KEY_LENGTH && /\d/.test(value) && /^\S+$/.test(value)),
  );
}

function secretsOf(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value && SECRET_NAME.test(name) ? [value.trim()] : []));
}

function replaceAll(text: string, secrets: readonly string[]): string {
  const written = secrets.flatMap((value) => [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(value.toWellFormed()),
  ]);
  // Longest first: a secret that holds another would otherwise leave its rest behind.
  const forms = [...new Set(written)].filter((form) => form !== '').sort((a, b) => b.length - a.length);
  return forms.reduce((hidden, form) => hidden.replaceAll(form, '***'), text);
}
