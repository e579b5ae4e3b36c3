// The searches that the settings name.

import { feed } from './feeds/feed.ts';
import type { PoliteFetch } from './fetch/polite-fetch.ts';
import { BRAVE_ADDRESS, brave } from './search/brave.ts';
import { CROSSREF_ADDRESS, crossref } from './search/crossref.ts';
import { OPENALEX_ADDRESS, openAlex } from './search/openalex.ts';
import type { SearchEndpoint } from './search/search-endpoint.ts';
import { searxng } from './search/searxng.ts';
import { TAVILY_ADDRESS, tavily } from './search/tavily.ts';
import type { AcademicService, ServiceSetting, SourceSettings, WebService } from './source-settings.ts';

export function makeEndpoints(
  { web, academic, feeds, contact }: SourceSettings,
  fetch: PoliteFetch,
  now: () => number,
): readonly SearchEndpoint[] {
  return [
    ...web.flatMap((setting) => webSearch(setting, fetch, now)),
    ...academic.map((setting) => academicSearch(setting, fetch, now, contact)),
    ...feeds.map((setting) => feed(fetch, setting, now)),
  ];
}

function webSearch(
  { service, address, isOwn, key }: ServiceSetting<WebService>,
  fetch: PoliteFetch,
  now: () => number,
) {
  const around = { mayBePrivate: isOwn && address !== null, key, now };
  switch (service) {
    case 'searxng':
      if (address === null) return [];
      return [searxng(fetch, { ...around, address, setting: isOwn ? 'SIGNOFF_WEB_SEARCH' : 'signoff.config.json' })];
    case 'brave':
      return [brave(fetch, { ...around, address: address ?? new URL(BRAVE_ADDRESS) })];
    case 'tavily':
      return [tavily(fetch, { ...around, address: address ?? new URL(TAVILY_ADDRESS) })];
  }
}

function academicSearch(
  { service, address, isOwn, key }: ServiceSetting<AcademicService>,
  fetch: PoliteFetch,
  now: () => number,
  contact: string,
): SearchEndpoint {
  const around = { mayBePrivate: isOwn && address !== null, now };
  return service === 'openalex'
    ? openAlex(fetch, { ...around, key, address: address ?? new URL(OPENALEX_ADDRESS) })
    : crossref(fetch, { ...around, contact, address: address ?? new URL(CROSSREF_ADDRESS) });
}
