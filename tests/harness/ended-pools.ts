import pg from 'pg';

const end: () => Promise<void> = pg.Pool.prototype.end;

/**
 * Makes every pool ignore errors after its end. `end()` resolves before the server has closed the connections; if a test then drops the
 * database, the server reports that it ends them, and a pool without a listener throws. Libraries remove theirs together with the pool.
 */
export function ignoreErrorsOfEndedPools(): void {
  pg.Pool.prototype.end = function (this: pg.Pool, ...args: []) {
    this.on('error', () => undefined);
    return end.apply(this, args);
  };
}
