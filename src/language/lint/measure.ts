// Whether a text holds something that can be measured: a figure with its unit, or a standard by name.

const NUMBER = String.raw`(?:\d+[.,]*|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty)`;
const SPAN = '(?:ms|s|sec|secs|min|mins|h|milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)';
const TIME = new RegExp(String.raw`\b${NUMBER}(?:\s+|-)?(?:working\s+|business\s+)?${SPAN}\b`, 'i');
const EVERY = /\b(?:every|each|per)\s+(?:second|minute|hour|day|night|week|month|quarter|year|[A-Z][a-z]+day)\b/;
const FIGURE = new RegExp(String.raw`(?<![\w-])(?:\d[\d.,]*|${NUMBER}\s+(?:of|out of|times|per|or)\b)`, 'i');
const PERCENT = /\d\s*(?:%|percent|per cent|‰)/i;
const STANDARD =
  /\b(?:WCAG|ISO|IEC|RFC|GDPR|HIPAA|PCI(?: DSS)?|OWASP|SOC|FIPS|EN|DIN|IEEE|NIST|TLS|AES|OpenAPI|FHIR|HL7|eIDAS)\b/;

/** A span of time or a rhythm: `within 5 seconds`, `every Monday`. */
export const hasTime = (text: string): boolean => TIME.test(text) || EVERY.test(text);

export const hasFigure = (text: string): boolean =>
  FIGURE.test(text) || PERCENT.test(text) || TIME.test(text) || STANDARD.test(text);
