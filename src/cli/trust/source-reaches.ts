// What the `sources` of a project would ask, and what those who are asked would learn of this user.

import type { Json } from '../../json.ts';
import type { Reach } from '../../ports/trust.ts';

/** `sources` of signoff.config.json. */
export interface SourcesReach {
  readonly webSearch?: readonly string[] | undefined;
  readonly academic?: readonly string[] | undefined;
  readonly newsFeeds?: readonly string[] | undefined;
  readonly pages?: boolean | undefined;
  readonly mailto?: string | undefined;
}

/** Also a service that is only named: it learns what is looked for, with this user's key and at their cost. */
export function sourceReaches({
  webSearch = [],
  academic = [],
  newsFeeds = [],
  pages,
  mailto,
}: SourcesReach): readonly Reach[] {
  const searches = [...webSearch, ...academic, ...newsFeeds].filter((each) => each !== 'off');
  return [
    ...searches.map((each) => reach('call', each, { source: each })),
    ...(pages === true ? [reach('call', 'the pages that are found', { pages })] : []),
    ...(mailto === undefined ? [] : [reach('tell', `those it asks the mail address ${mailto}`, { mailto })]),
  ];
}

const reach = (does: Reach['does'], what: string, settings: Json): Reach => ({
  ...{ of: 'a search for sources', does, what, settings },
});
