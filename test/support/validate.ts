// JSON Schema validation for tests, by the validator the product uses.

export { validate } from '../../src/runtime/validate.ts';
