import { afterEach, beforeEach, vi } from 'vitest';

/** Collects the output of the commands in each test of the file: results (`out`), and everything else (`err`). */
export function captureOutput(): { out: string; err: string } {
  const written = { out: '', err: '' };
  beforeEach(() => {
    Object.assign(written, { out: '', err: '' });
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.out += text;
      return true;
    });
    vi.spyOn(console, 'error').mockImplementation((text) => {
      written.err += `${text}\n`;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return written;
}
