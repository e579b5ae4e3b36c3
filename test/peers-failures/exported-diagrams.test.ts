// What is exported is drawn by Mermaid itself, and means the same workflow.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadMermaid } from '../../src/diagram/read/load-mermaid.ts';
import { sketchOf } from '../simulation/simulate.ts';
import { compileSketch, textOf } from '../simulation/sketch.ts';
import { openOffice } from '../support/operations.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
