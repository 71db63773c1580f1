/** Vitest runs this before each test file: an `afterAll` that is registered inside a `beforeAll` or a test is ignored. */
import { afterAll } from 'vitest';
import { cleanUpAfterFile } from './clean-up.ts';

afterAll(cleanUpAfterFile);
