// The time that a sentence may begin with: "Every Tuesday", "On Mondays", "Once a week".

const SPAN = 'minute|hour|day|night|morning|afternoon|evening|noon|week|weekend|month|quarter|year';
const DAY = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekday';
const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter';
const COUNT = '(?:\\d{1,3}|other|second|third|two|three|four|five|six|ten|few|single)';

/** First the time, then what is said to happen at it. */
export const LEADING_TIME = new RegExp(
  `^((?:${[
    `(?:every|each) (?:${COUNT} )?(?:${SPAN}|${DAY})s?(?: (?:morning|afternoon|evening|night))?`,
    `on (?:(?:${DAY})s?|weekends?)(?: (?:mornings?|afternoons?|evenings?))?`,
    `(?:once|twice|\\d{1,3} times|three times) (?:an?|per|each|every) (?:${SPAN})`,
    `(?:at|before|after) (?:noon|midnight|night)`,
    `in (?:the (?:morning|afternoon|evening)s?|(?:${MONTH}))`,
  ].join('|')})(?: at \\d{1,2}(?::\\d\\d)?(?: ?[ap]m)?)?),? (?!(?:when|if|that|which|of|and|or|is|are)\\b)(\\S.*)$`,
  'is',
);
