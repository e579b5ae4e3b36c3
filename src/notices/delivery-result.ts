// What came of one attempt to send a notice.

export interface DeliveryResult {
  readonly isDelivered: boolean;
  /** Trying again would bring the same: something must be set right first. */
  readonly isFinal: boolean;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
}

const NOTHING = { isDelivered: false, isFinal: false, status: null, error: null, answer: null };
const ERROR_LENGTH_MAX = 500;
const MASKED_LENGTH_MIN = 4;

export const delivered = (status: number | null, answer: string | null): DeliveryResult => ({
  ...NOTHING,
  ...{ isDelivered: true, status, answer },
});

export const undelivered = (
  error: string,
  more: Partial<Pick<DeliveryResult, 'status' | 'answer'>> = {},
): DeliveryResult => ({
  ...{ ...NOTHING, ...more },
  error: error.slice(0, ERROR_LENGTH_MAX),
});

export const impossible = (error: string): DeliveryResult => ({ ...undelivered(error), isFinal: true });

/** An answer or an error may repeat what it was given. A word this short is not a secret, and stands in many texts. */
export function withoutSecrets(sent: DeliveryResult, secrets: readonly string[]): DeliveryResult {
  const clean = (text: string | null): string | null => {
    let left = text;
    for (const secret of secrets)
      if (secret.length >= MASKED_LENGTH_MIN) left = left?.replaceAll(secret, '***') ?? null;
    return left;
  };
  return { ...sent, error: clean(sent.error), answer: clean(sent.answer) };
}

export function messageOf(thrown: unknown): string {
  // When every address of a host refused, Node says so in an error without words.
  if (thrown instanceof AggregateError && thrown.message === '') return thrown.errors.map(messageOf).join('; ');
  return thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
}
