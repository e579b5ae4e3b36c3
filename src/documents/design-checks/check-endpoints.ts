// Every endpoint says what it takes, what it answers and how it fails.

import type { DesignFinding } from '../design/finding.ts';
import { type CheckContext, findingAt, listed } from './check-context.ts';

const OPEN = /^(?:tbd|todo|tba|\?+|-+|…|\.{3})\.?$/i;

export function checkEndpoints(context: CheckContext): readonly DesignFinding[] {
  return context.items.endpoints.flatMap(({ id, method, path, request, response, errors, ...place }) => {
    const isOpen = (text: string): boolean => text === '' || OPEN.test(text.trim());
    const missing = [
      ...(method === '' || path === '' ? ['method and path'] : []),
      ...(isOpen(request) ? ['request'] : []),
      ...(isOpen(response) ? ['response'] : []),
      ...(isOpen(errors) ? ['errors'] : []),
    ];
    if (missing.length === 0) return [];
    return [
      findingAt(context, place, {
        ...{ rule: 'endpoint-incomplete', severity: 'HIGH' },
        message: `${id} does not name its ${listed(missing)}.`,
        suggestion: `Add to ${id}: ${missing.map((each) => HINTS[each]).join('; ')}.`,
      }),
    ];
  });
}

const HINTS: Readonly<Record<string, string>> = {
  'method and path': 'a heading such as "### API-001: POST /bookings"',
  request: '"- **Request**: ..." (write "no body" where there is none)',
  response: '"- **Response**: 200 ..."',
  errors: '"- **Errors**: 400 ..., 404 ..."',
};
