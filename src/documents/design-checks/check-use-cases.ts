// Use cases and endpoints: the map between them holds all of both, and says what the endpoints say.

import type { DesignFinding } from '../design/finding.ts';
import { type CheckContext, findingAt, isLeftOpen, isThere, listed, sectionOf } from './check-context.ts';

export function checkUseCases(context: CheckContext): readonly DesignFinding[] {
  if (!isThere(context, 'hld') || !isThere(context, 'lld')) return [];
  return [...useCasesWithoutApi(context), ...mismatches(context), ...orphans(context), ...requirements(context)];
}

/** Endpoints by use case, as the map says; where there is no map, as the endpoints say. */
function mapOf(context: CheckContext): ReadonlyMap<string, readonly string[]> {
  const { apiLinks, endpoints } = context.items;
  const links =
    sectionOf(context, 'lld', 'api-map') === undefined
      ? endpoints.flatMap(({ id, useCases }) => useCases.map((useCase) => ({ useCase, endpoints: [id] })))
      : apiLinks;
  const map = new Map<string, string[]>();
  for (const link of links) map.set(link.useCase, [...(map.get(link.useCase) ?? []), ...link.endpoints]);
  return map;
}

/** Where a whole kind is left open, no item of it is missed. */
function useCasesWithoutApi(context: CheckContext): readonly DesignFinding[] {
  if (isLeftOpen(context, 'lld', 'endpoints')) return [];
  const map = mapOf(context);
  const hasMap = sectionOf(context, 'lld', 'api-map') !== undefined;
  return context.items.useCases
    .filter(({ id }) => (map.get(id) ?? []).length === 0)
    .map(({ id, title, ...place }) =>
      findingAt(context, place, {
        ...{ rule: 'use-case-without-api', severity: 'HIGH' },
        message: `${id} (${title}) has no endpoint${hasMap ? ' in the use case to API map' : ''}.`,
        suggestion: `Add a row for ${id} with the endpoints that serve it, or remove the use case.`,
      }),
    );
}

/** One finding for an endpoint, whichever side is wrong. */
function mismatches(context: CheckContext): readonly DesignFinding[] {
  if (sectionOf(context, 'lld', 'api-map') === undefined) return [];
  const map = mapOf(context);
  const known = new Set(context.items.useCases.map(({ id }) => id));
  return context.items.endpoints.flatMap(({ id, useCases, ...place }) => {
    const mapped = [...map].filter(([, endpoints]) => endpoints.includes(id)).map(([useCase]) => useCase);
    const own = useCases.filter((useCase) => known.has(useCase) && map.has(useCase));
    const missing = own.filter((useCase) => !mapped.includes(useCase));
    const extra = useCases.length === 0 ? [] : mapped.filter((each) => known.has(each) && !useCases.includes(each));
    if (missing.length + extra.length === 0) return [];
    const inMap = mapped.length === 0 ? 'no use case' : listed(mapped);
    return [
      findingAt(context, place, {
        ...{ rule: 'api-map-mismatch', severity: 'MEDIUM' },
        message: `${id} names ${listed(useCases)}, but the use case to API map gives it ${inMap}.`,
        suggestion: `Correct the map or the "Use cases" line of ${id}.`,
      }),
    ];
  });
}

function orphans(context: CheckContext): readonly DesignFinding[] {
  const mapped = new Set([...mapOf(context).values()].flat());
  return context.items.endpoints
    .filter(({ id, useCases }) => useCases.length === 0 && !mapped.has(id))
    .map(({ id, method, path, ...place }) =>
      findingAt(context, place, {
        ...{ rule: 'endpoint-without-use-case', severity: 'MEDIUM' },
        message: `No use case asks for ${id} (${method} ${path}).`,
        suggestion: `Name the use case that ${id} serves, there and in the map, or remove the endpoint.`,
      }),
    );
}

function requirements(context: CheckContext): readonly DesignFinding[] {
  const { requirements: wanted } = context.around;
  if (wanted === undefined) return [];
  const served = new Set(context.items.useCases.flatMap(({ requirements: own }) => own));
  const line = sectionOf(context, 'hld', 'overview')?.line ?? 1;
  return wanted
    .filter((id) => !served.has(id))
    .map((id) =>
      findingAt(
        context,
        { part: 'hld', line },
        {
          ...{ rule: 'requirement-without-use-case', severity: 'HIGH' },
          message: `No use case names ${id}.`,
          suggestion: `Add ${id} to the "Requirements" of the use case that answers to it, or add a use case.`,
        },
      ),
    );
}
