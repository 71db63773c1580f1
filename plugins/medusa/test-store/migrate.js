/** Creates the tables of the store, as `medusa db:migrate` does. */
const { initializeContainer } = require('@medusajs/medusa/loaders/index');
const { migrate } = require('@medusajs/medusa/commands/db/migrate');

initializeContainer(__dirname)
  .then((container) =>
    migrate({
      directory: __dirname,
      container,
      logger: container.resolve('logger'),
      executeAllLinks: true,
      skipSearch: true,
      skipScripts: true,
    }),
  )
  .then(() => process.exit());
