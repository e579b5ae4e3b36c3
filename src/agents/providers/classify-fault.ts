// Whatever a call to a model throws, as one CallFault: what happened, what to do about it, and no secret.

import { CallFault, type CallFaultCode } from '../../errors.ts';
import { detailOf, retryAfterOf, type ThrownCause, thrownCauses } from './thrown-causes.ts';

export interface FaultContext {
  readonly provider: string;
  readonly model: string | null;
  readonly secrets: readonly string[];
  /** The environment variable that holds the key, where it is not the provider's usual one. */
  readonly keyVariable?: string | undefined;
}

const WORDS_MAX = 500;
const KEY_VARIABLES: Readonly<Record<string, string>> = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' };

const TIMEOUT_CODES = /^(ETIMEDOUT|UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT)$/;
const NETWORK_CODES = /^(E[A-Z]+|UND_ERR_.+|CERT_.+|ERR_(TLS|SSL)_.+|.*SELF_SIGNED_CERT.*|UNABLE_TO_.+|HPE_.+)$/;
const BROKEN_REPLY = /^AI_(JSONParse|TypeValidation|InvalidResponseData|EmptyResponseBody|NoContentGenerated)Error$/;
const TOO_LONG = new RegExp(
  [
    'context_length_exceeded|request_too_large|maximum context length|context (window|length|limit|size)',
    '(prompt|input|request) is too long|too many (input )?tokens|reduce the length of',
  ].join('|'),
  'i',
);
const REFUSED = /content[_ ]?(filter|policy)|flagged as potentially violating|responsibleaipolicy|safety system/i;

/** `now`, in milliseconds, is for a `retry-after` that names a date. */
export function classifyFault(error: unknown, context: FaultContext, now: number): CallFault {
  const causes = thrownCauses(error);
  const own = causes.find((cause) => cause.error instanceof CallFault)?.error;
  if (own instanceof CallFault) return own;
  const place = placeOf(context);
  const say = faultMaker(context);
  if (causes.some(({ name, code }) => name === 'TimeoutError' || TIMEOUT_CODES.test(code))) {
    return say('timed-out', `${place} did not answer in time.`, 'Raise timeoutMs, or ask for less at once.');
  }
  if (causes.some(({ name }) => name === 'AbortError' || name === 'ResponseAborted')) {
    return say('aborted', `The call to ${place} was stopped before its reply came.`, 'Nothing of it is kept.');
  }
  if (causes.some(({ name }) => name === 'AI_LoadAPIKeyError')) return keyMissing(context);
  const answer = causes.find(({ status }) => status !== null);
  if (answer?.status != null && answer.status >= 300) return answerFault(answer, answer.status, context, now);
  const words = shortened(causes.map(({ message }) => message).join(': '), context.secrets);
  if (answer !== undefined || causes.some(isBrokenConnection)) {
    const advice = 'Check the base URL and the network, or try again later.';
    return say('network', `Expected a reply of ${place}; the connection or what came was broken: ${words}.`, advice);
  }
  return say('bad-request', `The call to ${place} could not be made: ${words}.`, 'Correct the request.');
}

export function keyMissing(context: FaultContext): CallFault {
  return faultMaker(context)('bad-key', `Expected a key for ${placeOf(context)}; none was given.`, keyAdvice(context));
}

function answerFault(answer: ThrownCause, status: number, context: FaultContext, now: number): CallFault {
  const detail = detailOf(answer);
  const said = `${detail.code} ${detail.message}`;
  const words = shortened(detail.message, context.secrets);
  const found = `${placeOf(context)} answered ${status}: ${words === '' ? 'no words' : words}.`;
  const retryAfterMs = retryAfterOf(answer.headers, now);
  const say = faultMaker(context);
  if (status === 429 || /\brate_limit/.test(detail.code)) {
    const wait = retryAfterMs === null ? 'Wait before the next call' : `Wait ${Math.ceil(retryAfterMs / 1000)} s`;
    return say('rate-limited', found, `${wait}, or raise the limit there.`, retryAfterMs);
  }
  // What providers say of a key they refuse tends to hold a part of it.
  if (status === 401) {
    return say('bad-key', `${placeOf(context)} did not accept the key (401).`, keyAdvice(context));
  }
  if (status === 403) return say('bad-key', found, keyAdvice(context));
  if (status === 408) return say('timed-out', found, 'Try again, or ask for less at once.');
  if (REFUSED.test(said)) return say('content-refused', found, 'Change the prompt, or give the step to a person.');
  if (status >= 500 || /\b(server_error|overloaded_error|api_error)\b/.test(detail.code)) {
    return say('overloaded', found, 'It is busy or broken; try again later.', retryAfterMs);
  }
  if (TOO_LONG.test(said))
    return say('context-too-long', found, 'Shorten the context, or use a model that reads more.');
  return say('bad-request', found, 'Correct the request: sent again as it is, it is refused again.');
}

function isBrokenConnection({ name, code, message }: ThrownCause): boolean {
  if (BROKEN_REPLY.test(name) || NETWORK_CODES.test(code)) return true;
  return /^(fetch failed|terminated|network error)$/i.test(message);
}

function faultMaker({ secrets }: FaultContext) {
  return (code: CallFaultCode, found: string, advice: string, retryAfterMs: number | null = null): CallFault =>
    new CallFault(code, withoutSecrets(`${found} ${advice}`, secrets), { retryAfterMs });
}

function placeOf({ provider, model }: FaultContext): string {
  return model === null ? provider : `${provider} (${model})`;
}

function keyAdvice({ provider, keyVariable = KEY_VARIABLES[provider] }: FaultContext): string {
  return keyVariable === undefined
    ? `Set the key for ${provider}.`
    : `Set ${keyVariable} to a key that is valid there.`;
}

/** Secrets go first: a cut through the middle of one would leave half of it. */
function shortened(text: string, secrets: readonly string[]): string {
  const line = withoutSecrets(text, secrets)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/(?<![.:])[.:]+$/, '');
  return line.length <= WORDS_MAX ? line : `${line.slice(0, WORDS_MAX - 1)}…`;
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)])
    .filter((form) => form !== '')
    .sort((a, b) => b.length - a.length)
    .reduce((hidden, form) => hidden.replaceAll(form, '***'), text);
}
