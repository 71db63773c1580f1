// Says that Node.js is too old before anything else runs. Only what Node.js has understood since 2012 may be written here: a newer word
// would fail with an error that says nothing. The minimum is that of package.json.
'use strict';
var wanted = require('./package.json').engines.node.replace('>=', '').split('.');
var found = process.versions.node.split('.');
var isOld = Number(found[0]) < Number(wanted[0]);
if (Number(found[0]) === Number(wanted[0])) isOld = Number(found[1]) < Number(wanted[1]);
var message =
  'Tributary needs Node.js ' +
  wanted.join('.') +
  ' or newer (24 recommended), and this is Node.js ' +
  found.join('.') +
  '. Install a newer one from https://nodejs.org or with your version manager, then run npm ci again.\n';
if (isOld) {
  process.stderr.write(message);
  process.exit(1);
}
