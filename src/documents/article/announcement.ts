// Sentences that only announce what their source says next: `Three channels can be told apart`. They are told where at
// least two sentences follow them as in the source.

import { longPattern } from './long-pattern.ts';
import { wordCount } from './terms-of.ts';

const COUNTED = '(?:two|three|four|five|six|seven|several|various|a few|a number of)';
const ANNOUNCED = `(?:things|kinds|types|channels|stories|reasons|ways|points|models|questions|factors|forms
    |rules|objections|problems|steps|cases|arguments|explanations|differences|approaches|methods|lessons|options|views
    |causes|conditions|aspects|ideas|mistakes|sorts|routes|theories|schools)`;
const ANNOUNCES = longPattern(
  String.raw`^(?:[^,.:]{3,40}, )?(?:there are |they fall into |one can tell apart )?
    ${COUNTED} (?:[\p{L}-]+ ){0,2}${ANNOUNCED}\b[^:\d]*[.]$
    |^${COUNTED} [^:\d]{3,60} (?:told apart|distinguished|stand out)[.]$`,
  'iu',
);
/** A longer one says something itself. */
const WORDS_MAX = 13;

export const announces = (text: string): boolean => wordCount(text) <= WORDS_MAX && ANNOUNCES.test(text);
