// Tells pages that answer but show no article: a login or payment page, a cookie banner, a test for robots, or a page
// whose text is made by scripts.

const LOGIN_PATH = /\/(?:log-?in|sign-?in|sign_in|signon|sso|oauth2?|auth)(?:[/.]|$)/i;
const JOIN = '(?:log|sign) ?in|subscribe|register|create (?:a|an|your) (?:free )?account|become a member';
const LOGIN_WORDS = [
  new RegExp(String.raw`\b(?:${JOIN})\b[^.!?]{0,60}?\bto (?:continue|read|view|access|see|keep|unlock)\b`, 'i'),
  new RegExp(String.raw`\b(?:${JOIN})\b[^.!?]{0,60}?\bfor (?:full )?access\b`, 'i'),
  /\b(?:already a (?:subscriber|member)|subscribers only|(?:for|available to) (?:subscribers|members))/i,
  /\b(?:melden sie sich an|jetzt anmelden|connectez-vous|réservé aux abonnés|inicia sesión)/i,
];
const COOKIE_WORDS = [
  /\b(?:accept (?:all )?cookies|cookie (?:settings|preferences|consent|policy))/i,
  /\bwe (?:and our partners )?(?:use|value|store)[^.]{0,40}(?:cookies|your privacy)/i,
  /\b(?:consent to|before you continue|alle akzeptieren|tout accepter)/i,
];
const ROBOT_WORDS = [
  /\b(?:verify (?:that )?you(?:'re| are) (?:a )?human|are you a robot|checking your browser|unusual traffic)/i,
  /\b(?:complete the captcha|just a moment|access denied|attention required|ddos protection)/i,
];
const SCRIPT_WORDS = [
  /\b(?:enable|turn on|activate|requires?|need)\b[^.!?]{0,40}\bjava ?script\b/i,
  /\bjava ?script\b[^.!?]{0,40}\b(?:disabled|required|enabled)\b/i,
];
const PASSWORD = /<input\b[^<>]{0,500}\btype\s{0,9}=\s{0,9}["']?password\b/i;
const PAID = /"isAccessibleForFree"\s{0,9}:\s{0,9}"?false|content_tier["']\s{1,9}content\s{0,9}=\s{0,9}["']locked/i;
const SCRIPT = /<script\b/i;
const NOSCRIPT = /<noscript\b[^<>]{0,200}>([\s\S]{0,1000})/i;
/** Under so many words a sign decides; a long text is one whatever else is on the page. */
const SHORT_WORDS = 250;
const EMPTY_WORDS = 25;

export interface PageForm {
  readonly html: string;
  /** What was read of it; '' where there was nothing. */
  readonly text: string;
  readonly title: string;
  /** What was asked for, and where the answer came from. */
  readonly asked: URL;
  readonly came: URL;
}

/** Why there is nothing to read, as the end of a sentence; null: there is. */
export function unreadableReason({ html, text, title, asked, came }: PageForm): string | null {
  if (LOGIN_PATH.test(came.pathname) && !LOGIN_PATH.test(asked.pathname)) return 'it asks for a login';
  const words = countWords(text);
  if (words >= SHORT_WORDS) return null;
  const all = `${title}\n${text}`.slice(0, 20_000);
  if (hasOne(ROBOT_WORDS, all)) return 'it wants to see that a person reads it';
  if (PASSWORD.test(html) || hasOne(LOGIN_WORDS, all)) return 'it asks for a login';
  if (PAID.test(html)) return 'only a part of it can be read without paying';
  if (words >= SHORT_WORDS / 2) return null;
  if (hasOne(COOKIE_WORDS, all)) return 'a question about cookies is all that can be read';
  if (hasOne(SCRIPT_WORDS, `${all}\n${NOSCRIPT.exec(html)?.[1] ?? ''}`)) return 'its text is made by scripts';
  if (words >= EMPTY_WORDS) return null;
  return SCRIPT.test(html) ? 'its text is made by scripts, or it has none' : 'it has no text';
}

const hasOne = (patterns: readonly RegExp[], text: string): boolean => patterns.some((each) => each.test(text));

/** Some scripts put no space between words: two of their characters are taken for one. */
function countWords(text: string): number {
  const spaced = text.split(/\s{1,99}/).filter((word) => word !== '').length;
  const joined = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/gu) ?? [];
  return Math.max(spaced, joined.length / 2);
}
