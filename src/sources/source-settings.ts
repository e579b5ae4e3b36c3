// Which searches, feeds and pages may be asked: by this user's environment, else by the project's settings. Nothing is
// asked where neither names it.

import type { SourceOffer } from '../ports/sources.ts';
import { checkedUrl } from './fetch/safe-fetch.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/** `sources` of signoff.config.json. */
export interface SourcesConfig {
  readonly webSearch?: readonly string[] | undefined;
  readonly academic?: readonly string[] | undefined;
  readonly newsFeeds?: readonly string[] | undefined;
  readonly pages?: boolean | undefined;
  readonly mailto?: string | undefined;
}

export type WebService = 'searxng' | 'brave' | 'tavily';
export type AcademicService = 'openalex' | 'crossref';

export interface ServiceSetting<Service extends string> {
  readonly service: Service;
  /** null: the service's own. */
  readonly address: URL | null;
  /** This user's environment names it: its address may be private. */
  readonly isOwn: boolean;
  /** '' where it needs none or none is set. */
  readonly key: string;
}

export interface FeedSetting {
  /** With `{query}` where the words of the search go. */
  readonly address: string;
  readonly isOwn: boolean;
}

export interface SourceSettings {
  readonly web: readonly ServiceSetting<WebService>[];
  readonly academic: readonly ServiceSetting<AcademicService>[];
  readonly feeds: readonly FeedSetting[];
  readonly readsPages: boolean;
  /** A mail address for those whom we ask; '' where none is set. */
  readonly contact: string;
  readonly offers: readonly SourceOffer[];
}

export interface SettingsInput {
  readonly env: Env;
  readonly config: SourcesConfig;
  /** Why nothing that the project names counts; null: it does. */
  readonly refusal: string | null;
}

const WEB: readonly WebService[] = ['searxng', 'brave', 'tavily'];
const ACADEMIC: readonly AcademicService[] = ['openalex', 'crossref'];
const NAMES = {
  ...{ searxng: 'SearXNG', brave: 'Brave Search', tavily: 'Tavily', openalex: 'OpenAlex', crossref: 'Crossref' },
};
const KEYS: Readonly<Record<string, string>> = {
  ...{ brave: 'BRAVE_API_KEY', tavily: 'TAVILY_API_KEY', openalex: 'OPENALEX_API_KEY' },
};
const NEEDS_KEY: readonly string[] = ['brave', 'tavily'];
const HOW = {
  web: 'SIGNOFF_WEB_SEARCH=searxng:ADDRESS, or brave with BRAVE_API_KEY, or tavily with TAVILY_API_KEY',
  academic: 'SIGNOFF_ACADEMIC=openalex,crossref',
  news: 'SIGNOFF_NEWS_FEEDS with addresses of RSS or Atom feeds',
  pages: 'SIGNOFF_PAGES=on, or any search above',
};
const OFF = 'off';
/** A comma or a space in an address divides nothing. */
const BETWEEN_SERVICES = /[\s,]{1,9}(?=(?:searxng|brave|tavily|openalex|crossref)(?:[:\s,]|$))/i;
const BETWEEN_FEEDS = /[\s,]{1,9}(?=https?:)/i;
const EMAIL_ADDRESS = /^[^\s@<>()"]{1,64}@[^\s@<>()"]{1,190}$/;

export function readSourceSettings({ env, config, refusal }: SettingsInput): SourceSettings {
  const mailto = refusal === null ? config.mailto : undefined;
  const contact = [env.SIGNOFF_MAILTO, mailto]
    .map((each) => each?.trim() ?? '')
    .find((each) => EMAIL_ADDRESS.test(each));
  const web = services(WEB, 'SIGNOFF_WEB_SEARCH', config.webSearch ?? [], { env, refusal, kind: 'web' });
  const academic = services(ACADEMIC, 'SIGNOFF_ACADEMIC', config.academic ?? [], { env, refusal, kind: 'academic' });
  const news = feeds(env.SIGNOFF_NEWS_FEEDS, config.newsFeeds ?? [], refusal);
  const searches = [...web.offers, ...academic.offers, ...news.offers];
  const hasSearch = searches.some(({ isConfigured }) => isConfigured);
  const pages = pagesOffer(env.SIGNOFF_PAGES, { configured: config.pages, refusal, hasSearch });
  return {
    ...{ web: web.found, academic: academic.found, feeds: news.found },
    ...{ readsPages: pages.isConfigured, contact: contact ?? '', offers: [...searches, pages] },
  };
}

interface ServiceContext {
  readonly env: Env;
  readonly refusal: string | null;
  readonly kind: 'web' | 'academic';
}

