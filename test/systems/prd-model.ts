// A model that writes PRDs as given: each step's replies in order, the last one again and again.

import type { Json, JsonObject } from '../../src/json.ts';
import { envelope } from '../agents/agent-engine.ts';
import type { ModelRequest } from '../support/model-request.ts';

type Reply = Json | ((prompt: string) => Json);
export type PrdScript = { readonly [label: string]: readonly Reply[] };

export interface PrdModel {
  readonly asked: { readonly label: string; readonly prompt: string }[];
  reply(request: ModelRequest): string;
}

export function prdModel(script: PrdScript): PrdModel {
  const asked: { label: string; prompt: string }[] = [];
  return {
    asked,
    reply({ texts }) {
      const prompt = texts.join('\n');
      const label = /## Workflow Step: (.+)/.exec(prompt)?.[1] ?? '';
      const before = asked.filter((each) => each.label === label).length;
      asked.push({ label, prompt });
      const replies = script[label] ?? [];
      const reply = replies[Math.min(before, replies.length - 1)];
      const output = typeof reply === 'function' ? reply(prompt) : (reply ?? null);
      if (label !== 'Gap Analysis') return envelope(output);
      return `Here is what I found.\n\n\`\`\`result\n${JSON.stringify(output)}\n\`\`\``;
    },
  };
}

/** An approved brief as it was shown: what code says of the approval stands in its status alone. */
export function draftOf(approved: string | null): string {
  return (approved ?? '').replace(APPROVAL, '\nDraft\n');
}

const APPROVAL = new RegExp(
  String.raw`\nApproved\.\n\n- \*\*Approver\*\*: user:\w+\n- \*\*Approved\*\*: 2\S+Z\n` +
    String.raw`- \*\*Signed\*\*: sha256:\S{64}\n- \*\*Run\*\*: run_\w+\n`,
);

export const briefOf = (title: string): string => `# ${title}

## Status

Draft

## User Utterance

Shop owners want to export their orders as a CSV file, filter them by date, and get an e-mail when the file is ready.

## Overview

Shop owners export their orders as a file.

## Goals

- Shop owners export their orders as a CSV file.

## Scope

### In Scope

- Export of orders

### Out of Scope

- Import of orders

## Success Criteria

- 95 % of exports end within 10 seconds.
`;

/** As it is handed out once it was approved. */
export const approvedBrief = (title: string): string => briefOf(title).replace('\nDraft\n', '\nApproved.\n');

export const requirement = (id: string, description: string, more: JsonObject = {}): JsonObject => ({
  ...{ id, title: `Title of ${id}`, description, priority: 'high', category: 'Data' },
  ...more,
});

const SENTENCES = [
  'When a shop owner starts an export, the shop shall write a CSV file of all orders within 10 seconds.',
  'When an export ends, the shop shall send the shop owner an e-mail with a link within 1 minute.',
  'If writing the file fails, then the shop shall show the reason and keep the last file for 7 days.',
  'While an export runs, the shop shall show its progress in percent every 2 seconds.',
  'When a visitor without the role owner asks for an export, the shop shall refuse it and record the attempt.',
  'Where a date range is given, the shop shall export only orders between both days, including them.',
  'When a shop owner deletes an export, the shop shall remove its file from the storage within 24 hours.',
  'While the network is away, the app shall queue the export request and send it within 5 s of reconnecting.',
];

export const sentence = (number: number): string => SENTENCES[(number - 1) % SENTENCES.length] ?? '';
export const idOf = (number: number): string => `REQ-${String(number).padStart(3, '0')}`;
export const proposal = (number: number): JsonObject => requirement(idOf(number), sentence(number));

export const GAP: JsonObject = {
  ...{ id: 'GAP-001', title: 'No limits', description: 'Nothing says how large an export may be.' },
  ...{ severity: 'high', category: 'Performance', impact: 'Large shops wait.' },
  suggestedRequirements: [
    {
      title: 'Size of an export',
      description: 'When an export has more than 100,000 orders, the shop shall split it into files of 100,000.',
      priority: 'high',
      category: 'Performance',
    },
  ],
};

/** The document as the prompt of generation carries it. */
export function draftIn(prompt: string): string {
  return /^# PRD: [\s\S]*^\|[^\n]*\|$/m.exec(prompt)?.[0] ?? '';
}

/** The document as the prompt carries it, and what code gives, wrong. */
export function writesPrd(prompt: string): JsonObject {
  return {
    prdContent: draftIn(prompt),
    prdFilePath: 'somewhere/else.md',
    documentStatus: { author: 'a model', lastModified: '1999-01-01', status: 'finalized' },
    requirementsCount: 99,
    traceabilityTableRows: [],
  };
}

export const SCRIPT: PrdScript = {
  'Feature Brief Generation': [{ featureBriefMarkdown: briefOf('Export'), recommendedFeatureId: 'order-export' }],
  'Feature Brief Update': [{ featureBriefMarkdown: briefOf('Export, again') }],
  'Initial Requirements Generation': [
    { functionalRequirements: [proposal(1), proposal(2), proposal(3)], summary: 'S' },
  ],
  'Gap Analysis': [{ gapAnalysisScore: 0.85, identifiedGaps: [] }],
  'Gap Requirements Generation': [
    { functionalRequirements: [proposal(4)], summary: 'S', gapsAddressed: ['GAP-001'] },
    { functionalRequirements: [proposal(5)], summary: 'S', gapsAddressed: ['GAP-001'] },
  ],
  'PRD Generation': [writesPrd],
  'Failure Node': [{}],
};
