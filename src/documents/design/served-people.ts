// Whose own records are kept, as against the people who work for them.

const SERVED_NAMES = new Set(
  `member customer client visitor guest patient owner tenant resident student parent pupil passenger
    buyer subscriber donor applicant candidate participant employee citizen traveller reader borrower
    attendee shopper neighbour`.split(/\s+/),
);
export const isServedName = (noun: string): boolean => SERVED_NAMES.has(noun);
export const isServedPerson = (noun: string): boolean => isServedName(noun.slice(noun.lastIndexOf(' ') + 1));
