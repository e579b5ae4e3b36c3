// What the MCP face is given: the engine, who speaks through it, and the systems it knows. Types only.

import type { Rejection } from '../engine/context.ts';
import type { Actor, Channel } from '../engine/events.ts';
import type { StatedIdentity } from '../engine/people.ts';
import type { JsonObject } from '../json.ts';
import type { ProjectFiles } from '../ports/project-files.ts';
import type { Decision } from '../ports/review.ts';
import type { StoredWorkflow } from '../ports/store.ts';
import type { System } from '../ports/system.ts';
import type { ProjectTool, SystemTool } from '../ports/system-tool.ts';
import type { Wire, WirePrompt } from '../ports/wire.ts';
import type { Engine } from '../runtime/open-engine.ts';
import type { FindFolder } from '../runtime/readable-folders.ts';

export interface McpOptions {
  /** It must process work, or another process of the same store must: otherwise no run advances. */
  readonly engine: Engine;
  /** The person whose verdicts the client relays. */
  readonly actor: Actor;
  /** Where nobody signs in: by what and whom that name was stated. */
  readonly stated?: StatedIdentity;
  /** `mcp` when left out. */
  readonly channel?: Channel;
  readonly systems: readonly McpSystem[];
  /** The tools by which agents read a project, for a folder; none when left out. */
  projectTools?(folder: string): readonly ProjectTool[];
  /** The projects that this process works for, as absolute paths. */
  readonly projects?: readonly string[];
  /** Which folders of documents runs may read; only those of a project when left out. */
  findFolder?: FindFolder;
  /** Why a system of the project is not among them; null: nothing is known of it. */
  whyLacking?(workflow: string): Rejection | null;
  /** `direct`: the orchestrator's answer carries the guidance and the schema itself. `client` when left out. */
  readonly mode?: 'client' | 'direct';
  /** No call waits longer, for others' work or for answers; 24 s when left out, so that it is answered within 25. */
  readonly waitMs?: number;
  /** Where people answer in the studio. */
  readonly inboxUrl?: string;
  /** A text that names commands, as the person can paste them; as it is when left out. */
  commandText?(text: string): string;
  /** Of the program, for clients to show. */
  readonly version: string;
  /** Hears what goes wrong with a connection; nobody when left out. */
  readonly onFault?: (error: Error) => void;
}

/** A system, the workflow it is in this store, and how clients work with it. */
export interface McpSystem {
  readonly system: System;
  /** The workflow in its present version; it is put into the store when it is first asked for. */
  workflow(): Promise<StoredWorkflow>;
  /** How its conversation goes; left out: over the tools for any workflow only. */
  readonly wire?: Wire;
  /** Tools whose names a contract fixes. */
  readonly tools?: readonly SystemTool[];
  /** Tells the client's model how to begin; it has the system's name. */
  readonly prompt?: WirePrompt;
  /** Files of the projects that this process works for. */
  readonly files: Pick<ProjectFiles, 'read' | 'holds'>;
}

/** One with a conversation of its own. */
export type WiredSystem = McpSystem & { readonly wire: Wire };

/** A form as clients show it. */
export interface Form {
  readonly message: string;
  /** Flat: strings, enums, numbers and booleans, as elicitation has it. */
  readonly schema: FormSchema;
}

export interface FormSchema {
  readonly type: 'object';
  readonly properties: { readonly [name: string]: JsonObject };
  readonly required?: readonly string[];
}

/** A review as a form. */
export interface ReviewForm extends Form {
  /** What the person decided, in a conversation one after the other; a text says what is missing. */
  read(content: JsonObject): Decision | readonly Decision[] | string;
  /** What they filled in, for the model, which asks for the rest in the chat; '': nothing worth saying. */
  said?(content: JsonObject): string;
}
