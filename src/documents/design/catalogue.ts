// The sections that a design has, by part: their ids, the titles they go by, and which others they build on.

import type { PartName } from './part.ts';

export interface KnownSection {
  readonly id: string;
  /** The first is how it is written; the others are read too. */
  readonly names: readonly string[];
  /** Sections of the same part that it builds on; what has none is drafted first. */
  readonly after: readonly string[];
}

const section = (id: string, names: readonly string[], after: readonly string[] = []): KnownSection => ({
  id,
  names,
  after,
});

export const CATALOGUE: { readonly [part in PartName]: readonly KnownSection[] } = {
  hld: [
    section('overview', ['Overview and Use Cases', 'Overview', 'System Overview', 'Use Cases']),
    section('components', ['Components', 'System Components', 'Architecture', 'Component Design'], ['overview']),
    section('stack', ['Technology Stack', 'Tech Stack', 'Stack', 'Technologies'], ['overview']),
    section('data-flow', ['Data Flow', 'Data Flows'], ['overview']),
    section('scalability', ['Scalability', 'Scaling'], ['overview']),
    section('security', ['Security', 'Security Considerations'], ['overview']),
    section('reliability', ['Reliability', 'Reliability and Availability', 'Availability'], ['overview']),
    section('options', ['Options Considered', 'Decisions', 'Design Decisions'], ['overview']),
  ],
  lld: [
    section('endpoints', ['API Endpoints', 'Endpoints', 'APIs', 'API Design']),
    section('models', ['Data Models', 'Models', 'Domain Models', 'Entities']),
    section('api-map', ['Use Case to API Map', 'Use Case API Map', 'Use Case Mapping', 'API Map'], ['endpoints']),
    section('schema', ['Request and Response Schemas', 'Schemas', 'Schema'], ['endpoints', 'models']),
    section('examples', ['Examples', 'Request Examples'], ['endpoints']),
    section('validation', ['Validation', 'Validation Rules'], ['endpoints', 'models']),
    section('integrations', ['Integrations', 'External Integrations'], ['endpoints']),
    section('layers', ['Layers', 'Module Layers', 'Code Structure'], ['endpoints']),
    section('business-logic', ['Business Logic', 'Business Rules'], ['endpoints', 'models']),
    section('errors', ['Error Handling', 'Errors'], ['endpoints']),
  ],
  database: [
    section('ddl', ['Tables', 'DDL', 'Schema Definition', 'Table Definitions']),
    section('erd', ['Entity Relationship Diagram', 'ERD', 'ER Diagram'], ['ddl']),
    section('indexes', ['Indexes', 'Indices'], ['ddl']),
    section('encryption', ['Encryption', 'Encryption and Personal Data'], ['ddl']),
    section('constraints', ['Constraints'], ['ddl']),
    section('types', ['Data Types', 'Types'], ['ddl']),
    section('normalisation', ['Normalisation', 'Normalization'], ['ddl']),
    section('performance', ['Performance'], ['ddl']),
    section('migrations', ['Migrations', 'Migration Plan'], ['ddl']),
  ],
};
