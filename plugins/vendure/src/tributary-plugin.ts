import {
  LanguageCode,
  PluginCommonModule,
  type RuntimeVendureConfig,
  ScheduledTask,
  type Type,
  VendurePlugin,
} from '@vendure/core';
import { readOptions, type TributaryOptions, type TributarySettings } from './options.ts';
import { OrderReporter, SETTINGS } from './order-reporter.ts';

/** Set by `init`, because Vendure takes a plugin as a class and creates one instance of it. */
let settings: TributarySettings | null = null;

/** Finds orders whose reports were missed; runs where the store has a scheduler. */
const sendMissed = new ScheduledTask({
  id: 'tributary-missed-orders',
  description: 'Reports orders to Tributary that could not be reported before',
  schedule: (cron) => cron.every(1).hours(),
  execute: async ({ injector }) => ({ orders: await injector.get(OrderReporter).sendMissed() }),
});

/** Reports the orders of a Vendure store to Tributary: `TributaryPlugin.init({ url, store, apiKey })` in `plugins`. */
@VendurePlugin({
  imports: [PluginCommonModule],
  providers: [OrderReporter, { provide: SETTINGS, useFactory: () => settings }],
  compatibility: '^3.3.0',
  configuration: addFields,
})
// biome-ignore lint/complexity/noStaticOnlyClass: Vendure takes plugins as classes
export class TributaryPlugin {
  /** @throws Error naming the option that is missing or invalid */
  static init(options: TributaryOptions): Type<TributaryPlugin> {
    settings = readOptions(options);
    return TributaryPlugin;
  }
}

/** @throws Error if the plugin has no options */
function addFields(config: RuntimeVendureConfig): RuntimeVendureConfig {
  if (settings === null) throw new Error('TributaryPlugin: use TributaryPlugin.init({ url, store, apiKey }).');
  config.customFields.Order.push(
    {
      name: 'tclid',
      type: 'string',
      nullable: true,
      label: [{ languageCode: LanguageCode.en, value: 'Tributary click' }],
    },
    { name: 'tributaryReport', type: 'text', nullable: true, internal: true },
    { name: 'tributaryReportedAt', type: 'datetime', nullable: true, internal: true },
  );
  config.schedulerOptions.tasks.push(sendMissed);
  return config;
}
