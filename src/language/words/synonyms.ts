// Words that mean the same in every domain, in groups: what is in one group is the same, in both directions.

import { once } from '../../documents/lookup/once.ts';
import { stemOf } from './stem-of.ts';

/** Small on purpose. Opposites and neighbours (send and receive, buy and sell, create and add) are in no group. */
const GROUPS: readonly string[] = [
  ...['show display', 'delete remove erase', 'reject refuse decline', 'notify inform alert tell', 'buy purchase'],
  ...[
    'respond answer reply',
    'choose select pick',
    'change edit modify update alter amend',
    'image photo picture',
    'begin start commence',
  ],
  ...['several multiple various many multi', 'email mail e-mail', 'find search lookup', 'store save keep retain'],
  ...['receive get obtain', 'allow permit', 'forbid prohibit', 'check verify validate plausible', 'app application'],
  ...[
    'send transmit',
    'stop halt cease',
    'end finish',
    'repair fix mend',
    'parcel package',
    'doctor physician',
    'lift elevator',
  ],
  ...['film movie', 'phone telephone', 'holiday vacation', 'ad advert advertisement advertising', 'login signin logon'],
  ...['maximum max', 'minimum min', 'assign allocate', 'guarantee ensure', 'mobile cellphone', 'submit hand-in'],
  ...['compliant compliance', 'decide decision', 'basket cart', 'quit exit', 'staff personnel', 'invoice bill'],
  ...[
    'return go-back',
    'refund reimburse',
    'age old older oldest',
    'prove proof',
    'sound go-off',
    'twice two-times',
    'once one-time',
    'shut close',
    'see view',
    'help assist',
    'enter input',
    'copy duplicate',
    'calculate compute',
    'happen occur',
    'raise increase',
    'wrong incorrect',
    'yearly annual annually',
    'colleague coworker co-worker',
    'pupil student',
    'lorry truck',
    'flat apartment',
    'try attempt',
    'hide conceal',
    'postpone defer',
    'collect gather',
  ],
];

/** Made with the first word that is asked for: stems need the tagger, which loads late. */
const firstStems = once(
  () =>
    new Map(
      GROUPS.flatMap((group) => {
        const stems = group.split(' ').map(stemOf);
        return stems.map((stem) => [stem, stems[0] ?? stem] as const);
      }),
    ),
);

/** One stem for all words of a group. */
export const sameStem = (stem: string): string => firstStems().get(stem) ?? stem;

/** The stem of a word, the same for all words that mean the same. */
export const meaningOf = (word: string): string => sameStem(stemOf(word));

/** The meanings of a list of words, made when first asked for. */
export const meaningsOf = (words: string): (() => ReadonlySet<string>) =>
  once(() => new Set(words.trim().split(/\s+/).map(meaningOf)));