function services<Service extends WebService | AcademicService>(
  known: readonly Service[],
  setting: string,
  configured: readonly string[],
  { env, refusal, kind }: ServiceContext,
): { readonly found: readonly ServiceSetting<Service>[]; readonly offers: readonly SourceOffer[] } {
  const given = env[setting]?.trim() ?? '';
  const own = given === '' ? null : split(given, BETWEEN_SERVICES);
  const found: ServiceSetting<Service>[] = [];
  const offers: SourceOffer[] = [];
  const broken = (name: string, settings: string): void =>
    void offers.push({ kind, name, isConfigured: false, settings, isBroken: true });
  for (const text of own ?? configured) {
    if (text === OFF) continue;
    const read = serviceOf(text, known);
    const where = own === null ? '"sources" of signoff.config.json' : setting;
    if (read === null) {
      broken(TITLES[kind], `${where}: expected ${known.join(', ')} with or without :ADDRESS, found "${shown(text)}"`);
      continue;
    }
    const { service, address } = read;
    const keyName = KEYS[service] ?? '';
    const key = env[keyName]?.trim() ?? '';
    const isOwn = own !== null;
    const why = whyNot(service, address, { isOwn, refusal, where });
    if (why !== null && why === refusal) offers.push(refused(kind, NAMES[service], why));
    else if (why !== null) broken(NAMES[service], why);
    else if (NEEDS_KEY.includes(service) && key === '') broken(NAMES[service], keyName);
    else {
      const settings = keyName === '' ? where : `${where} and ${keyName}`;
      offers.push({ kind, name: NAMES[service], isConfigured: true, settings });
      found.push({ service, address, isOwn, key });
    }
  }
  if (offers.length === 0) offers.push({ kind, name: TITLES[kind], isConfigured: false, settings: HOW[kind] });
  return { found, offers };
}

const TITLES = { web: 'Web search', academic: 'Academic search', news: 'RSS and Atom feeds', pages: 'Web pages' };

const refused = (kind: SourceOffer['kind'], name: string, settings: string): SourceOffer => ({
  ...{ kind, name, isConfigured: false, settings, isRefused: true },
});

/** Why a service that is named cannot be asked, naming what to set; null: it can. */
function whyNot(
  service: string,
  address: URL | null,
  { isOwn, refusal, where }: { isOwn: boolean; refusal: string | null; where: string },
): string | null {
  if (service === 'searxng' && address === null) return `${where}: searxng:ADDRESS`;
  if (isOwn) return null;
  // The author of the project's settings could otherwise be sent this user's key.
  if (service !== 'searxng' && address !== null)
    return `${where}: another address of ${service} only in the environment`;
  return refusal;
}

function serviceOf<Service extends string>(text: string, known: readonly Service[]) {
  const [, name = '', address] = /^([a-z]{1,20})(?::(.{1,2000}))?$/i.exec(text) ?? [];
  const service = known.find((each) => each === name.toLowerCase());
  if (service === undefined) return null;
  const url = address === undefined ? null : addressOf(address);
  return url === undefined ? null : { service, address: url };
}

function feeds(given = '', configured: readonly string[], refusal: string | null) {
  const own = given.trim() === '' ? null : split(given.trim(), BETWEEN_FEEDS);
  const where = own === null ? '"sources" of signoff.config.json' : 'SIGNOFF_NEWS_FEEDS';
  const named = (own ?? configured).filter((text) => text !== OFF);
  const isFeed = (text: string): boolean =>
    addressOf(feedAddress(text, 'x')) !== undefined && !/^[^/]*\/\/[^/]*\{/.test(text);
  const wrong = named.filter((text) => !isFeed(text));
  const isRefused = own === null && refusal !== null && named.length > 0;
  const found = isRefused ? [] : named.filter(isFeed).map((address) => ({ address, isOwn: own !== null }));
  const problem = wrong.length === 0 ? null : `${where}: expected addresses of feeds, found "${shown(wrong[0] ?? '')}"`;
  if (isRefused) return { found, offers: [refused('news', TITLES.news, refusal)] };
  const settings = problem ?? (found.length > 0 ? where : HOW.news);
  const offer: SourceOffer = { kind: 'news', name: TITLES.news, isConfigured: found.length > 0, settings };
  return { found, offers: [problem === null ? offer : { ...offer, isBroken: true as const }] };
}

/** The address of a feed for a search. */
export const feedAddress = (address: string, query: string): string =>
  address.replaceAll('{query}', encodeURIComponent(query));

interface PagesContext {
  readonly configured: boolean | undefined;
  readonly refusal: string | null;
  readonly hasSearch: boolean;
}

function pagesOffer(given = '', { configured, refusal, hasSearch }: PagesContext): SourceOffer {
  const said = given.trim().toLowerCase();
  const project = refusal === null ? configured : undefined;
  const isOn = said === '' ? (project ?? hasSearch) : said !== OFF;
  if (!isOn && said === '' && configured === true && refusal !== null) return refused('pages', TITLES.pages, refusal);
  return { kind: 'pages', name: TITLES.pages, isConfigured: isOn, settings: isOn ? 'SIGNOFF_PAGES' : HOW.pages };
}

function addressOf(text: string): URL | undefined {
  try {
    return checkedUrl(text);
  } catch {
    return undefined;
  }
}

const split = (text: string, between: RegExp): readonly string[] => text.split(between).map((each) => each.trim());

/** An address may hold a password: of what cannot be read only the beginning is shown. */
const shown = (text: string): string => text.split(/[:/?@]/)[0]?.slice(0, 30) ?? '';
