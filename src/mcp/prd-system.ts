// The `prd` system as the MCP face knows it: its conversation, its documents, and the prompt that begins it.

import type { JsonObject } from '../json.ts';
import type { ProjectFiles } from '../ports/project-files.ts';
import type { StoredWorkflow } from '../ports/store.ts';
import type { McpSystem } from './mcp-options.ts';
import { prdContract } from './prd-contract.ts';

/** Documents by name: the file, and what the run remembers of it before it is written. */
const DOCUMENTS: { readonly [name: string]: { readonly file: string; readonly kept: string | null } } = {
  'feature-brief': { file: 'feature-brief.md', kept: 'featureBriefContent' },
  requirements: { file: 'requirements.md', kept: null },
  PRD: { file: 'PRD.md', kept: 'prdContent' },
};

export interface PrdSystemDoors {
  /** The workflow, in the store. */
  workflow(): Promise<StoredWorkflow>;
  readonly files: Pick<ProjectFiles, 'read'>;
}

export function prdSystem({ workflow, files }: PrdSystemDoors): McpSystem {
  return {
    name: prdContract.workflow,
    description: 'From one sentence to a signed product requirements document.',
    workflow,
    contract: prdContract,
    documents: Object.keys(DOCUMENTS),
    async readDocument(data, name) {
      const { file, kept } = DOCUMENTS[name] ?? {};
      const folder = folderOf(data);
      const text = file === undefined || folder === null ? null : await files.read(`${folder}/${file}`);
      const own = kept == null ? null : data[kept];
      return text ?? (typeof own === 'string' ? own : null);
    },
    prompt: {
      description: 'Begin a product requirements document',
      arguments: { utterance: 'what is wanted, in a sentence or more', project: 'absolute path of the project folder' },
      text: ({ utterance, project }) =>
        `Lead me to a signed product requirements document. ${wanted(utterance, project)}\n\n` +
        `Begin by calling the tool \`${prdContract.orchestrator.tool}\` with userInput ` +
        `${JSON.stringify({ projectPath: project ?? '<path>', userUtterance: utterance ?? '<what I want>' })}. ` +
        'Then do what it answers, step by step, until it says that the workflow has concluded. Reviews are mine to ' +
        'decide: show me what is to be judged, ask, and pass on what I say.',
    },
  };
}

function wanted(utterance: string | undefined, project: string | undefined): string {
  const ask = [
    ...(utterance === undefined ? ['what I want'] : []),
    ...(project === undefined ? ['the folder of the project'] : []),
  ];
  return ask.length === 0 ? '' : `Ask me first for ${ask.join(' and ')}.`;
}

/** The folder of the brief, where the run has got so far. */
function folderOf({ featureBriefPath }: JsonObject): string | null {
  if (typeof featureBriefPath !== 'string') return null;
  return featureBriefPath.slice(0, featureBriefPath.lastIndexOf('/'));
}
