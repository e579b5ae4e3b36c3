// What stands in pages and documents and says nothing of their subject: notices, navigation, advertising, who wrote it.

import { longPattern } from '../article/long-pattern.ts';

const PHRASES = [
  longPattern(
    String.raw`\bcookies? (?:policy|settings|to (?:improve|give|ensure|personali[sz]e)|on (?:this|our))|\b(?:uses?
      |accept|manage|reject) (?:all )?cookies\b`,
    'i',
  ),
  longPattern(
    String.raw`\bprivacy (?:policy|notice|settings)\b|\bterms (?:of (?:use|service)|and conditions)\b
      |\ball rights reserved\b|©|\bcopyright \d`,
    'i',
  ),
  longPattern(
    String.raw`\b(?:subscribe|sign up|sign in|log in|log out|register) (?:now|here|today|to (?:our|the|get|read|receive
      |continue|this|your)|for (?:our|the|free|a))\b`,
    'i',
  ),
  /\b(?:our|free|weekly|daily|monthly) newsletters?\b|\byour inbox\b|\bunsubscribe\b/i,
  longPattern(
    String.raw`\bclick (?:here|on|the|below)\b|\b(?:read|learn|find out|see) more (?:about|here|at|on our)\b
      |\bread the full (?:story|article|report)\b`,
    'i',
  ),
  longPattern(
    String.raw`\b(?:follow|like|join|contact|email|call) us\b|\bshare this\b|\bget in touch\b|\bvisit our (?:website
      |site|page|shop)\b`,
    'i',
  ),
  /\badvertis(?:ement|ing feature)\b|\bsponsored (?:by|content|post)\b|\baffiliate links?\b|\bpaid partnership\b/i,
  longPattern(
    String.raw`\b(?:this|the) (?:article|post|story|piece) (?:was|is|has been|first|originally) (?:first 
      |originally )?(?:published|updated|written|edited|appeared|reproduced|republished|translated
      |sponsored)\b`,
    'i',
  ),
  longPattern(
    String.raw`\boriginally (?:published|appeared)\b|\breprinted (?:with|from)\b|\bpermission (?:of|from) the (?:author
      |publisher)\b`,
    'i',
  ),
  longPattern(
    String.raw`\bis an? (?:[\w-]{1,20} ){0,3}(?:freelance|staff|award-winning
      |contributing) (?:[\w-]{1,20} ){0,2}(?:writer|journalist|editor|reporter|author|columnist)\b`,
    'i',
  ),
  longPattern(
    String.raw`\b(?:she|he|they) (?:lives?|writes?|holds? an? (?:phd|degree|ba|bsc|msc|ma)|teaches?
      |blogs?)\b.{0,60}\b(?:in|at|with|about|from|for)\b`,
    'i',
  ),
  /\b(?:has written|writes|reports) (?:about|on|for) .{0,60}\b(?:magazine|newspaper|years|guardian|times|post)\b/i,
  /\b(?:photo|photograph|image|picture|illustration|credit)s?(?: by|: | courtesy)\b/i,
  longPattern(
    String.raw`\b(?:enable|requires?) javascript\b|\byour browser\b|\bskip to (?:main )?content\b|\bback to top\b
      |\btable of contents\b`,
    'i',
  ),
  /\bcomments? (?:are|is) closed\b|\bleave a (?:comment|reply)\b|\brelated (?:articles|posts|stories|reading)\b/i,
  /^(?:isbn|issn|doi|pmid|arxiv)\b|\bdoi: ?10\.|^https?:\/\//i,
  longPattern(
    String.raw`\bcorrespond(?:ing author|ence (?:to|should))\b|\bconflicts? of interest\b|\bdeclare no\b|\b(?:we
      |the authors?) (?:would like to )?thank\b`,
    'i',
  ),
  longPattern(
    String.raw`\bdownload (?:the|our|this|a) (?:free )?(?:pdf|app|report|guide|brochure|white ?paper|ebook)\b
      |\bbook a (?:call|demo)\b|\bfree trial\b`,
    'i',
  ),
] as const;

const HEADINGS = longPattern(
  String.raw`^(?:[\d.]{1,8} )?(?:references|bibliography|works cited|sources|notes|footnotes|further reading|see also
      |external links|about (?:the )?(?:authors?|us|this)|authors?|acknowledge?ments?|funding|disclosures?
      |disclaimer|contents|table of contents|related|navigation|menu|share|comments|cookies?|newsletter
      |subscribe|contact|copyright|imprint|privacy|legal)\b.{0,40}$`,
  'i',
);

/** Of one sentence; only its first 600 characters are looked at. */
export const isBoilerplate = (sentence: string): boolean => {
  const head = sentence.slice(0, 600);
  return PHRASES.some((phrase) => phrase.test(head));
};

/** Under such a heading stands nothing that a claim could rest on. */
export const isBoilerplateHeading = (heading: string): boolean => HEADINGS.test(heading.trim().slice(0, 100));
