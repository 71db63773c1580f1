import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';

const { pool } = await createTestDatabase();

describe('the names of a person', () => {
  it.each([
    { given: ['Ada L.', 'Ada', 'Lovelace'], public_name: 'Ada L.', full_name: 'Ada L.' },
    { given: [null, 'Ada', 'Lovelace'], public_name: 'ada-n', full_name: 'Ada Lovelace' },
    { given: ['', null, 'Lovelace'], public_name: 'ada-n', full_name: 'Lovelace' },
    { given: ['', 'Ada', ''], public_name: 'ada-n', full_name: 'Ada' },
    { given: [null, null, null], public_name: 'ada-n', full_name: 'ada-n' },
  ])('of $given are $public_name for others, and $full_name for colleagues', async ({ given, ...expected }) => {
    const { rows } = await pool.query(
      `INSERT INTO users (username, email, display_name, first_name, surname) VALUES ('ada-' || $4, $4 || '@names.example', $1, $2, $3)
       RETURNING replace(public_name, $4, 'n') AS public_name, replace(full_name, $4, 'n') AS full_name`,
      [...given, randomUUID()],
    );
    expect(rows).toEqual([expected]);
  });
});
