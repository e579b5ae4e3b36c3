// Units of measure and currencies: the dimension each belongs to and how many of the dimension's base unit it is.

import { byWord } from '../lookup/by-word.ts';

export interface Unit {
  readonly dimension: string;
  readonly factor: number;
  /** Added after multiplying: degrees only. */
  readonly offset?: number;
}

const unit = (dimension: string, factor: number, offset?: number): Unit => ({
  ...{ dimension, factor },
  ...(offset === undefined ? {} : { offset }),
});

/** In small letters; singular and plural. Symbols of one letter stand in SYMBOLS, where their case counts. */
const NAMES: Readonly<Record<string, Unit>> = {
  ...named('length', {
    1: 'metre meter',
    1000: 'kilometre kilometer km',
    0.01: 'centimetre centimeter cm',
    0.001: 'millimetre millimeter mm',
    1609.344: 'mile mi',
    0.3048: 'foot feet ft',
    0.0254: 'inch',
    0.9144: 'yard',
    1852: 'nautical-mile',
    1e-6: 'micrometre micrometer micron',
    1e-9: 'nanometre nanometer nm',
    9.4607e15: 'light-year lightyear',
  }),
  ...named('mass', {
    1: 'gram gramme',
    1000: 'kilogram kilogramme kilo kg',
    0.001: 'milligram mg',
    1e-6: 'microgram mcg µg μg',
    1e6: 'tonne',
    907184.74: 'short-ton',
    453.59237: 'pound-weight lb lbs',
    28.349523: 'ounce oz',
    1e12: 'megatonne',
    1e15: 'gigatonne gt',
  }),
  ...named('time', {
    1: 'second sec',
    60: 'minute min',
    3600: 'hour hr',
    86400: 'day',
    604800: 'week',
    2629800: 'month',
    31557600: 'year yr',
    315576000: 'decade',
    3155760000: 'century',
    0.001: 'millisecond ms',
    1e-6: 'microsecond',
    1e-9: 'nanosecond',
    31557600000: 'millennium',
  }),
  ...named('area', {
    1: 'square-metre square-meter',
    1e6: 'square-kilometre square-kilometer',
    1e4: 'hectare ha',
    4046.8564: 'acre',
    2589988.11: 'square-mile',
    0.09290304: 'square-foot square-feet',
  }),
  ...named('volume', {
    1: 'litre liter',
    0.001: 'millilitre milliliter ml',
    1000: 'cubic-metre cubic-meter',
    3.785411784: 'gallon',
    158.987295: 'barrel',
    1e12: 'cubic-kilometre cubic-kilometer',
    0.568261: 'pint',
    0.01: 'centilitre centiliter cl',
    0.1: 'decilitre deciliter dl',
    100: 'hectolitre hectoliter hl',
  }),
  ...named('energy', {
    1: 'joule',
    1000: 'kilojoule kj',
    3.6e6: 'kilowatt-hour kwh',
    3.6e9: 'megawatt-hour mwh',
    3.6e12: 'gigawatt-hour gwh',
    3.6e15: 'terawatt-hour twh',
    1e6: 'megajoule mj',
    1e9: 'gigajoule gj',
    1e12: 'terajoule',
    1e15: 'petajoule',
    1e18: 'exajoule',
    4184: 'kilocalorie kcal calorie',
  }),
  ...named('power', {
    1: 'watt',
    1000: 'kilowatt kw',
    1e6: 'megawatt mw',
    1e9: 'gigawatt gw',
    1e12: 'terawatt tw',
    745.7: 'horsepower hp',
  }),
  ...named('speed', {
    1: 'kilometre-per-hour kilometer-per-hour kmh kph',
    1.609344: 'mile-per-hour mph',
    1.852: 'knot',
    3.6: 'metre-per-second meter-per-second',
  }),
  ...named('memory', {
    1: 'byte',
    1e3: 'kilobyte kb',
    1e6: 'megabyte mb',
    1e9: 'gigabyte gb',
    1e12: 'terabyte tb',
    1e15: 'petabyte pb',
  }),
  ...named('data', { 1: 'bit', 1e3: 'kilobit kbit', 1e6: 'megabit mbit mbps', 1e9: 'gigabit gbit gbps' }),
  ...named('pressure', {
    1: 'pascal',
    100: 'hectopascal hpa millibar',
    1e3: 'kilopascal kpa',
    1e5: 'bar',
    6894.76: 'psi',
  }),
  ...named('force', { 1: 'newton', 1e3: 'kilonewton kn' }),
  ...named('current', { 1: 'ampere amp', 0.001: 'milliampere milliamp' }),
  ...named('light', { 1: 'lumen' }),
  ...named('frequency', { 1: 'hertz hz', 1e3: 'kilohertz khz', 1e6: 'megahertz mhz', 1e9: 'gigahertz ghz' }),
  ...named('voltage', { 1: 'volt', 1e3: 'kilovolt kv' }),
  ...named('sound', { 1: 'decibel db' }),
  ...named('concentration', { 1: 'ppm', 0.001: 'ppb' }),
  ...named('money USD', { 1: 'dollar usd', 0.01: 'cent' }),
  ...named('money EUR', { 1: 'euro eur' }),
  ...named('money GBP', { 1: 'pound gbp sterling' }),
  ...named('money JPY', { 1: 'yen jpy' }),
  ...named('money CNY', { 1: 'yuan renminbi rmb cny' }),
  ...named('money INR', { 1: 'rupee inr' }),
  ...named('money CHF', { 1: 'franc chf' }),
  ...named('money SEK', { 1: 'krona kronor sek' }),
  ...named('money NOK', { 1: 'nok' }),
  ...named('money DKK', { 1: 'dkk' }),
  ...named('money krone', { 1: 'krone kroner' }),
  ...named('money peso', { 1: 'peso' }),
  ...named('money BRL', { 1: 'brl reais' }),
  ...named('money RUB', { 1: 'rouble ruble' }),
  ...named('money PLN', { 1: 'zloty' }),
  ...named('money HUF', { 1: 'forint' }),
  ...named('money TRY', { 1: 'lira' }),
  ...named('money ZAR', { 1: 'rand' }),
  ...named('money NGN', { 1: 'naira' }),
  ...named('money dinar', { 1: 'dinar' }),
  ...named('money dirham', { 1: 'dirham' }),
  ...named('money shilling', { 1: 'shilling' }),
  percent: unit('share', 0.01),
  kelvin: unit('temperature', 1, -273.15),
  millikelvin: unit('temperature', 1e-3, -273.15),
  microkelvin: unit('temperature', 1e-6, -273.15),
  nanokelvin: unit('temperature', 1e-9, -273.15),
  ton: unit('mass', 1e6),
};

