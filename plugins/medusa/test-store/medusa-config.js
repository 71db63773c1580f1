const path = require('node:path');
const { defineConfig } = require('@medusajs/framework/utils');

/** A Medusa store for tests. PLUGIN has the options of the plugin as JSON; without it, the store has no plugin. */
const { DATABASE_URL, PLUGIN } = process.env;

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { ssl: false },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'test', cookieSecret: 'test' },
  },
  admin: { disable: true },
  plugins: PLUGIN ? [{ resolve: path.join(__dirname, '..'), options: JSON.parse(PLUGIN) }] : [],
});
