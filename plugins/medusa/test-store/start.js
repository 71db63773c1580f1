/**
 * Starts the store at PORT and prints `ready`. `POST /test/run` executes a workflow of Medusa, as an administrator does, and `POST
 * /test/missed` the scheduled job of the plugin.
 */
const path = require('node:path');
const express = require('express');
const flows = require('@medusajs/medusa/core-flows');
const { default: load } = require('@medusajs/medusa/loaders/index');

async function start() {
  const app = express();
  let container;
  app.post('/test/run', express.json(), async ({ body }, response) => {
    try {
      const { result } = await flows[body.workflow](container).run({ input: body.input });
      response.json({ result });
    } catch (error) {
      response.status(500).json({ error: String(error.message ?? error) });
    }
  });
  app.post('/test/missed', async (_request, response) => {
    await require('../.medusa/server/src/jobs/report-missed-orders.js').default(container);
    response.json({});
  });
  const loaded = await load({ directory: path.resolve(__dirname), expressApp: app });
  container = loaded.container;
  app.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
  // Standard input ends when the test has ended.
  process.stdin.resume().once('end', () => process.exit());
}

start();