/** As written, directly behind a number. */
const SYMBOLS: Readonly<Record<string, Unit>> = {
  '%': unit('share', 0.01),
  '‰': unit('share', 0.001),
  m: unit('length', 1),
  g: unit('mass', 1),
  t: unit('mass', 1e6),
  s: unit('time', 1),
  h: unit('time', 3600),
  l: unit('volume', 1),
  L: unit('volume', 1),
  W: unit('power', 1),
  V: unit('voltage', 1),
  J: unit('energy', 1),
  C: unit('temperature', 1),
  F: unit('temperature', 5 / 9, -160 / 9),
  K: unit('temperature', 1, -273.15),
};

const MONEY_SIGNS: Readonly<Record<string, string>> = byWord({
  ...{ $: 'money USD', '€': 'money EUR', '£': 'money GBP', '¥': 'money JPY', '₹': 'money INR' },
  ...{ USD: 'money USD', EUR: 'money EUR', GBP: 'money GBP', JPY: 'money JPY', CHF: 'money CHF', CNY: 'money CNY' },
});

export const moneyOfSign = (sign: string | undefined): string | null => MONEY_SIGNS[sign ?? ''] ?? null;

export const unitNamed = (name: string): Unit | null => {
  const own = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  const singular = name
    .replace(/ies$/, 'y')
    .replace(/(?<=ch)es$/, '')
    .replace(/s$/, '');
  return own ?? (name.length > 3 && Object.hasOwn(NAMES, singular) ? (NAMES[singular] ?? null) : null);
};

export const unitSymbol = (symbol: string): Unit | null =>
  Object.hasOwn(SYMBOLS, symbol) ? (SYMBOLS[symbol] ?? null) : null;

function named(dimension: string, names: Readonly<Record<number, string>>): Record<string, Unit> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([factor, words]) =>
      words.split(' ').map((word) => [word, unit(dimension, Number(factor))]),
    ),
  );
}
