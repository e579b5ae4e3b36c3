// Ids and links that the text names are there, and an id is given once.

import { withoutFences } from '../design/fenced-blocks.ts';
import type { DesignFinding } from '../design/finding.ts';
import { PARTS, type PartName } from '../design/part.ts';
import { type CheckContext, findingAt, isThere } from './check-context.ts';

/** The part that defines the ids with a prefix. */
const HOME: Readonly<Record<string, PartName>> = { UC: 'hld', CMP: 'hld', DEC: 'hld', API: 'lld', TBL: 'database' };
/** Ids after a slash belong to another feature's design. */
const ID = /(?<![\w/-])(UC|CMP|DEC|API|TBL|REQ)-\d{3,}\b/g;

export function checkReferences(context: CheckContext): readonly DesignFinding[] {
  return [...unknownIds(context), ...duplicateIds(context), ...brokenLinks(context)];
}

function unknownIds(context: CheckContext): readonly DesignFinding[] {
  const { requirements } = context.around;
  const known = new Set([...definitions(context).map(({ id }) => id), ...(requirements ?? [])]);
  const reported = new Set<string>();
  return PARTS.flatMap((part) =>
    withoutFences(context.texts[part])
      .split('\n')
      .flatMap((text, at) => {
        // A model whose table is missing is a finding of its own.
        if (/^\s*[-*+]\s+\*\*Table\*\*/i.test(text)) return [];
        return [...text.matchAll(ID)].flatMap(([id, prefix = '']) => {
          const isJudged = prefix === 'REQ' ? requirements !== undefined : isThere(context, HOME[prefix] ?? 'hld');
          if (!isJudged || known.has(id) || reported.has(id)) return [];
          reported.add(id);
          return [
            findingAt(
              context,
              { part, line: at + 1 },
              {
                ...{ rule: 'unknown-reference', severity: 'HIGH' },
                message: `${id} is named here, and nothing in the design is called so.`,
                suggestion:
                  prefix === 'REQ' ? `Name a requirement of the PRD.` : `Define ${id}, or name one that is there.`,
              },
            ),
          ];
        });
      }),
  );
}

function definitions({ items }: CheckContext) {
  const { useCases, components, decisions, endpoints, tables } = items;
  return [...useCases, ...components, ...decisions, ...endpoints, ...tables];
}

function duplicateIds(context: CheckContext): readonly DesignFinding[] {
  const first = new Map<string, number>();
  return definitions(context).flatMap(({ id, ...place }) => {
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, place.line);
      return [];
    }
    return [
      findingAt(context, place, {
        ...{ rule: 'duplicate-id', severity: 'HIGH' },
        message: `${id} is given twice: at line ${before} and here.`,
        suggestion: `Give the second one the next free id, and correct what refers to it.`,
      }),
    ];
  });
}

const LINK = /\[[^\][\n]{0,200}\]\( ?<?([^\s)>]{1,500})>?(?: "[^"\n]{0,200}")? ?\)/g;

function brokenLinks(context: CheckContext): readonly DesignFinding[] {
  const anchors = new Set(PARTS.flatMap((part) => anchorsOf(context.texts[part])));
  const isBroken = (target: string): boolean => {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)) return false;
    if (target.startsWith('#')) return !anchors.has(decode(target.slice(1)).toLowerCase());
    return context.around.isFile !== undefined && !context.around.isFile(decode(target.split(/[#?]/)[0] ?? ''));
  };
  return PARTS.flatMap((part) =>
    withoutFences(context.texts[part])
      .split('\n')
      .flatMap((text, at) =>
        [...text.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length)).matchAll(LINK)]
          .map(([, target = '']) => target)
          .filter(isBroken)
          .map((target) =>
            findingAt(
              context,
              { part, line: at + 1 },
              {
                ...{ rule: 'broken-link', severity: 'LOW' },
                message: `The link to ${target} leads nowhere.`,
                suggestion: target.startsWith('#')
                  ? 'Link to a heading that is there.'
                  : 'Correct the path or add the file.',
              },
            ),
          ),
      ),
  );
}

/** The anchors of all headings, as Markdown viewers make them. */
function anchorsOf(text: string): readonly string[] {
  const seen = new Map<string, number>();
  return [...withoutFences(text).matchAll(/^ {0,3}#{1,6}[ \t](.*)/gm)].map(([, title = '']) => {
    const slug = title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
