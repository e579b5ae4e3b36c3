// Limits and rules that stand after what a request is for: "so that ..., at most 10,000 rows, and only managers may".

const LIMITED = '(?:at most|no more than|not more than|up to|a maximum of|maximum|max\\.?)';
const RULE = "(?:can(?:not|['’]t)?|may|must|should|shall|will)";
const WHO = '(?:only |nobody |no one )?(?:(?:the|an?|each|every|all|no) )?(?:[\\p{L}-]{1,30} ){1,4}';
/** Before a limit, somebody who alone may, or what must be so: none of it is what the request is for. */
const BOUND = new RegExp(
  `(?:,\\s+(?:and |but |with )?|(?<!\\s)\\s+(?:and|but) )` +
    `(?=${LIMITED} \\d|only (?!to\\b|if\\b|when\\b)\\p{L}|(?:nobody|no one) (?:else )?(?:${RULE}) |` +
    `it (?:must|should|shall) |(?:the|an?|each|every) (?:[\\p{L}-]{1,30} ){1,3}(?:must|should|shall|may) )`,
  'iu',
);
const OWN_WISH = new RegExp(`,\\s+(?:and|but) (?=${WHO}(?:must|should|shall) )`, 'iu');

export interface PurposeAndBounds {
  readonly purpose: string | null;
  readonly bounds: readonly string[];
}

/** `told`: all that follows "so that". */
export function boundsAfter(told: string | null): PurposeAndBounds {
  if (told === null) return { purpose: null, bounds: [] };
  const cuts = [BOUND.exec(told), OWN_WISH.exec(told)].filter((each) => each !== null && each.index > 0);
  const [cut] = cuts.toSorted((one, other) => (one?.index ?? 0) - (other?.index ?? 0));
  if (cut === undefined || cut === null) return { purpose: told, bounds: [] };
  const { bounds, purpose } = boundsAfter(told.slice(cut.index + cut[0].length));
  return { purpose: told.slice(0, cut.index), bounds: [...(purpose === null ? [] : [purpose]), ...bounds] };
}

const COUNT = '(\\d(?:[\\d.,]{0,20}\\d)?) (?!(?:percent|ms|milliseconds?|s|seconds?|minutes?|hours?)\\b)(?=\\p{L})';
const LIMIT = new RegExp(`^(?:with )?${LIMITED} ${COUNT}`, 'iu');
const LIMIT_AFTER = new RegExp(`,\\s+(?:and |but )?(?=(?:with )?${LIMITED} ${COUNT})`, 'iu');

const HAS_LIMIT = new RegExp(
  `^(?:an?|each|every|one) ([\\p{L}-]{1,30}(?: [\\p{L}-]{1,30})?) (?:has|have|holds|contains|(?:can|may|must) have) ` +
    `${LIMITED} ${COUNT}([\\p{L} -]{1,60})$`,
  'iu',
);

/** "at most 10,000 rows", said by itself, is a limit of 10,000 rows; said of an export, it is one of each export. */
export const withLimit = (said: string): string =>
  said.replace(HAS_LIMIT, 'a limit of $2 $3 per $1').replace(LIMIT, 'a limit of $1 ');

/** The limit at the end of what is wanted, as a clause of its own. */
export function apartFromLimit(wanted: string): readonly string[] {
  const cut = LIMIT_AFTER.exec(wanted);
  return cut === null || cut.index === 0
    ? [wanted]
    : [wanted.slice(0, cut.index), wanted.slice(cut.index + cut[0].length)];
}

/** "at most 3 times": how often it is done, which is no limit without what is done. */
export const isHowOften = (limit: string): boolean => /^(?:with )?(?:\S+ ){1,5}times?\b/i.test(limit);
