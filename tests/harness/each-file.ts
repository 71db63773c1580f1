/** Vitest runs this before each test file: an `afterAll` that is registered inside a `beforeAll` or a test is ignored. */
import { afterAll } from 'vitest';
import { recordRowTypes } from '../row-types/record.ts';
import { cleanUpAfterFile } from './clean-up.ts';
import { ignoreErrorsOfEndedPools } from './ended-pools.ts';
import { lowerPasswordCost } from './password-cost.ts';

const { ROW_TYPES } = process.env;
if (ROW_TYPES) recordRowTypes(ROW_TYPES);

lowerPasswordCost();
ignoreErrorsOfEndedPools();
afterAll(cleanUpAfterFile);
