// Puts secrets where `{{secret.NAME}}` stands in a server's configuration, and takes them out of what comes back.

export interface Environment {
  readonly [name: string]: string | undefined;
}

export interface FilledSecrets {
  readonly values: { readonly [key: string]: string };
  /** For error messages: not even a short secret stays. */
  redact(text: string): string;
  /** For what a server says in earnest: a secret too short to be one would tear holes into any text. */
  redactLong(text: string): string;
}

const PLACE = /\{\{\s*secret\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;
const LONG_MIN = 8;

/** Throws, with the name and never a value, when a secret is not set. */
export function fillSecrets(values: { readonly [key: string]: string }, env: Environment): FilledSecrets {
  const used = new Set<string>();
  const fill = (text: string) =>
    text.replace(PLACE, (_, name: string) => {
      const value = Object.hasOwn(env, name) ? env[name] : undefined;
      if (value === undefined || value === '') throw new Error(`the secret ${name} is not set in the environment.`);
      used.add(value);
      return value;
    });
  const filled = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fill(value)]));
  const isLong = (secret: string) => secret.length >= LONG_MIN;
  return {
    values: filled,
    redact: (text) => withoutSecrets(text, [...used]),
    redactLong: (text) => withoutSecrets(text, [...used].filter(isLong)),
  };
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  // As they are, and as JSON and addresses spell them; the longest first, since one may be part of another.
  const spellings = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
  ]);
  const sorted = [...new Set(spellings)].sort((left, right) => right.length - left.length);
  return sorted.reduce((rest, spelling) => rest.replaceAll(spelling, '***'), text);
}
