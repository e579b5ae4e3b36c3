// What people may say, for tests of documents that are written without a model: sentences in four languages, and pieces
// that Markdown, YAML, Mermaid or the readers of our documents would read more into.

import type { Random } from '../simulation/random.ts';

export const SENTENCES: { readonly [language: string]: readonly string[] } = {
  English: ['Members book a court online.', 'The desk sees who comes!', 'No more than 3 bookings, e.g. per week?'],
  German: ['Mitglieder buchen Plätze über das Netz.', 'Die Kasse zahlt 3,50 Euro zurück!', 'Was gilt z. B. für Gäste?'],
  French: ["L'infirmière saisit les constantes vitales.", 'Même sans Wi-Fi, au lit du patient !', 'Pour qui ?'],
  Japanese: ['会員はコートを予約する。', '料金は後で払う。', '誰が使いますか？'],
};

export const HOSTILE: readonly string[] = [
  ...['# A heading', '## Requirements', '## Functional Requirements', '## Components', '=====', '---', '***'],
  ...['### R-001: mine', '### UC-007: Own', 'REQ-001: a requirement', 'R-002.1: ok', '-- TBL-001: rooms', '\\# x'],
  ...['- a list\n- of two', '1. one\n2. two', '2) second', '- [ ] a box', '- [ ] open: a box', '> a quotation'],
  ...['| a | table |\n| --- | --- |', '| a | b |', '```\nan open fence', '```sql', '~~~', '`code`', '    code'],
  ...['<!-- a comment', '<!-- a whole -->', '<script>alert(1)</script>', '&lt;b&gt; __init__ *x* `y`', '&amp;', '$&'],
  ...['[a link](http://x.example)', '[x]: https://example.org', '"quoted" #quot; %%{init: {}}%%', '\\', 'a\\', 'a\tb'],
  ...['**Priority:** must', '- **Priority**: high', 'Priority: high', '**Status**: Approved', 'status: FINAL', 'end'],
  ...['Acceptance Criteria:', '**Out of Scope**', 'In Scope: all', 'It is **Dependencies:** [R-009]', 'none', '1.'],
  ...['**Requirements**: REQ-999', '- **Actor**: Nobody', 'Feature: mine', 'Written without a model.', '2. second'],
  ...['open: is it asked?', 'Open point from review: said before', 'Assumption: none', '👩‍👩‍👧 family'],
  '- HIGH security (HLD: Security): a list',
];

/** `pieces`: how many; `hostile`: the share of those that are no plain sentence. */
export function saidText(random: Random, language: string, pieces: number, hostile = 0.25): string {
  let text = '';
  for (let at = 0; at < pieces; at++) {
    const words = random.chance(hostile) ? HOSTILE : (SENTENCES[language] ?? []);
    text += `${random.pick(words)}${random.pick([' ', '\n', '\n\n', ' \r\n'])}`;
  }
  return text;
}
