// What research found, as the feature brief gets it: claims of the article that sources support, each with its source
// and the words there. Those that share most words with the sentence come first.

import type { Ledger, LedgerEntry } from '../../documents/evidence/ledger.ts';
import { rootsOf } from '../../documents/evidence/word-roots.ts';
import { oneLine } from '../../documents/markdown/headings-of.ts';
import type { ActionResult, CodeCall } from '../../ports/action.ts';
import type { SystemDeps } from '../../ports/system.ts';
import type { Finding } from '../features/finding.ts';
import { lastingFailure, objectOf, textOf } from '../features/step-values.ts';

const FINDINGS_MAX = 10;
const PASSAGE_CHARACTERS_MAX = 400;

export async function listFindings(call: CodeCall, { files }: Pick<SystemDeps, 'files'>): Promise<ActionResult> {
  const { projectPath, userUtterance } = objectOf(objectOf(call.run.input).userInput);
  const article = textOf(call.data.article);
  const path = `${article}/ledger.json`;
  const text = article === '' ? null : await files.read(`${textOf(projectPath)}/${path}`);
  const findings = text === null ? [] : findingsIn(ledgerIn(text, path), textOf(userUtterance));
  const count = findings.length === 1 ? '1 finding' : `${findings.length} findings`;
  return { output: { findings, progress: [`${count} for the feature brief`] }, set: { findings } };
}

function ledgerIn(text: string, path: string): Ledger {
  try {
    return JSON.parse(text) as Ledger;
  } catch {
    throw lastingFailure('ledger-unreadable', `Expected a ledger as JSON in ${path}, found something else.`);
  }
}

export function findingsIn({ entries, sources }: Ledger, sentence: string): readonly Finding[] {
  const byId = new Map(sources.map((source) => [source.id, source]));
  const wanted = new Set(rootsOf(sentence));
  const found = entries.filter(isSupported).flatMap((entry) => {
    const [span] = entry.spans;
    const source = span === undefined ? undefined : byId.get(span.source);
    if (span === undefined || source === undefined) return [];
    const { title, address } = source;
    const passage = oneLine(span.quote).slice(0, PASSAGE_CHARACTERS_MAX);
    return [{ claim: oneLine(entry.text), title: oneLine(title), address: oneLine(address), passage }];
  });
  const sharedIn = (claim: string): number => new Set(rootsOf(claim).filter((root) => wanted.has(root))).size;
  const ranked = found.map((finding) => [sharedIn(finding.claim), finding] as const);
  const once = new Map(ranked.toSorted(([one], [other]) => other - one).map(([, each]) => [each.claim, each]));
  return [...once.values()].slice(0, FINDINGS_MAX);
}

/** What is quoted are the words of the source. */
const isSupported = ({ kind, verdict }: LedgerEntry): boolean =>
  kind !== 'framing' && (verdict === 'supported' || verdict === 'not judged');
