// What a seal says it goes up to, altered: believed, it would end sealing for good.

import type { Alteration } from './alterations.ts';

export const ALTERED_SEALS: readonly Alteration[] = [
  {
    what: 'all seals claim more than there is',
    both: 'UPDATE seals SET through = 999999',
    says: /seals at 2: Expected seal 2 to say it goes up to a commit that is there, found that it claims more/,
  },
  {
    what: 'the last seal claims more than there is',
    both: 'UPDATE seals SET through = 999999 WHERE id = 2',
    says: /seals at 2: Expected seal 2 to say it goes up to a commit that is there, found that it claims more/,
  },
  {
    what: 'a seal claims what a later one sealed',
    both: 'UPDATE seals SET through = (SELECT through FROM seals WHERE id = 2) WHERE id = 1',
    says: /seals at 1: Expected seal 1 to have sealed all .* event \d+ of the run with key \d+ is not sealed/,
  },
  {
    what: 'a seal that goes up to nothing readable',
    postgres: `UPDATE seals SET through = 'the end' WHERE id = 2`,
    says: /seals at 2: Expected seal 2 to say it goes up to a commit that is there/,
  },
];
